import type { PayPeriod, PayPeriodCheck, PayPeriodState } from '../../../contract/entities/payPeriod.ts';
import { type PayPeriodEvent, type PayPeriodFacts, payPeriodLifecycle } from '../../../contract/lifecycles/payPeriod.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { dayText, monthText, shortMonthText } from '../../../contract/rules/time/dayText.ts';
import { type DateRange, type Day, type Period, periodAt, periodLabel, shiftPeriod } from '../../../contract/rules/time/period.ts';
import type { PendingMonth } from '../../db/repositories/commissions/marks.ts';
import type { PeriodRow, PeriodSums } from '../../db/repositories/payPeriods/periods.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { pendingDays } from '../commissions/pendingDays.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** A month with all facts that the guards of its lifecycle read. */
export type Month = Readonly<{
  period: Period;
  state: PayPeriodState;
  row: PeriodRow | undefined;
  sums: PeriodSums | undefined;
  facts: PayPeriodFacts;
  /** The oldest earlier month that is not closed. */
  firstOpen: Day | null;
}>;

const t = messages.periodRefusals;

const earlierText = (first: Day, count: number): string =>
  count === 1 ? fill(t.earlierOne, { month: monthText(first) }) : fill(t.earlier, { count, month: monthText(first) });

/** The reasons why it cannot be closed, as sentences; empty for a closed month. */
export const closingBlockers = ({ period, state, facts, firstOpen }: Month): string[] => {
  if (state === 'closed') return [];
  const { isOver, pendingAdjustments, openDisputes, earlierOpen, computing, signed, signersNeeded } = facts;
  return [
    ...(isOver ? [] : [fill(t.notOver, { month: monthText(period.start_date), day: dayText(period.end_date) })]),
    ...(pendingAdjustments === 0 ? [] : [fill(pendingAdjustments === 1 ? t.pendingOne : t.pending, { count: pendingAdjustments })]),
    ...(openDisputes === 0 ? [] : [fill(openDisputes === 1 ? t.questionOne : t.questions, { count: openDisputes })]),
    ...(computing === 0
      ? []
      : [fill(computing === 1 ? t.computingOne : t.computing, { count: computing, month: monthText(period.start_date) })]),
    ...(state === 'review' && signed < signersNeeded ? [fill(t.signatures, { count: signed, needed: signersNeeded })] : []),
    // Comes last, because it applies to most months of a company that has never closed one.
    ...(firstOpen === null ? [] : [earlierText(firstOpen, earlierOpen)]),
  ];
};

/** The event of a step; the default reason serves to check whether the step is allowed. */
export const periodEventOf = (action: PayPeriod['actions'][number], reason = 'given with the step'): PayPeriodEvent =>
  action === 'reopen' ? { type: 'reopen', reason } : { type: action };

const actions = ['review', 'back', 'close', 'reopen'] as const;
const actionsOf = (actor: Actor, { state, facts }: Month): PayPeriod['actions'] =>
  actions.filter(
    (action) =>
      can(actor, action === 'reopen' ? 'period:reopen' : 'period:close') &&
      canStep(payPeriodLifecycle, state, periodEventOf(action), facts),
  );

export const payPeriodOf = (actor: Actor, month: Month): PayPeriod => {
  const { period, state, row, sums } = month;
  return {
    id: periodLabel(period),
    label: shortMonthText(period.start_date),
    start_date: period.start_date,
    end_date: period.end_date,
    state,
    records: sums?.records ?? 0,
    total_commission: fromCents((sums?.amount_cents ?? 0) + (sums?.adjustments_cents ?? 0)),
    blockers: closingBlockers(month),
    actions: actionsOf(actor, month),
    closed_at: row?.closed_at ?? null,
    closed_by: row?.closed_by ?? null,
    reason: row?.reason ?? null,
    hash: row?.hash ?? null,
    root: row?.root ?? null,
  };
};

const pendingCountOf = (marked: readonly PendingMonth[], { start_date, end_date }: DateRange): number =>
  marked.filter(({ month }) => month >= start_date && month <= end_date).reduce((sum, { people }) => sum + people, 0);

const SIGNERS_NEEDED = 2;
/**
 * Two signers, or none if only one person could sign or the company is not live: the closing then counts as the signature (decisions 2.11,
 * 2.32).
 */
const readSignersNeeded = async ({ periods, setup }: Pick<Repositories, 'periods' | 'setup'>): Promise<number> =>
  (await periods.peopleOf(['finance', 'admin'])).length < SIGNERS_NEEDED || !(await setup.isLive()) ? 0 : SIGNERS_NEEDED;

/** Every month from the first record's to that of `today`, newest first. */
export const readPayPeriodMonths = async (
  { periods, marks, reviews, setup }: Pick<Repositories, 'periods' | 'marks' | 'reviews' | 'setup'>,
  config: CommissionsConfig,
  today: Day,
): Promise<Month[]> => {
  const current = periodAt('month', today);
  const first = (await periods.firstMonth()) ?? current.start_date;
  const rows = new Map((await periods.all()).map((row) => [row.start_date, row]));
  const sums = new Map((await periods.sums(first, current.start_date)).map((row) => [row.start_date, row]));
  const marked = await marks.pendingMonths();
  const inReview = [...rows.values()].filter(({ state }) => state === 'review').map(({ start_date }) => start_date);
  const signed = (await reviews.signatures(inReview)).filter(({ stands }) => stands);
  const signersNeeded = await readSignersNeeded({ periods, setup });
  const months: Month[] = [];
  let earlierOpen = 0;
  let firstOpen: Day | null = null;
  for (let period = periodAt('month', first); period.start_date <= current.start_date; period = shiftPeriod(period, 1)) {
    const row = rows.get(period.start_date);
    const sum = sums.get(period.start_date);
    const facts = {
      isOver: period.end_date < today,
      pendingAdjustments: sum?.pending_adjustments ?? 0,
      openDisputes: sum?.open_disputes ?? 0,
      earlierOpen,
      computing: pendingCountOf(marked, pendingDays(config, period)),
      signed: signed.filter(({ month }) => month === period.start_date).length,
      signersNeeded,
      // A reopening's reason is stored until the next closing.
      wasClosed: row?.reason != null,
    };
    const state = row?.state ?? 'open';
    months.push({ period, state, row, sums: sum, facts, firstOpen });
    if (state === 'closed') continue;
    earlierOpen += 1;
    firstOpen ??= period.start_date;
  }
  return months.reverse();
};

/** All months with money, newest first (decisions 2.11). */
export const listPeriods = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, actor: Actor): Promise<PayPeriod[]> => {
  const { config } = await currentConfig(store);
  const months = await readPayPeriodMonths(store, config, todayIn(config.timezone, clock()));
  return months.map((month) => payPeriodOf(actor, month));
};

/**
 * Checks that the data saved by the last closing is unchanged.
 * @throws Problem 404 for a month that was never closed
 */
export const checkPeriod = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, label: string): Promise<PayPeriodCheck> => {
  const check = await store.periods.check(`${label}-01`);
  if (!check) throw notFoundProblem(t.neverClosed);
  return { ...check, checked_at: clock().toISOString() };
};

/**
 * Refuses a change dated in a closed month, and holds the months until the transaction ends. Call it before other writes.
 * @throws Problem 409 period_closed
 */
export const assertOpen = async ({ periods }: Pick<Repositories, 'periods'>, day: Day): Promise<void> => {
  await periods.lockShared();
  const [closed] = await periods.closedIn(day, day);
  if (!closed) return;
  throw new Problem(409, 'period_closed', fill(t.closed, { month: monthText(day) }));
};
