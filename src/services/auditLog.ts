import type { AuditLogRow, AuditToday } from '../../contract/entities/audit.ts';
import { amountOrNull, flag, optional, readListOf, readMoney, readPageOf, shape, text, textOrNull } from './answers/read.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

/** `today`: undefined if the server does not send today's counts. */
export type AuditSummary = Readonly<{ head: string; today?: AuditToday }>;

const change = shape<AuditLogRow['changes'][number]>({ field: text, before: textOrNull, after: textOrNull });
const row = shape<AuditLogRow>({
  id: text,
  at: text,
  actor: text,
  action: text,
  cause: textOrNull,
  causes: () => undefined,
  changes: readListOf(change),
  entity: text,
  entity_id: text,
  subject: textOrNull,
  amount: amountOrNull,
  own_benefit: flag,
});
const today = shape<AuditToday>({ changes: readMoney, people: readMoney, own_benefit: readMoney });
const readPage = readPageOf(row, shape<AuditSummary>({ head: text, today: optional(today) }));

/** Feature `audit-log`: the whole log, newest first. */
export const createAuditLog = (http: Http) => ({
  page: async (request: PageRequest) => readPage(await http('/api/v1/audit', { query: toPageQuery(request) })),
});
