import { dayText } from '../dayText.ts';
import { addDays } from '../period.ts';
import type { Facts, Standing } from './facts.ts';
import { percent, usd } from './wording.ts';

type Block = Readonly<{ sentence: string; who: string }>;

const ofCustomer = ({ booking, invoice, plan }: Facts, { c, unwaited, received }: Standing): Block[] => {
  if (unwaited === c || plan.release.when === 'on_booking') return [];
  const number = booking.invoiceNumber;
  const missing = usd(Math.abs(invoice.gross - received));
  return invoice.gross < 0
    ? [{ sentence: `Credit memo ${number} still has ${missing} to refund.`, who: 'Finance refunds the customer and records it.' }]
    : [{ sentence: `Invoice ${number} lacks ${missing}.`, who: 'The customer pays, and finance records the payment.' }];
};

const ofWait = ({ plan }: Facts, { d, unwaited, nextRelease }: Standing): Block[] =>
  d === unwaited || nextRelease === null
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

const ofPayouts = ({ payouts, asOf }: Facts, { due }: Standing): Block[] => {
  const open = payouts.filter(({ on, state }) => on <= asOf && state !== 'completed');
  const underWay = open
    .filter(({ state }) => state !== 'failed')
    .map(({ on, amount, state }) => ({
      sentence: `A payout of ${usd(amount)} of ${dayText(on)} is ${state}.`,
      who:
        state === 'pending'
          ? 'Finance or an administrator approves it, but not who made it.'
          : 'Finance records its outcome when the bank has answered.',
    }));
  if (due === 0 || underWay.length > 0) return underWay;
  const failed = open.filter(({ state }) => state === 'failed').at(-1);
  return failed
    ? [{ sentence: `The payout of ${usd(failed.amount)} of ${dayText(failed.on)} failed.`, who: 'Finance tries it again.' }]
    : [{ sentence: `${usd(due)} waits for a payout.`, who: 'Finance makes the payout, and another person approves it.' }];
};

const ofAdjustments = ({ adjustments, asOf }: Facts): Block[] =>
  adjustments
    .filter(({ on, state }) => state === 'pending' && on <= asOf)
    .map(({ amount, reason }) => ({
      sentence: `An adjustment of ${usd(amount)} (${reason}) waits for approval.`,
      who: 'A VP of sales or an administrator approves it, but not its author.',
    }));

const ofOverPaid = ({ plan }: Facts, { status, d, p, paidOn }: Standing): Block[] => {
  if (status !== 'over_paid') return [];
  const { enabled, maxShareOfPayout, windowDays } = plan.clawback;
  const until = paidOn === null ? '' : ` until ${dayText(addDays(paidOn, windowDays))}`;
  const who = enabled
    ? `Finance keeps it back from later payouts, at most ${percent(maxShareOfPayout)} of each,${until}.`
    : 'Finance settles it with the person: the plan takes nothing back by itself.';
  return [{ sentence: `${usd(Math.abs(p - d))} more was paid than is released.`, who }];
};

/** What stands in the way of the record being paid in full, and who can remove it. */
export const blocksOf = (facts: Facts, standing: Standing): Block[] => [
  ...ofOverPaid(facts, standing),
  ...ofCustomer(facts, standing),
  ...ofWait(facts, standing),
  ...ofExpected(facts),
  ...ofPayouts(facts, standing),
  ...ofAdjustments(facts),
];
