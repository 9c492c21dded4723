import type { Route } from '../../app.types.ts';
import { searchAll } from './searchAll.ts';

export const searchRoutes: readonly Route[] = [searchAll];
