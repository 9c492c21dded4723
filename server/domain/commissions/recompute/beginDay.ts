import type { CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import { releasedDuringHold } from '../../../../contract/rules/commission/hold.ts';
import {
  isSettledByCredit,
  lapsedOn,
  releasableIgnoringWait,
  releasedAt,
  releaseTermsOf,
  uncreditedRelease,
} from '../../../../contract/rules/commission/release.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import type { ReleaseRow } from '../../../db/repositories/commissions/releases.ts';
import type { Repositories, Store } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { hasBonuses } from './bonuses/index.ts';
import { monthOfDay, readClosedMonths } from './closedMonths.ts';
import { isEmptied, isRecordHeld, planOfRecord, releasableOf, releaseOf } from './expected/index.ts';
import { byUser } from './readPeriods.ts';
import { recomputeOrMark } from './recomputeOrMark.ts';

export const DAY_JOB = 'day_began';
/** The longest wait a plan may have, in days; the first run looks back this far. */
const LOOKBACK_DAYS = 366;
const BATCH_ROWS = 2000;

/** True if the passage of time alone has made the record outdated. */
const isOutdated = (row: ReleaseRow, configOn: (day: Day) => CommissionsConfig, today: Day): boolean => {
  const person = { id: row.user_id, role: row.role };
  const plan = planOfRecord(configOn(row.booking_date), person, row);
  const release = isEmptied(row) ? uncreditedRelease : plan && releaseOf(plan, row, person, configOn);
  if (!release) return false;
  const earned = row.amount_cents + row.adjustments_cents;
  const releasable = releasableOf(row, earned);
  const isSettled = isSettledByCredit(release, releasable, today);
  const isMoved = isSettled && row.reason === 'moved_by_credit';
  const released = isMoved ? row.released_cents : releasedAt(release, releasable, today);
  const isHeld = isRecordHeld(row, today);
  if ((isHeld ? releasedDuringHold(earned, released, row.paid_cents) : released) !== row.released_cents) return true;
  if (row.reason === 'held' && !isHeld) return true;
  if (isSettled ? row.reason === 'customer_payment' : row.reason === 'settled_by_credit') return true;
  if (row.reason === 'lapsed' && lapsedOn(release, releasable, today) === null) return true;
  const isWaiting = releasableIgnoringWait(release, releasable, today) !== 0;
  return (row.reason === 'customer_payment' && isWaiting) || (row.reason === 'wait_days' && !isWaiting);
};

/** Audit entries of these changes have no actor. */
const withoutActor = (tx: Repositories): Repositories => ({
  ...tx,
  audit: {
    ...tx.audit,
    writeAll: (entries, origin, at) =>
      tx.audit.writeAll(
        entries.map((entry) => ({ ...entry, actorId: null })),
        origin,
        at,
      ),
  },
});

/**
 * Applies changes that are due to the date alone: the end of a plan's wait or of a hold, or the day of a payment dated ahead. Finds the
 * records affected since the last completed day, including missed days, and recomputes them person by person; large recomputations are
 * only marked. A failure for one person does not stop the others. A repeated run finds only the records that failed, if any.
 * @returns the number of outdated records
 * @throws after everyone was processed, if the computation failed for somebody
 */
export const beginDay = async (store: Store, slot: Day, at: Date): Promise<number> => {
  const current = await currentConfig(store);
  const closedMonths = await readClosedMonths(store);
  // A late run uses the current day.
  const today = todayIn(current.config.timezone, at);
  const last = await store.jobs.lastSlot(DAY_JOB, slot);
  const plans = [current, ...closedMonths.values()].flatMap(({ config }) => config.plans);
  const terms = plans.flatMap(({ release }) => releaseTermsOf(release));
  const days = {
    after: last ?? addDays(today, -LOOKBACK_DAYS),
    to: today,
    waitDays: [...new Set([0, ...terms.flatMap(({ waitDays, lapse }) => (lapse ? [waitDays, lapse.afterDays + 1] : [waitDays]))])],
    yearEnds: terms.some(({ when }) => when === 'year_end'),
  };
  const configOn = (day: Day): CommissionsConfig => (closedMonths.get(monthOfDay(day)) ?? current).config;
  // A sale dated ahead earns no bonus before its booking day.
  const mayEarnBonuses = hasBonuses(current);
  const arrivedAfter = last ?? addDays(today, -1);
  const outdated: ReleaseRow[] = [];
  const invoices = await store.releases.changedByTime(days);
  for (let from = 0; from < invoices.length; from += BATCH_ROWS)
    for (const row of await store.releases.ofInvoices(invoices.slice(from, from + BATCH_ROWS)))
      if (isOutdated(row, configOn, today) || (mayEarnBonuses && row.booking_date > arrivedAfter)) outdated.push(row);
  if (outdated.length === 0) return 0;
  // Proposals for late facts need an author.
  const [actorId] = (await store.periods.peopleOf(['admin'])).sort((a, b) => a - b);
  if (actorId === undefined) throw new Error('no administrator in whose name a day could begin');
  const cause = {
    actorId,
    at,
    origin: { network: 'server', requestId: `${DAY_JOB} ${slot}` },
    why: { kind: 'day_began', day: today } as const,
  };
  const failures: { userId: number; error: unknown }[] = [];
  const byPerson = [...byUser(outdated)].sort(([a], [b]) => a - b);
  for (const [userId, rows] of byPerson) {
    const work = store.transaction(async (tx) => {
      const affected = rows.map(({ user_id, booking_date: day }) => ({ user_id, day }));
      await recomputeOrMark(withoutActor(tx), affected, cause);
    });
    await work.catch((error: unknown) => failures.push({ userId, error }));
  }
  const [first] = failures;
  if (first)
    throw new Error(
      `the day ${today} began, but not for ${failures.length} of ${byPerson.length} people; the first is user ${first.userId}`,
      {
        cause: first.error,
      },
    );
  return outdated.length;
};
