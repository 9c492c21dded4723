import type { Route } from '../../app.types.ts';
import { decideApprovalsRoute } from './decideApprovals.ts';
import { listApprovalsRoute } from './listApprovals.ts';

export const approvalsRoutes: readonly Route[] = [decideApprovalsRoute, listApprovalsRoute];
