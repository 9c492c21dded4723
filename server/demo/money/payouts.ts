import { commissionStatusFor, releasedOf } from '../../../contract/rules/commission/commission.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { lastDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import { type DayNumber, demoDayText, toDayNumber, toWorkday } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { DemoAdjustment } from './adjustments.ts';
import type { DemoReceipt } from './payments.ts';
import type { CreditedDemoSale } from './sales.ts';

export type DemoPayoutLine = Readonly<{ account: Account; amount: Cents }>;
/** `reverses`: the payout that the bank returned. */
export type DemoPayout = Readonly<{
  day: DayNumber;
  createdOn: DayNumber;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  lines: readonly DemoPayoutLine[];
  reverses: DemoPayout | null;
}>;

/** The money of one record over time. */
export type Account = {
  /** True for a large commission whose first payout is half of it. */
  readonly isPaidInHalves: boolean;
  readonly sale: CreditedDemoSale;
  /** The day on which a credit memo reverses the whole invoice; for a memo, its own day. */
  readonly creditedOn: DayNumber | null;
  /** For a credit memo, its original's payments, which release both. */
  readonly payments: readonly DemoReceipt[];
  readonly adjustments: readonly DemoAdjustment[];
  paid: Cents;
  /** Cents in an unfinished payout. */
  pendingCents: Cents;
  paidOn: DayNumber | null;
};

export const demoAccountOf = (parts: Pick<Account, 'sale' | 'creditedOn' | 'payments' | 'adjustments' | 'isPaidInHalves'>): Account => ({
  ...parts,
  paid: 0,
  pendingCents: 0,
  paidOn: null,
});

const effectiveOn = ({ day, decidedOn }: DemoAdjustment): DayNumber => decidedOn ?? day;
const adjustedBy = (account: Account, day: DayNumber): Cents =>
  account.adjustments.reduce(
    (sum, adjustment) =>
      adjustment.state === 'approved' && adjustment.isOfRecord && effectiveOn(adjustment) <= day ? sum + adjustment.amount : sum,
    0,
  );

/** A record's earned, released and paid cents as of a day. @param paid the amount paid by then; all of it by default */
export const standingOn = (account: Account, day: DayNumber, paid = account.paid) => {
  const adjustments = adjustedBy(account, day);
  const earned = account.sale.parts.amount + adjustments;
  let receivedCents = 0;
  for (const payment of account.payments) if (payment.state === 'completed' && payment.day <= day) receivedCents += payment.amount;
  const { creditedOn } = account;
  const isCredited = creditedOn !== null && creditedOn <= day;
  // A credited sale is released only if money was received.
  const settledCents = receivedCents > 0 ? earned : 0;
  const released = isCredited ? settledCents : releasedOf(defaultPlan.release.when, earned, receivedCents, account.sale.booking.gross);
  return { adjustments, earned, released, paid, status: commissionStatusFor(earned, released, paid) };
};

const settle = ({ state, lines, day, reverses }: DemoPayout): void => {
  for (const { account, amount } of lines) {
    if (state === 'completed') account.paid += amount;
    if (state === 'completed' && !reverses) account.paidOn = day;
    if (state === 'pending' || state === 'processing') account.pendingCents += amount;
  }
};

/** Payout runs at month ends, and in some months an advance on the 15th. The next run appears once the 15th has passed. */
const runDaysOf = (random: Random, from: DayNumber, today: DayNumber, advances: number): DayNumber[] => {
  const runs: DayNumber[] = [];
  for (let index = from; index <= today + 31; ) {
    const day = demoDayText(index);
    const end = toDayNumber(lastDayOfMonth(yearOf(day), monthIndexOf(day)));
    const midMonth = toWorkday(end - Number(demoDayText(end).slice(8)) + 15);
    if (random.chance(advances) && midMonth < today) runs.push(midMonth);
    if (end <= today || today >= end - 16) runs.push(end);
    index = end + 1;
  }
  return runs;
};

const owedLines = (random: Random, accounts: readonly Account[], cutoff: DayNumber): DemoPayoutLine[] =>
  accounts.flatMap((account) => {
    if (account.sale.booking.day > cutoff) return [];
    const { earned, released, paid } = standingOn(account, cutoff);
    const amount = released - paid - account.pendingCents;
    if (amount === 0) return [];
    // Overpaid amounts are recovered from a later payout, not always immediately.
    const isTakenBack = earned >= 0 ? amount < 0 : amount > 0;
    if (isTakenBack && random.chance(0.85)) return [];
    const paysHalf = account.isPaidInHalves && paid === 0 && account.pendingCents === 0 && amount > 0;
    return [{ account, amount: paysHalf ? Math.round(amount / 2) : amount }];
  });

const isSettled = (account: Account, cutoff: DayNumber): boolean => {
  if (account.sale.booking.day > cutoff) return false;
  const { earned, released, paid } = standingOn(account, cutoff);
  return (
    released === earned &&
    paid === earned &&
    account.payments.every(({ day }) => day <= cutoff) &&
    account.adjustments.every((adjustment) => effectiveOn(adjustment) <= cutoff)
  );
};

/** All payouts of a seller up to today; completed ones are added to the accounts. */
export const payoutsOf = (random: Random, accounts: readonly Account[], today: DayNumber, advances: number): DemoPayout[] => {
  const firstDay = accounts[0]?.sale.booking.day;
  if (firstDay === undefined) return [];
  const payouts: DemoPayout[] = [];
  const add = (paid: DemoPayout): DemoPayout => {
    payouts.push(paid);
    settle(paid);
    return paid;
  };
  let open = [...accounts];
  for (const run of runDaysOf(random, firstDay, today, advances)) {
    const cutoff = Math.min(run - 3, today);
    const lines = owedLines(random, open, cutoff);
    if (lines.reduce((sum, { amount }) => sum + amount, 0) < 2500) continue;
    const payout = { day: run, createdOn: Math.min(run - 2, today), lines, reverses: null };
    const age = today - run;
    if (age < 0) add({ ...payout, state: 'pending' });
    else if (age <= 4)
      add({
        ...payout,
        state: random.weighted([
          ['processing', 60],
          ['completed', 35],
          ['failed', 5],
        ] as const),
      });
    else if (age <= 28)
      add({
        ...payout,
        state: random.weighted([
          ['processing', 5],
          ['completed', 87],
          ['failed', 8],
        ] as const),
      });
    else if (random.chance(0.02)) {
      add({ ...payout, state: 'failed' });
      add({ ...payout, createdOn: run + 2, day: toWorkday(run + 3), state: 'completed' });
    } else {
      const paid = add({ ...payout, state: 'completed' });
      if (random.chance(0.006)) {
        const returnedLines = lines.map(({ account, amount }) => ({ account, amount: -amount }));
        add({ day: toWorkday(run + 5), createdOn: run + 5, state: 'completed', lines: returnedLines, reverses: paid });
      }
    }
    open = open.filter((account) => !isSettled(account, cutoff));
  }
  return payouts;
};
