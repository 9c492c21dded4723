import type { Route } from '../../app.types.ts';
import { checkPeriod } from './checkPeriod.ts';
import { listPeriods } from './listPeriods.ts';
import { stepPeriod } from './stepPeriod.ts';

export const payPeriodsRoutes: readonly Route[] = [checkPeriod, listPeriods, stepPeriod];
