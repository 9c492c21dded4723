import type { Route } from '../../app.types.ts';
import { getChangesRoute } from './getChanges.ts';

export const liveRoutes: readonly Route[] = [getChangesRoute];
