import type { Route } from '../../app.types.ts';
import { getAnalyticsRoute } from './getAnalytics.ts';

export const analyticsRoutes: readonly Route[] = [getAnalyticsRoute];
