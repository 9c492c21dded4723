import type { Route } from '../../app.types.ts';
import { postMcpRoute } from './postMcp.ts';

export const assistantRoutes: readonly Route[] = [postMcpRoute];
