import type { Route } from '../../app.types.ts';
import { getAnalytics } from './getAnalytics.ts';

export const analyticsRoutes: readonly Route[] = [getAnalytics];
