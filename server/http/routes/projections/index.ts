import type { Route } from '../../app.types.ts';
import { getProjectionInputs } from './getProjectionInputs.ts';
import { listOpenDeals } from './listOpenDeals.ts';
import { postProjection } from './postProjection.ts';

export const projectionsRoutes: readonly Route[] = [getProjectionInputs, listOpenDeals, postProjection];
