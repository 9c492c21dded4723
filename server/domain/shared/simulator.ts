import type { Simulation, SimulationBody } from '../../../contract/entities/simulation.ts';

/** The demo's simulated company (decisions 1.10), in a process of its own. */
export type Simulator = Readonly<{
  /** The days lived so far. Reading keeps the company going. */
  read: () => Promise<Simulation>;
  /** Ends the company before, and starts another. */
  start: (body: SimulationBody) => void;
  /** Ends the company; its days stay. */
  stop: () => void;
}>;
