import type { AuditEntry } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** Repositories whose audit entries are kept in `entries`, for who goes on writing: the head of the audit log is locked once, as the last. */
export const auditLast = (within: Repositories): Readonly<{ within: Repositories; entries: readonly AuditEntry[] }> => {
  const entries: AuditEntry[] = [];
  const writeAll = async (more: readonly AuditEntry[]): Promise<void> => void entries.push(...more);
  return { within: { ...within, audit: { ...within.audit, write: (entry) => writeAll([entry]), writeAll } }, entries };
};
