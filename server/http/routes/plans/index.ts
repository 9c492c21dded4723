import type { Route } from '../../app.types.ts';
import { listPlans } from './listPlans.ts';
import { listPricedClauses } from './listPricedClauses.ts';
import { listPricedRecords } from './listPricedRecords.ts';
import { planChanges } from './planChanges.ts';

export const plansRoutes: readonly Route[] = [listPlans, listPricedClauses, listPricedRecords, planChanges];
