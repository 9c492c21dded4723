import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import type { PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import type { AffectedDay } from './affected.ts';
import { settleBonuses } from './bonuses/index.ts';
import { readClosedMonths } from './closedMonths.ts';
import { readAndDiff } from './diffPeople.ts';
import { proposeLateFacts } from './lateFacts/propose.ts';
import { withManagers } from './managers.ts';
import { memosOf } from './memos.ts';
import { notifyStatuses } from './notices.ts';
import type { Cause } from './proposals.ts';
import { notifyQuotas } from './quotaNotices.ts';
import { rangesOf } from './readPeriods.ts';
import { updateTotals } from './updateTotals.ts';
import { diffSizeOf, type WrittenRecord, writeDiffs } from './writeDiffs.ts';

type Repos = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'notifications' | 'periods' | 'records'>;

/** Maximum length of a chain of memos on memos. */
const MAX_ROUNDS = 8;
/** Number of people computed together, so that a company's facts are never all in memory. */
const BATCH_PEOPLE = 25;

const auditedValues = (row: RecordValues | null) =>
  row && {
    amount_cents: row.amount_cents,
    net_cents: row.net_cents,
    adjustments_cents: row.adjustments_cents,
    released_cents: row.released_cents,
    paid_cents: row.paid_cents,
    status: row.status,
  };

const entriesOf = (written: readonly WrittenRecord[], { actorId, why }: Cause): AuditWrite[] =>
  written.flatMap(({ id, before, after }) => {
    const entry = { actorId, action: 'commission.recomputed', entity: 'commission', entityId: String(id), cause: why };
    const [valuesBefore, valuesAfter] = [auditedValues(before), auditedValues(after)];
    return JSON.stringify(valuesBefore) === JSON.stringify(valuesAfter) ? [] : [{ ...entry, before: valuesBefore, after: valuesAfter }];
  });

export type Recomputed = Readonly<{ written: number; proposed: number }>;
/** People whose records would exceed `maxEntries` are skipped and passed to `leave`, before any lock that all writers share. */
type Limit = Readonly<{ maxEntries: number; leave: (left: readonly AffectedDay[]) => Promise<void> }>;
const unlimited: Limit = { maxEntries: Number.POSITIVE_INFINITY, leave: async () => {} };

/**
 * Recomputes the records of the affected quota periods under the current configuration, in the transaction of the change, and updates the
 * monthly totals. Writes only differences. Amounts of closed months do not change: a difference becomes one proposed adjustment in the
 * open month. Call it after the change and before its audit entry (the audit log is locked last).
 * @param affected results of `affectedBy` before and after the change
 */
export const recomputeAffected = async (
  tx: Repos,
  affected: readonly AffectedDay[],
  cause: Cause,
  { maxEntries, leave } = unlimited,
): Promise<Recomputed> => {
  if (affected.length === 0) {
    await leave([]);
    return { written: 0, proposed: 0 };
  }
  await tx.periods.lockShared();
  const current = await currentConfig(tx);
  const today = todayIn(current.config.timezone, cause.at);
  const all: WrittenRecord[] = [];
  const proposals: AuditWrite[] = [];
  const skippedDays: AffectedDay[] = [];
  const everybody = new Map<number, PersonRow>();
  const context = { current, closedMonths: await readClosedMonths(tx), today, comparesClosed: true };
  let nextDays = await withManagers(tx, affected, current, context.closedMonths);
  for (let round = 0; nextDays.length > 0 && round < MAX_ROUNDS; round += 1) {
    const ids = [...new Set(nextDays.map(({ user_id }) => user_id))];
    const people = new Map((await tx.facts.lockPeople(ids)).map((row) => [row.id, row]));
    for (const [id, person] of people) everybody.set(id, person);
    const ranges = rangesOf(nextDays, people, current, context.closedMonths);
    const currentDays = nextDays;
    nextDays = [];
    for (let from = 0; from < ranges.length; from += BATCH_PEOPLE) {
      const batch = ranges.slice(from, from + BATCH_PEOPLE);
      const diffed = await readAndDiff(tx, batch, people, context);
      const diffs = diffed.map(({ diff }) => diff);
      const changes = diffs.reduce((sum, diff) => sum + diffSizeOf(diff), 0);
      if (all.length + changes > maxEntries) {
        const batchUserIds = new Set(batch.map(({ user_id }) => user_id));
        skippedDays.push(...currentDays.filter((one) => batchUserIds.has(one.user_id)));
        continue;
      }
      const written = await writeDiffs(tx, diffs, cause.at);
      proposals.push(...(await proposeLateFacts(tx, diffed, context, cause)));
      all.push(...written);
      nextDays.push(...(await memosOf(tx, written, diffed)));
    }
    const skippedUserIds = new Set(skippedDays.map(({ user_id }) => user_id));
    const computedDays = currentDays.filter(({ user_id }) => !skippedUserIds.has(user_id));
    proposals.push(...(await settleBonuses(tx, computedDays, people, context, cause)));
  }
  const updateCompany = await updateTotals(tx, all);
  await notifyStatuses(tx, all, cause.at);
  await notifyQuotas(tx, all, everybody, context, cause.at);
  await leave(skippedDays);
  await updateCompany();
  await tx.audit.writeAll([...entriesOf(all, cause), ...proposals], cause.origin, cause.at);
  return { written: all.length, proposed: proposals.filter(({ action }) => action !== 'adjustment.voided').length };
};
