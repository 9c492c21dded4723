import type { Route } from '../../app.types.ts';
import { getProjectionInputsRoute } from './getProjectionInputs.ts';
import { listOpenDealsRoute } from './listOpenDeals.ts';
import { postProjectionRoute } from './postProjection.ts';

export const projectionsRoutes: readonly Route[] = [getProjectionInputsRoute, listOpenDealsRoute, postProjectionRoute];
