import type { Route } from '../../app.types.ts';
import { checkPeriod } from './checkPeriod.ts';
import { closeSeveral } from './closeSeveral.ts';
import { listPeriods } from './listPeriods.ts';
import { reviewPeriod } from './reviewPeriod.ts';
import { stepPeriod } from './stepPeriod.ts';

export const payPeriodsRoutes: readonly Route[] = [checkPeriod, closeSeveral, listPeriods, reviewPeriod, stepPeriod];
