import type { CommissionsConfig } from '../../contract/rules/config.ts';
import type { Day } from '../../contract/rules/period.ts';
import type { Origin } from '../db/repositories/audit.ts';
import type { RecordValues } from '../db/repositories/records.ts';
import type { Repositories } from '../db/repositories/store.ts';
import { todayIn } from './clock.ts';
import { keepSums } from './companySums.ts';
import { currentConfig, type VersionedConfig } from './config.ts';
import { type Frozen, monthOfDay } from './recomputeChanges.ts';
import { hasTeams } from './recomputeCredits.ts';
import { firstOpenDay, settleLate } from './recomputeLate.ts';
import { isWhole } from './recomputeTargets.ts';
import { applyChanges, type Found, frozenMonths, rangesOf, readChanges, type Touched, type Written } from './recomputeWork.ts';

/** Who changed what, for proposals and the audit log. */
export type Cause = Readonly<{ actorId: number; at: Date; origin: Pick<Origin, 'network' | 'requestId'>; why: string }>;
type Within = Pick<Repositories, 'audit' | 'config' | 'facts' | 'notifications' | 'periods' | 'records'>;

/** A chain of memos of memos is no longer than this. */
const ROUNDS = 8;

/** What a memo of the record would take back has changed. */
const isWorthChanged = ({ before, after }: Written): boolean =>
  before?.amount_cents !== after?.amount_cents || before?.base_cents !== after?.base_cents || before?.net_cents !== after?.net_cents;

const shown = (row: RecordValues | null) =>
  row && {
    amount_cents: row.amount_cents,
    net_cents: row.net_cents,
    adjustments_cents: row.adjustments_cents,
    released_cents: row.released_cents,
    paid_cents: row.paid_cents,
    status: row.status,
  };

const audit = async (within: Within, written: readonly Written[], { actorId, at, origin, why }: Cause): Promise<void> => {
  const entries = written.flatMap(({ id, before, after }) => {
    const entry = { actorId, action: 'commission.recomputed', entity: 'commission', entityId: String(id), cause: why };
    const [was, is] = [shown(before), shown(after)];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ ...entry, before: was, after: is }];
  });
  await within.audit.writeAll(entries, origin, at);
};

const tellApprovers = async (within: Within, id: number, reason: string, { actorId, at }: Cause): Promise<void> => {
  for (const user_id of await within.periods.peopleOf(['vp_sales', 'admin'])) {
    const words = {
      title: 'Adjustment waiting for approval',
      message: reason,
      link: '/commissions',
      dedupe_key: `adjustment:${id}:pending`,
    };
    if (user_id !== actorId) await within.notifications.add({ user_id, type: 'commission', priority: 'medium', ...words }, at);
  }
};

/** Differences of closed months become proposals of the open one. @returns how many are new or made right */
const propose = async (within: Within, found: readonly Found[], config: CommissionsConfig, today: Day, cause: Cause): Promise<number> => {
  const made = await within.records.late(found.map(({ person }) => person.id));
  if (made.length === 0 && found.every(({ changes }) => changes.late.length === 0)) return 0;
  const effective = await firstOpenDay(within, today);
  let count = 0;
  for (const { person, range, changes } of found) {
    const mine = made.filter((row) => row.user_id === person.id && isWhole(config, person, range, row.booking_date));
    const { proposals, voided } = settleLate(changes.late, mine);
    for (const id of voided) await within.records.repropose(id, null, cause.at);
    for (const { amount, calculation, reason, replaces, ...proposal } of proposals) {
      count += 1;
      if (replaces !== null) await within.records.repropose(replaces, { amount_cents: amount, calculation }, cause.at);
      else {
        const late = {
          commission_id: proposal.commissionId,
          related_invoice_id: proposal.invoiceId,
          user_id: person.id,
          amount_cents: amount,
        };
        const id = await within.records.propose(
          { ...late, reason, effective_date: effective, created_by: cause.actorId, calculation },
          cause.at,
        );
        await tellApprovers(within, id, reason, cause);
      }
    }
  }
  return count;
};

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

/** Credit memos of what changed, in other quota periods than those that were just computed. */
const memosOf = async (
  within: Within,
  written: readonly Written[],
  done: readonly { user_id: number; from: Day; to: Day }[],
): Promise<Touched[]> => {
  const changed = written.filter(isWorthChanged);
  if (changed.length === 0) return [];
  const memos = await within.facts.memosOf(changed.map(({ invoiceId }) => invoiceId));
  const ranges = new Map(done.map((range) => [range.user_id, range]));
  return memos.flatMap(({ credit_of_id, booking_date: day }) =>
    changed
      .filter(({ invoiceId, userId }) => {
        const range = ranges.get(userId);
        return invoiceId === credit_of_id && !(range && range.from <= day && day <= range.to);
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
  let proposed = 0;
  const frozen = await frozenMonths(within);
  let wanted = await withManagers(within, touched, current, frozen);
  for (let round = 0; wanted.length > 0 && round < ROUNDS; round += 1) {
    const people = new Map((await within.facts.lockPeople(wanted.map(({ userId }) => userId))).map((row) => [row.id, row]));
    const asked = rangesOf(wanted, people, current, frozen);
    if (asked.length === 0) break;
    const found = await readChanges(within, asked, people, { current, frozen, today });
    const written = await applyChanges(
      within,
      found.map(({ changes }) => changes),
      cause.at,
    );
    proposed += await propose(within, found, current.config, today, cause);
    all.push(...written);
    wanted = await memosOf(within, written, asked);
  }
  await keepSums(within, all);
  await audit(within, all, cause);
  return { written: all.length, proposed };
};

/** Whose money an invoice is, as recorded and as it stands now. */
export const touchedBy = async ({ facts }: Pick<Within, 'facts'>, invoiceIds: readonly number[]): Promise<Touched[]> =>
  (await facts.touchedBy(invoiceIds)).map(({ user_id, day }) => ({ userId: user_id, day }));
