import type { Simulation, SimulationBody } from '../../../contract/entities/simulation.ts';

/** The demo's simulated company (decisions 1.10), which runs in its own process. */
export type Simulator = Readonly<{
  /** The days simulated so far. Reading keeps the simulation running. */
  read: () => Promise<Simulation>;
  /** Stops the current simulation and starts another. */
  start: (body: SimulationBody) => void;
  /** Stops the simulation; its days remain readable. */
  stop: () => void;
}>;
