import type { Route } from '../../app.types.ts';
import { listPlansRoute } from './listPlans.ts';
import { listPricedClausesRoute } from './listPricedClauses.ts';
import { listPricedRecordsRoute } from './listPricedRecords.ts';
import { planChangesRoute } from './planChanges.ts';

export const plansRoutes: readonly Route[] = [listPlansRoute, listPricedClausesRoute, listPricedRecordsRoute, planChangesRoute];
