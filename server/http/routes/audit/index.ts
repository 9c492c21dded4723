import type { Route } from '../../app.types.ts';
import { listAuditRoute } from './listAudit.ts';

export const auditRoutes: readonly Route[] = [listAuditRoute];
