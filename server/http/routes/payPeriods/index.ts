import type { Route } from '../../app.types.ts';
import { checkPeriodRoute } from './checkPeriod.ts';
import { closeSeveralRoute } from './closeSeveral.ts';
import { listPeriodsRoute } from './listPeriods.ts';
import { reviewPeriodRoute } from './reviewPeriod.ts';
import { stepPeriodRoute } from './stepPeriod.ts';

export const payPeriodsRoutes: readonly Route[] = [
  checkPeriodRoute,
  closeSeveralRoute,
  listPeriodsRoute,
  reviewPeriodRoute,
  stepPeriodRoute,
];
