import type { Route } from '../../app.types.ts';
import { deleteSimulationRoute } from './deleteSimulation.ts';
import { getSimulationRoute } from './getSimulation.ts';
import { putSimulationRoute } from './putSimulation.ts';

export const simulationRoutes: readonly Route[] = [getSimulationRoute, putSimulationRoute, deleteSimulationRoute];
