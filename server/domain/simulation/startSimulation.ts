import type { Simulation, SimulationBody } from '../../../contract/entities/simulation.ts';
import { messages } from '../../../contract/messages.ts';
import { badRequest } from '../shared/problem.ts';
import type { Simulator } from '../shared/simulator.ts';

/** @throws Problem 400 for an unknown fault; the current simulation then continues */
export const startSimulation = async (simulator: Simulator, body: SimulationBody): Promise<Simulation> => {
  const { faults } = await simulator.read();
  if (body.fault !== null && !faults.includes(body.fault))
    throw badRequest('form_refused', messages.simulationRefusals.unknownFault, 'fault');
  simulator.start(body);
  return simulator.read();
};
