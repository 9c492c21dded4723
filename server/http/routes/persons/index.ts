import type { Route } from '../../app.types.ts';
import { getPersonRoute } from './getPerson.ts';

export const personsRoutes: readonly Route[] = [getPersonRoute];
