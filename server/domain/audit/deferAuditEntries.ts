import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** Collects audit entries in `entries`, so that the caller can write them last and hold the audit log's head lock only briefly. */
export const deferAuditEntries = (tx: Repositories): Readonly<{ tx: Repositories; entries: readonly AuditWrite[] }> => {
  const entries: AuditWrite[] = [];
  const writeAll = async (newEntries: readonly AuditWrite[]): Promise<void> => void entries.push(...newEntries);
  return { tx: { ...tx, audit: { ...tx.audit, write: (entry) => writeAll([entry]), writeAll } }, entries };
};
