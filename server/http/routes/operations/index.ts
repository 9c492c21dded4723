import type { Route } from '../../app.types.ts';
import { getHealth } from './getHealth.ts';
import { getReadiness } from './getReadiness.ts';
import { getSettings } from './getSettings.ts';

export const operationsRoutes: readonly Route[] = [getHealth, getReadiness, getSettings];
