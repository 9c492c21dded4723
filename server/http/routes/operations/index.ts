import type { Route } from '../../app.types.ts';
import { getHealthRoute } from './getHealth.ts';
import { getReadinessRoute } from './getReadiness.ts';
import { getSettingsRoute } from './getSettings.ts';

export const operationsRoutes: readonly Route[] = [getHealthRoute, getReadinessRoute, getSettingsRoute];
