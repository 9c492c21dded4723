import type { Route } from '../../app.types.ts';
import { listDisputesRoute } from './listDisputes.ts';
import { openDisputeRoute } from './openDispute.ts';
import { stepDisputeRoute } from './stepDispute.ts';

export const disputesRoutes: readonly Route[] = [listDisputesRoute, openDisputeRoute, stepDisputeRoute];
