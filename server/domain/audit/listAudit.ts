import { type AuditFilterKind, type AuditLogPage, auditFilterKinds, auditKinds } from '../../../contract/entities/audit.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { addDays, type Day, isDay } from '../../../contract/rules/time/period.ts';
import type { AuditLogFilter, LogRow } from '../../db/repositories/audit/auditLog.ts';
import { currentConfig } from '../plans/config.ts';
import { startOfDay, todayIn } from '../shared/clock.ts';
import { cursorOf, isOneOf, isRowId, nullOr } from '../shared/cursor.ts';
import { requireValidDays } from '../shared/days.ts';
import { readPage } from '../shared/page.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { historyEntryOf } from './historyText.ts';

/** Days are in the company's time zone, both inclusive; `cents` is the minimum change in money. */
export type AuditFilter = Readonly<{
  person: number | null;
  kind: AuditFilterKind | null;
  start_date: Day | null;
  end_date: Day | null;
  cents: number | null;
  ownBenefit: boolean;
}>;
export type AuditQuery = Readonly<{ filter: AuditFilter; cursor?: string | undefined; limit: number }>;

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const auditCursor = cursorOf<AuditFilter, { id: number }>('audit', {
  question: {
    person: nullOr(isInteger),
    kind: nullOr(isOneOf(auditFilterKinds)),
    start_date: nullOr(isDay),
    end_date: nullOr(isDay),
    cents: nullOr(isInteger),
    ownBenefit: isBoolean,
  },
  after: { id: isRowId },
});
const isEmpty = (question: AuditFilter): boolean => Object.values(question).every((part) => part === null || part === false);

const rowOf = (row: LogRow): AuditLogPage['data'][number] => ({
  ...historyEntryOf(row),
  entity: row.entity,
  entity_id: row.entity_id,
  subject: row.owner_first === null ? null : fullName({ first_name: row.owner_first, last_name: row.owner_last ?? '' }),
  amount: row.cents === null ? null : fromCents(Number(row.cents)),
  own_benefit: row.own_benefit,
});

/**
 * decisions 4.05: actions, their actors and the money they moved, newest first. A cursor carries its query.
 * @throws Problem 400 for invalid or reversed dates, and for a cursor of another query
 */
export const listAudit = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { filter: auditQuestion, cursor, limit }: AuditQuery,
): Promise<AuditLogPage> => {
  const position = cursor === undefined ? null : auditCursor.read(cursor);
  if (position && !isEmpty(auditQuestion)) auditCursor.mustContinue(position, auditQuestion);
  const { person, kind, start_date, end_date, cents, ownBenefit } = position?.question ?? auditQuestion;
  requireValidDays({ start_date: start_date ?? undefined, end_date: end_date ?? undefined });
  if (start_date !== null && end_date !== null && end_date < start_date)
    throw badRequest('end_before_start', messages.refusals.endBeforeStart, 'end_date');
  const { config } = await currentConfig(store);
  const question: AuditLogFilter = {
    person,
    entities: kind === null || kind === 'changes' ? null : auditKinds[kind],
    isChange: kind === 'changes',
    from: start_date === null ? null : startOfDay(start_date, config.timezone).toISOString(),
    until: end_date === null ? null : startOfDay(addDays(end_date, 1), config.timezone).toISOString(),
    cents,
    ownBenefit,
  };
  const today = startOfDay(todayIn(config.timezone, clock()), config.timezone).toISOString();
  const [page, head, todaysChanges] = await Promise.all([
    readPage(
      limit,
      (maxRows) => store.auditLog.page(question, position?.after.id ?? null, maxRows),
      ({ id }) => auditCursor.write({ question: position?.question ?? auditQuestion, after: { id } }),
    ),
    store.audit.head(),
    store.auditLog.since(today),
  ]);
  return { data: page.rows.map(rowOf), pagination: { cursor: page.cursor, limit, total: null }, summary: { head, today: todaysChanges } };
};
