import type { Route } from '../../app.types.ts';
import { getChanges } from './getChanges.ts';

export const liveRoutes: readonly Route[] = [getChanges];
