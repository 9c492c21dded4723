import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

/** A row of the simulated company's audit log. */
const Entry = Type.Object({
  at: Instant,
  actor: Type.String(),
  action: Type.String(),
  subject: nullable(Type.String()),
  amount: nullable(Money),
});
/** A day of the simulated company. Amounts are totals since its first day. */
export const SimulationDay = Type.Object({
  day: PlainDate,
  acts: Type.Integer(),
  earned: Money,
  paid: Money,
  due: Money,
  /** Its latest audit rows, newest first. */
  entries: Type.Array(Entry),
  /** The invariants that were checked at its end. */
  checked: Type.Array(Type.String()),
});
export type SimulationDay = Static<typeof SimulationDay>;
export const SimulationViolation = Type.Object({ day: PlainDate, invariant: Type.String(), facts: Type.Array(Type.String()) });
export type SimulationViolation = Static<typeof SimulationViolation>;

/**
 * `starting`: until its first day has ended. `stopped`: somebody ended it, or nobody watched. `held`: it ran to its last day without a
 * violation. `failed`: its process ended early.
 */
export const simulationStates = ['none', 'starting', 'living', 'stopped', 'held', 'violated', 'failed'] as const;
export const Simulation = Type.Object({
  state: oneOf(simulationStates),
  seed: nullable(Type.Integer()),
  /** The planted fault; null for the unmodified product. */
  fault: nullable(Type.String()),
  days: Type.Array(SimulationDay),
  violation: nullable(SimulationViolation),
  /** A hash of its whole audit log, identical for every run with the same seed; null until it ends. */
  digest: nullable(Type.String()),
  /** The faults that can be planted. */
  faults: Type.Array(Type.String()),
});
export type Simulation = Static<typeof Simulation>;

export const SimulationBody = Type.Object(
  { seed: Type.Integer({ minimum: 1, maximum: limits.simulation.maxSeed }), fault: nullable(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
);
export type SimulationBody = Static<typeof SimulationBody>;

/** Output of the process of a simulation, one JSON document per line. */
export type SimulationLine =
  | Readonly<{ type: 'day'; day: SimulationDay }>
  | Readonly<{ type: 'end'; digest: string; violation: SimulationViolation | null }>;
