import { fill, messages } from '../../../messages.ts';
import type { Cents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { addDays } from '../../time/period.ts';
import { releasableIgnoringWait, waitsForPayment } from '../release.ts';
import { type Facts, holdOn, isUnpaidOn, payDayOf, releasableIn, releasingInvoiceOf, type Standing } from './facts.ts';
import type { CommissionReason } from './reason.ts';
import { percent, usd } from './wording.ts';

const t = messages.blocks;
type Block = Readonly<{ sentence: string; who: string }>;
type Payout = Facts['payouts'][number];

const unsignedUsd = (cents: Cents): string => usd(Math.abs(cents));

/** True if payment in full would release more; false if it would come too late to restore a lapsed release. */
const canPaymentRelease = (facts: Facts, { earned, adjustments, releasedWithoutWait, received }: Standing): boolean => {
  const { release, gross } = releasingInvoiceOf(facts);
  const missing = { on: facts.asOf, amount: gross - received };
  return releasableIgnoringWait(release, releasableIn(facts, earned, adjustments, [missing]), facts.asOf) !== releasedWithoutWait;
};

const customerBlocks = (facts: Facts, standing: Standing): Block[] => {
  const { earned, releasedWithoutWait, received, settledByCredit, lapsed } = standing;
  const { release, number, gross } = releasingInvoiceOf(facts);
  if (releasedWithoutWait === earned || !waitsForPayment(release) || settledByCredit || gross === received) return [];
  if (lapsed && !canPaymentRelease(facts, standing)) return [];
  const amount = unsignedUsd(gross - received);
  return gross < 0
    ? [{ sentence: fill(t.refund, { number, amount }), who: t.refundWho }]
    : [{ sentence: fill(t.unpaid, { number, amount }), who: t.unpaidWho }];
};

const waitBlocks = ({ releasedWithoutHold, releasedWithoutWait, nextRelease, waiting: { waitDays, when } }: Standing): Block[] =>
  releasedWithoutHold === releasedWithoutWait || nextRelease === null
    ? []
    : [
        {
          sentence: fill(when === 'year_end' && waitDays === 0 ? t.waitYearEnd : t.wait, { days: waitDays, day: dayText(nextRelease) }),
          who: t.waitWho,
        },
      ];

const holdBlocks = (facts: Facts): Block[] => {
  const hold = holdOn(facts, facts.asOf);
  if (!hold) return [];
  const sentence = fill(t.held, { by: hold.by, reason: hold.reason });
  return [{ sentence, who: hold.until === null ? t.heldWho : fill(t.heldUntilWho, { until: dayText(hold.until) }) }];
};

const expectedPaymentBlocks = (facts: Facts): Block[] =>
  releasingInvoiceOf(facts)
    .expected.filter(({ on }) => on <= facts.asOf)
    .map(({ on, amount }) => ({
      sentence: fill(t.expected, { amount: usd(amount), day: dayText(on) }),
      who: t.expectedWho,
    }));

/** The amount still to be paid, used up step by step by pending payouts. */
const createBudget = (due: Cents) => {
  let left = due;
  return {
    left: (): Cents => left,
    /** @returns `sentence` with an ending that says whether the payout exceeds the amount left */
    take: (amount: Cents, sentence = ''): Readonly<{ sentence: string; tooMuch: boolean }> => {
      const usedAmount = Math.sign(amount) === Math.sign(left) ? Math.sign(left) * Math.min(Math.abs(left), Math.abs(amount)) : 0;
      left -= usedAmount;
      if (usedAmount === amount) return { sentence: fill(t.isDue, { sentence }), tooMuch: false };
      return { sentence: fill(usedAmount === 0 ? t.notDue : t.partDue, { sentence, amount: unsignedUsd(usedAmount) }), tooMuch: true };
    },
  };
};

const kindOf = (amount: Cents): string => (amount < 0 ? t.kinds.takeBack : t.kinds.payout);

/** For a credit memo: it reduces the amount due on its invoice; only a clawback withholds the rest (decisions 2.24). */
const memoResolver = ({ plan: { clawback }, takesBack }: Facts): string => {
  if (takesBack === null) return t.takeBackWho;
  return clawback.enabled ? fill(t.memoKept, { share: percent(clawback.maxShareOfPayout) }) : t.memoSettled;
};

const unpaidBlock = (facts: Facts, rest: Cents, isRemainder: boolean): Block => {
  const amount = isRemainder ? fill(t.another, { amount: unsignedUsd(rest) }) : unsignedUsd(rest);
  if (rest < 0) return { sentence: fill(t.takeBack, { amount }), who: memoResolver(facts) };
  const day = payDayOf(facts, facts.asOf);
  if (day === null) return { sentence: fill(t.payout, { amount }), who: t.payoutWho };
  if (isUnpaidOn(facts, day)) return { sentence: fill(t.payoutUnemployed, { amount }), who: t.payoutUnemployedWho };
  if (facts.payLimits?.tooSmall) return { sentence: fill(t.payoutTooSmall, { amount }), who: t.payoutTooSmallWho };
  return { sentence: fill(t.payoutOn, { amount, day: dayText(day) }), who: t.payoutWho };
};

const payoutResolver = (state: Payout['state'], isExcess: boolean): string => {
  if (state === 'processing') return t.processingWho;
  return isExcess ? t.correctWho : t.approveWho;
};

/** The record's newest payout, if that one failed: a later payout replaces a failed one. */
const newestFailedPayout = ({ payouts, asOf }: Facts): Payout | undefined => {
  const last = payouts.filter(({ on, reversal }) => on <= asOf && !reversal).at(-1);
  return last?.state === 'failed' ? last : undefined;
};

/** Pending payouts against the amount to be paid or recovered, then the remainder for which no payout exists yet. */
const payoutBlocks = (facts: Facts, { due, released, paid }: Standing): Block[] => {
  const openPayouts = facts.payouts.filter(({ on, state }) => on <= facts.asOf && state !== 'completed');
  const budget = createBudget(due === 0 ? released - paid : due);
  const pendingBlocks = openPayouts
    .filter(({ state }) => state !== 'failed')
    .map(({ on, payDay = on, amount, state }) => {
      const { sentence, tooMuch } = budget.take(
        amount,
        fill(t.underWay, { kind: kindOf(amount), amount: unsignedUsd(amount), day: dayText(payDay), state }),
      );
      return { sentence, who: payoutResolver(state, tooMuch) };
    });
  if (due === 0 || budget.left() === 0) return pendingBlocks;
  const failed = newestFailedPayout(facts);
  if (!failed || Math.abs(failed.amount) > Math.abs(budget.left()))
    return [...pendingBlocks, unpaidBlock(facts, budget.left(), pendingBlocks.length > 0)];
  budget.take(failed.amount);
  return [
    ...pendingBlocks,
    {
      sentence: fill(t.failed, { kind: kindOf(failed.amount), amount: unsignedUsd(failed.amount), day: dayText(failed.on) }),
      who: t.failedWho,
    },
    ...(budget.left() === 0 ? [] : [unpaidBlock(facts, budget.left(), true)]),
  ];
};

const adjustmentBlocks = ({ adjustments, asOf }: Facts): Block[] =>
  adjustments
    .filter(({ on, state }) => state === 'pending' && on <= asOf)
    .map(({ amount, reason }) => ({
      sentence: fill(t.adjustment, { amount: usd(amount), reason }),
      who: t.adjustmentWho,
    }));

/** States how much the plan recovers automatically, and until when (`recoverable` in clawback.ts); otherwise people must settle it. */
const overpaymentResolver = ({ plan, asOf }: Facts, { paidOn }: Standing): string => {
  const { enabled, maxShareOfPayout, windowDays } = plan.clawback;
  if (!enabled) return t.settle;
  const share = percent(maxShareOfPayout);
  if (paidOn === null) return fill(t.keepBack, { share });
  const until = addDays(paidOn, windowDays);
  return asOf <= until ? fill(t.keepBackUntil, { share, day: dayText(until) }) : fill(t.settleOver, { day: dayText(until) });
};

const overpaymentBlocks = (facts: Facts, standing: Standing): Block[] => {
  const { status, earned, released, paid } = standing;
  if (status !== 'over_paid') return [];
  return earned < 0
    ? [
        {
          sentence: fill(t.tooMuchTaken, { amount: unsignedUsd(paid - released) }),
          who: t.tooMuchTakenWho,
        },
      ]
    : [{ sentence: fill(t.tooMuchPaid, { amount: unsignedUsd(paid - released) }), who: overpaymentResolver(facts, standing) }];
};

const blockByReason: Readonly<Partial<Record<CommissionReason, Block>>> = {
  cap_reached: { sentence: t.cap, who: t.capWho },
  excluded: { sentence: t.excluded, who: t.excludedWho },
  nothing_earned: { sentence: t.earnedNothing, who: t.earnedNothingWho },
  adjusted_to_zero: { sentence: t.balanced, who: t.balancedWho },
  settled_by_credit: { sentence: t.settled, who: t.settledWho },
};

/** Everything that keeps the record from being paid in full, and who can unblock it. */
export const blocksOf = (facts: Facts, standing: Standing, reason: CommissionReason): Block[] => [
  ...(blockByReason[reason] ? [blockByReason[reason]] : []),
  ...overpaymentBlocks(facts, standing),
  ...holdBlocks(facts),
  ...customerBlocks(facts, standing),
  ...waitBlocks(standing),
  ...expectedPaymentBlocks(facts),
  ...payoutBlocks(facts, standing),
  ...adjustmentBlocks(facts),
];
