import type { Cents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { addDays } from '../../time/period.ts';
import type { Facts, Standing } from './facts.ts';
import type { Reason } from './reason.ts';
import { percent, usd } from './wording.ts';

type Block = Readonly<{ sentence: string; who: string }>;
type Payout = Facts['payouts'][number];

const size = (cents: Cents): string => usd(Math.abs(cents));

const ofCustomer = ({ booking, invoice, plan }: Facts, { earned, unwaited, received }: Standing): Block[] => {
  if (unwaited === earned || plan.release.when === 'on_booking') return [];
  const number = booking.invoiceNumber;
  const missing = size(invoice.gross - received);
  return invoice.gross < 0
    ? [{ sentence: `Credit memo ${number} still has ${missing} to refund.`, who: 'Finance refunds the customer and records it.' }]
    : [{ sentence: `Invoice ${number} lacks ${missing}.`, who: 'The customer pays, and finance records the payment.' }];
};

const ofWait = ({ plan }: Facts, { released, unwaited, nextRelease }: Standing): Block[] =>
  released === unwaited || nextRelease === null
    ? []
    : [
        {
          sentence: `The plan waits ${plan.release.waitDays} days, until ${dayText(nextRelease)}.`,
          who: 'Nobody: it is released by itself on that day.',
        },
      ];

const ofExpected = ({ invoice, asOf }: Facts): Block[] =>
  invoice.expected
    .filter(({ on }) => on <= asOf)
    .map(({ on, amount }) => ({
      sentence: `A payment of ${usd(amount)} of ${dayText(on)} is not completed.`,
      who: 'Finance completes it.',
    }));

/** What is still to be paid out, as the payouts that are under way use it up. */
const covering = (due: Cents) => {
  let left = due;
  return {
    left: (): Cents => left,
    /** @returns what is said where the payout is more than what was left */
    take: (amount: Cents): string => {
      const covered = Math.sign(amount) === Math.sign(left) ? Math.sign(left) * Math.min(Math.abs(left), Math.abs(amount)) : 0;
      left -= covered;
      if (covered === amount) return '';
      return covered === 0 ? ', but nothing of it is due' : `, but only ${size(covered)} of it is due`;
    },
  };
};

const nameOf = (amount: Cents): string => (amount < 0 ? 'take-back' : 'payout');

const waiting = (rest: Cents, more: boolean): Block => {
  const amount = `${more ? 'Another ' : ''}${size(rest)}`;
  return rest < 0
    ? { sentence: `${amount} waits to be taken back.`, who: 'Finance takes it off a payout, and another person approves that.' }
    : { sentence: `${amount} waits for a payout.`, who: 'Finance makes the payout, and another person approves it.' };
};

const whoEnds = (state: Payout['state'], tooMuch: string): string => {
  if (state === 'processing') return 'Finance records its outcome when the bank has answered.';
  return tooMuch === ''
    ? 'Finance or an administrator approves it, but not who made it.'
    : 'Finance corrects it before another person approves it.';
};

/** The newest payout of the record, where that failed: one that others came after was made anew by those. */
const failedLast = ({ payouts, asOf }: Facts): Payout | undefined => {
  const last = payouts.filter(({ on, reversal }) => on <= asOf && !reversal).at(-1);
  return last?.state === 'failed' ? last : undefined;
};

/** The payouts under way, against what is open to be paid or taken back; then what of that nobody has begun to pay. */
const ofPayouts = (facts: Facts, { due, released, paid }: Standing): Block[] => {
  const open = facts.payouts.filter(({ on, state }) => on <= facts.asOf && state !== 'completed');
  const cover = covering(due === 0 ? released - paid : due);
  const underWay = open
    .filter(({ state }) => state !== 'failed')
    .map(({ on, payDay = on, amount, state }) => {
      const tooMuch = cover.take(amount);
      return {
        sentence: `A ${nameOf(amount)} of ${size(amount)} of ${dayText(payDay)} is ${state}${tooMuch}.`,
        who: whoEnds(state, tooMuch),
      };
    });
  if (due === 0 || cover.left() === 0) return underWay;
  const failed = failedLast(facts);
  if (!failed || Math.abs(failed.amount) > Math.abs(cover.left())) return [...underWay, waiting(cover.left(), underWay.length > 0)];
  cover.take(failed.amount);
  return [
    ...underWay,
    {
      sentence: `The ${nameOf(failed.amount)} of ${size(failed.amount)} of ${dayText(failed.on)} failed.`,
      who: 'Finance tries it again.',
    },
    ...(cover.left() === 0 ? [] : [waiting(cover.left(), true)]),
  ];
};

const ofAdjustments = ({ adjustments, asOf }: Facts): Block[] =>
  adjustments
    .filter(({ on, state }) => state === 'pending' && on <= asOf)
    .map(({ amount, reason }) => ({
      sentence: `An adjustment of ${usd(amount)} (${reason}) waits for approval.`,
      who: 'A VP of sales or an administrator approves it, but not its author.',
    }));

/** Until when and how much the plan takes back by itself (`recoverable` of the rule "clawback"); else people settle it. */
const whoTakesBack = ({ plan, asOf }: Facts, { paidOn }: Standing): string => {
  const { enabled, maxShareOfPayout, windowDays } = plan.clawback;
  if (!enabled) return 'Finance settles it with the person: the plan takes nothing back by itself.';
  if (paidOn === null) return `Finance keeps it back from later payouts, at most ${percent(maxShareOfPayout)} of each.`;
  const until = addDays(paidOn, windowDays);
  return asOf <= until
    ? `Finance keeps it back from later payouts, at most ${percent(maxShareOfPayout)} of each, until ${dayText(until)}.`
    : `Finance settles it with the person: the plan took back until ${dayText(until)}.`;
};

const ofOverPaid = (facts: Facts, standing: Standing): Block[] => {
  const { status, earned, released, paid } = standing;
  if (status !== 'over_paid') return [];
  return earned < 0
    ? [
        {
          sentence: `${size(paid - released)} too much was taken back.`,
          who: 'Finance pays it out to the person, and another person approves it.',
        },
      ]
    : [{ sentence: `${size(paid - released)} more was paid than is released.`, who: whoTakesBack(facts, standing) }];
};

const nothings: Readonly<Partial<Record<Reason, Block>>> = {
  cap_reached: { sentence: 'A cap of the plan is reached.', who: 'Nobody: the plan pays no more.' },
  excluded: { sentence: 'The plan excludes this customer.', who: 'Nobody: the plan pays nothing for it.' },
  nothing_earned: { sentence: 'The record earned nothing.', who: 'Nobody: there is nothing to pay.' },
  adjusted_to_zero: { sentence: 'Approved adjustments balance the commission.', who: 'Nobody: there is nothing left to pay.' },
};

/** What stands in the way of the record being paid in full, and who can remove it. */
export const blocksOf = (facts: Facts, standing: Standing, reason: Reason): Block[] => [
  ...(nothings[reason] ? [nothings[reason]] : []),
  ...ofOverPaid(facts, standing),
  ...ofCustomer(facts, standing),
  ...ofWait(facts, standing),
  ...ofExpected(facts),
  ...ofPayouts(facts, standing),
  ...ofAdjustments(facts),
];
