import { messages } from '../../../../contract/messages.ts';
import { Problem } from '../../../domain/shared/problem.ts';
import type { Simulator } from '../../../domain/shared/simulator.ts';

/** @throws Problem 404 outside the demo */
export const requireSimulator = (simulator: Simulator | undefined): Simulator => {
  if (!simulator) throw new Problem(404, 'not_found', messages.simulationRefusals.unavailable);
  return simulator;
};
