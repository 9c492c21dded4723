import type { Simulation, SimulationBody } from '../../contract/entities/simulation.ts';
import type { Http } from './http.ts';

const path = '/api/v1/simulation';

/** Feature `simulation`: the simulated company of the demo (decisions 1.10). */
export const createSimulation = (http: Http) => ({
  read: (): Promise<Simulation> => http(path),
  start: (body: SimulationBody): Promise<Simulation> => http(path, { method: 'PUT', body }),
  stop: (): Promise<void> => http(path, { method: 'DELETE' }),
});
