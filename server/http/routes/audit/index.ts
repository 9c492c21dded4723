import type { Route } from '../../app.types.ts';
import { listAudit } from './listAudit.ts';

export const auditRoutes: readonly Route[] = [listAudit];
