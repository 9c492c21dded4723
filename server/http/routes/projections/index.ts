import type { Route } from '../../app.types.ts';
import { listOpenDeals } from './listOpenDeals.ts';
import { postProjection } from './postProjection.ts';

export const projectionsRoutes: readonly Route[] = [listOpenDeals, postProjection];
