import type { Route } from '../../app.types.ts';
import { apiTokensRoute } from './apiTokens.ts';

export const tokenRoutes: readonly Route[] = [apiTokensRoute];
