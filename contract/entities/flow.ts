import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

/** The lifecycles that hold money (decisions 2.37), in the order of the screen; each name is the id of its machine. */
export const flowNames = [
  'commission',
  'hold',
  'adjustment',
  'dispute',
  'payout',
  'payoutRun',
  'payPeriod',
  'invoice',
  'receipt',
  'bankTransaction',
  'deal',
] as const;
export type FlowName = (typeof flowNames)[number];

/** `id`: a row id, or the month of a pay period. `days`: whole days in its state. */
const FlowRecord = Type.Object({ id: Type.String(), label: Type.String(), amount: Money, days: Type.Integer() });
/** A transition to another state. `guard`: the condition in words; null if nothing holds records back. */
const FlowExit = Type.Object({ event: Type.String(), target: Type.String(), guard: nullable(Type.String()) });
export const FlowState = Type.Object({
  name: Type.String(),
  description: Type.String(),
  /** True if somebody has to act on the records in this state. */
  waits: Type.Boolean(),
  records: Type.Integer(),
  amount: Money,
  /** Null if there are no records. */
  oldest_days: nullable(Type.Integer()),
  median_days: nullable(Type.Integer()),
  exits: Type.Array(FlowExit),
  /** The records that have waited longest. */
  oldest: Type.Array(FlowRecord),
});
export type FlowState = Static<typeof FlowState>;
export const Flow = Type.Object({
  name: oneOf(flowNames),
  states: Type.Array(FlowState),
  waiting_records: Type.Integer(),
  waiting_amount: Money,
});
export type Flow = Static<typeof Flow>;
export const Flows = Type.Object({ as_of: PlainDate, data: Type.Array(Flow) });
export type Flows = Static<typeof Flows>;

/** A row of the audit log. `from`: the state before; null at the first known state. */
const FlowStep = Type.Object({
  id: Id,
  at: Instant,
  actor: Type.String(),
  event: Type.String(),
  from: nullable(Type.String()),
  state: Type.String(),
});
/** The path of one record, oldest step first. */
export const FlowPath = Type.Object({
  name: oneOf(flowNames),
  id: Type.String(),
  label: Type.String(),
  state: Type.String(),
  amount: Money,
  days: Type.Integer(),
  steps: Type.Array(FlowStep),
});
export type FlowPath = Static<typeof FlowPath>;
