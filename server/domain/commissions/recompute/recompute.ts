import type { AuditEntry } from '../../../db/repositories/audit/audit.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig, type VersionedConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { keepSums } from './companySums.ts';
import { type Frozen, monthOfDay } from './recomputeChanges.ts';
import { hasTeams } from './recomputeCredits.ts';
import { type Cause, propose } from './recomputePropose.ts';
import { applyChanges, type Found, frozenMonths, rangesOf, readChanges, type Touched, type Written } from './recomputeWork.ts';

export type { Cause } from './recomputePropose.ts';

type Within = Pick<Repositories, 'audit' | 'config' | 'facts' | 'notifications' | 'periods' | 'records'>;

/** A chain of memos of memos is no longer than this. */
const ROUNDS = 8;
/** So many people are computed in one go: a whole company's facts are never in memory at once. */
const BATCH = 25;

const worth = ['amount_cents', 'base_cents', 'net_cents', 'adjustments_cents'] as const satisfies readonly (keyof RecordValues)[];
/** What a memo of the record would take back has changed; of a closed month that is what was approved for it. */
const isWorthChanged = ({ before, after }: Written): boolean => worth.some((key) => before?.[key] !== after?.[key]);

const shown = (row: RecordValues | null) =>
  row && {
    amount_cents: row.amount_cents,
    net_cents: row.net_cents,
    adjustments_cents: row.adjustments_cents,
    released_cents: row.released_cents,
    paid_cents: row.paid_cents,
    status: row.status,
  };

const entriesOf = (written: readonly Written[], { actorId, why }: Cause): AuditEntry[] =>
  written.flatMap(({ id, before, after }) => {
    const entry = { actorId, action: 'commission.recomputed', entity: 'commission', entityId: String(id), cause: why };
    const [was, is] = [shown(before), shown(after)];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ ...entry, before: was, after: is }];
  });

/** A closed month is weighed by its own rules: teams of then count for what is touched in it. */
const withManagers = async (
  within: Within,
  touched: readonly Touched[],
  { config }: VersionedConfig,
  frozen: Frozen,
): Promise<Touched[]> => {
  const closed = touched.flatMap(({ day }) => frozen.get(monthOfDay(day)) ?? []);
  if (![config, ...closed.map((one) => one.config)].some(hasTeams)) return [...touched];
  const managers = await within.facts.managersOf(touched.map(({ userId }) => userId));
  return [...touched, ...touched.flatMap(({ userId, day }) => (managers.has(userId) ? [{ userId: managers.get(userId) ?? 0, day }] : []))];
};

/** Credit memos of what changed that were not computed together with it. */
const memosOf = async (within: Within, written: readonly Written[], found: readonly Found[]): Promise<Touched[]> => {
  const changed = written.filter(isWorthChanged);
  if (changed.length === 0) return [];
  const memos = await within.facts.memosOf(changed.map(({ invoiceId }) => invoiceId));
  const computed = new Map(found.map(({ person, changes }) => [person.id, changes.computed]));
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
 * @param touched for an invoice ask `touchedBy`, before and after the change
 */
export const recompute = async (
  within: Within,
  touched: readonly Touched[],
  cause: Cause,
): Promise<Readonly<{ written: number; proposed: number }>> => {
  await within.periods.hold();
  const current = await currentConfig(within);
  const today = todayIn(current.config.timezone, cause.at);
  const all: Written[] = [];
  const proposals: AuditEntry[] = [];
  const reading = { current, frozen: await frozenMonths(within), today, weighs: true };
  let wanted = await withManagers(within, touched, current, reading.frozen);
  for (let round = 0; wanted.length > 0 && round < ROUNDS; round += 1) {
    const ids = [...new Set(wanted.map(({ userId }) => userId))];
    const people = new Map((await within.facts.lockPeople(ids)).map((row) => [row.id, row]));
    const asked = rangesOf(wanted, people, current, reading.frozen);
    wanted = [];
    for (let from = 0; from < asked.length; from += BATCH) {
      const found = await readChanges(within, asked.slice(from, from + BATCH), people, reading);
      const changes = found.map((one) => one.changes);
      const written = await applyChanges(within, changes, cause.at);
      proposals.push(...(await propose(within, found, reading, cause)));
      all.push(...written);
      wanted.push(...(await memosOf(within, written, found)));
    }
  }
  await keepSums(within, all);
  await within.audit.writeAll([...entriesOf(all, cause), ...proposals], cause.origin, cause.at);
  return { written: all.length, proposed: proposals.filter(({ action }) => action !== 'adjustment.voided').length };
};

/** Whose money an invoice is, as recorded and as it stands now. */
export const touchedBy = async ({ facts }: Pick<Within, 'facts'>, invoiceIds: readonly number[]): Promise<Touched[]> =>
  (await facts.touchedBy(invoiceIds)).map(({ user_id, day }) => ({ userId: user_id, day }));
