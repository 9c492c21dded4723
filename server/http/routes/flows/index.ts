import type { Route } from '../../app.types.ts';
import { getFlowPathRoute } from './getFlowPath.ts';
import { listFlowsRoute } from './listFlows.ts';

export const flowsRoutes: readonly Route[] = [listFlowsRoute, getFlowPathRoute];
