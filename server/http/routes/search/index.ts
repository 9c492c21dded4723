import type { Route } from '../../app.types.ts';
import { searchAllRoute } from './searchAll.ts';

export const searchRoutes: readonly Route[] = [searchAllRoute];
