import type { AuditEntry } from '../../../db/repositories/audit/audit.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig, type VersionedConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { type ClosedMonths, monthOfDay, readClosedMonths } from './closedMonths.ts';
import { keepSums } from './companySums.ts';
import { hasTeams } from './credits.ts';
import { type DiffedPerson, readAndDiff } from './diffPeople.ts';
import { type Cause, propose } from './lateFacts/propose.ts';
import { notifyStatuses } from './notices.ts';
import { rangesOf } from './readPeriods.ts';
import type { Touched } from './touched.ts';
import { type WrittenRecord, writeDiffs } from './writeDiffs.ts';

type Within = Pick<Repositories, 'audit' | 'config' | 'facts' | 'notifications' | 'periods' | 'records'>;

/** A chain of memos of memos is no longer than this. */
const ROUNDS = 8;
/** So many people are computed in one go: a whole company's facts are never in memory at once. */
const BATCH = 25;

const worth = ['amount_cents', 'base_cents', 'net_cents', 'adjustments_cents'] as const satisfies readonly (keyof RecordValues)[];
/** What a memo of the record would take back has changed; of a closed month that is what was approved for it. */
const isWorthChanged = ({ before, after }: WrittenRecord): boolean => worth.some((key) => before?.[key] !== after?.[key]);

const auditedValues = (row: RecordValues | null) =>
  row && {
    amount_cents: row.amount_cents,
    net_cents: row.net_cents,
    adjustments_cents: row.adjustments_cents,
    released_cents: row.released_cents,
    paid_cents: row.paid_cents,
    status: row.status,
  };

const entriesOf = (written: readonly WrittenRecord[], { actorId, why }: Cause): AuditEntry[] =>
  written.flatMap(({ id, before, after }) => {
    const entry = { actorId, action: 'commission.recomputed', entity: 'commission', entityId: String(id), cause: why };
    const [was, is] = [auditedValues(before), auditedValues(after)];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ ...entry, before: was, after: is }];
  });

/** A closed month is compared by its own rules: its teams count for what is touched in it. */
const withManagers = async (
  within: Within,
  touched: readonly Touched[],
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): Promise<Touched[]> => {
  const closed = touched.flatMap(({ day }) => closedMonths.get(monthOfDay(day)) ?? []);
  if (![config, ...closed.map((one) => one.config)].some(hasTeams)) return [...touched];
  const managers = await within.facts.managersOf(touched.map(({ userId }) => userId));
  return [...touched, ...touched.flatMap(({ userId, day }) => (managers.has(userId) ? [{ userId: managers.get(userId) ?? 0, day }] : []))];
};

/** Credit memos of what changed that were not computed together with it. */
const memosOf = async (within: Within, written: readonly WrittenRecord[], diffed: readonly DiffedPerson[]): Promise<Touched[]> => {
  const changed = written.filter(isWorthChanged);
  if (changed.length === 0) return [];
  const memos = await within.facts.memosOf(changed.map(({ invoiceId }) => invoiceId));
  const computed = new Map(diffed.map(({ person, diff }) => [person.id, diff.computed]));
  return memos.flatMap(({ id, credit_of_id, booking_date: day }) =>
    changed
      .filter(({ invoiceId, userId }) => {
        const together = computed.get(userId);
        return invoiceId === credit_of_id && !(together?.has(id) && together.has(invoiceId));
      })
      .map(({ userId }) => ({ userId, day })),
  );
};

/**
 * Makes the records of the touched quota periods what the facts and the newest configuration say, in the transaction of the change, and
 * keeps the sums of months equal to them. Only what differs is written. Amounts of closed months stay: a difference becomes a proposed
 * adjustment of the open month, once. Call it after the change and before the audit row of the change (the audit log's lock is the last).
 * @param touched what `touchedBy` answered before and after the change
 */
export const recomputeTouched = async (
  within: Within,
  touched: readonly Touched[],
  cause: Cause,
): Promise<Readonly<{ written: number; proposed: number }>> => {
  if (touched.length === 0) return { written: 0, proposed: 0 };
  await within.periods.hold();
  const current = await currentConfig(within);
  const today = todayIn(current.config.timezone, cause.at);
  const all: WrittenRecord[] = [];
  const proposals: AuditEntry[] = [];
  const reading = { current, closedMonths: await readClosedMonths(within), today, comparesClosed: true };
  let wanted = await withManagers(within, touched, current, reading.closedMonths);
  for (let round = 0; wanted.length > 0 && round < ROUNDS; round += 1) {
    const ids = [...new Set(wanted.map(({ userId }) => userId))];
    const people = new Map((await within.facts.lockPeople(ids)).map((row) => [row.id, row]));
    const ranges = rangesOf(wanted, people, current, reading.closedMonths);
    wanted = [];
    for (let from = 0; from < ranges.length; from += BATCH) {
      const diffed = await readAndDiff(within, ranges.slice(from, from + BATCH), people, reading);
      const diffs = diffed.map(({ diff }) => diff);
      const written = await writeDiffs(within, diffs, cause.at);
      proposals.push(...(await propose(within, diffed, reading, cause)));
      all.push(...written);
      wanted.push(...(await memosOf(within, written, diffed)));
    }
  }
  await keepSums(within, all);
  await notifyStatuses(within, all, cause.at);
  await within.audit.writeAll([...entriesOf(all, cause), ...proposals], cause.origin, cause.at);
  return { written: all.length, proposed: proposals.filter(({ action }) => action !== 'adjustment.voided').length };
};
