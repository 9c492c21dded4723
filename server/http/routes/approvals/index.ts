import type { Route } from '../../app.types.ts';
import { decideApprovals } from './decideApprovals.ts';
import { listApprovals } from './listApprovals.ts';

export const approvalsRoutes: readonly Route[] = [decideApprovals, listApprovals];
