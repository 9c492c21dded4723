import { limits } from '../../contract/limits.ts';
import { notices } from '../../contract/messages/notifications.ts';
import { fill } from '../../contract/messages.ts';
import { defaultPlan } from '../../contract/rules/commission/plan.ts';
import { fromCents } from '../../contract/rules/money.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import type { Subject } from '../domain/notifications/links.ts';
import { type DayNumber, toDayNumber } from './calendar.ts';
import type { DemoDealRow } from './customers/deals.ts';
import type { DemoAdjustment } from './money/adjustments.ts';
import { demoReceivedBy } from './money/payments.ts';
import { type Account, type DemoPayout, standingOn } from './money/payouts.ts';
import type { DemoSeller } from './people/people.ts';
import type { DemoSpan } from './span.ts';

/** An event in a seller's work, in the words of a notification. `about` is the seller. */
export type DemoHighlight = Readonly<{
  about: DemoSeller;
  day: DayNumber;
  kind:
    | 'paid_in_full'
    | 'overdue'
    | 'over_paid'
    | 'payout'
    | 'payout_failed'
    | 'payout_waiting'
    | 'adjustment_waiting'
    | 'adjustment_decided'
    | 'quota_80'
    | 'quota_100'
    | 'deal_won'
    | 'deal_stale';
  title: string;
  message: string;
  /** The subject of the notification; null if it links nowhere. */
  subject: Subject | null;
}>;
type Facts = Readonly<{
  seller: DemoSeller;
  accounts: readonly Account[];
  payouts: readonly DemoPayout[];
  adjustments: readonly DemoAdjustment[];
  deals: readonly DemoDealRow[];
  recordIds: ReadonlyMap<Account, number>;
  /** One row per payout, in the order of `payouts`. */
  payoutRows: readonly Readonly<{ id: number }>[];
  /** One row per adjustment, in the order of `adjustments`. */
  adjustmentRows: readonly Readonly<{ id: number; effective_date: Day }>[];
}>;
export type Highlights = Readonly<{ collect: (facts: Facts) => void; highlights: DemoHighlight[] }>;

const RECENT_DAYS = 45;
const MAX_PER_SELLER = 60;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (cents: number): string => dollars.format(fromCents(cents));
const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const date = (day: DayNumber): string => dates.format(day * 86_400_000);

type OwnHighlight = Omit<DemoHighlight, 'about'>;

const recordOf = (account: Account, { recordIds }: Pick<Facts, 'recordIds'>): Subject => ({
  kind: 'record',
  id: recordIds.get(account) ?? 0,
  day: account.sale.booking_date,
});

const accountHighlights = (account: Account, today: DayNumber, subject: Subject): OwnHighlight[] => {
  const { sale, payments, paidOn } = account;
  const { booking, invoice_number } = sale;
  const ownHighlights: OwnHighlight[] = [];
  const lastPayment = payments.at(-1);
  const isPaidInFull = booking.gross > 0 && demoReceivedBy(payments, today) >= booking.gross;
  const { earned, released, paid, status } = standingOn(account, today);
  if (isPaidInFull && lastPayment) {
    ownHighlights.push({
      day: lastPayment.day,
      kind: 'paid_in_full',
      title: 'Commission due',
      subject,
      message: `${booking.customer.name} paid invoice ${invoice_number} in full: ${money(earned)} of commission is due.`,
    });
  }
  if (status === 'over_paid' && paidOn !== null) {
    const day = Math.max(paidOn, lastPayment?.day ?? 0, ...account.adjustments.map((adjustment) => adjustment.decidedOn ?? adjustment.day));
    ownHighlights.push({
      day,
      kind: 'over_paid',
      title: notices.overpaid.title,
      subject,
      message: fill(notices.overpaid.message, { amount: money(paid - released), invoice: invoice_number }),
    });
  }
  const due = booking.day + 30;
  if (!isPaidInFull && booking.gross > 0 && due < today) {
    ownHighlights.push({
      day: due + 1,
      kind: 'overdue',
      title: 'Invoice overdue',
      subject,
      message: `${booking.customer.name} owes ${money(booking.gross - demoReceivedBy(payments, today))} on invoice ${invoice_number}, due ${date(due)}.`,
    });
  }
  return ownHighlights;
};

/** As in real notifications, the payee's link leads to the paid records, finance's to the payment. */
const payoutHighlights = (
  { day, createdOn, state, lines, reverses }: DemoPayout,
  row: Readonly<{ id: number }> | undefined,
): OwnHighlight[] => {
  const amount = money(lines.reduce((sum, line) => sum + line.amount, 0));
  const records = `${lines.length} ${lines.length === 1 ? 'record' : 'records'}`;
  if (reverses || !row) return [];
  const subject: Subject = { kind: 'payout', id: row.id, page: state === 'completed' ? '/payouts' : '/payments' };
  if (state === 'completed')
    return [{ day, kind: 'payout', title: 'Commission paid', subject, message: `${amount} for ${records} was paid on ${date(day)}.` }];
  if (state === 'failed')
    return [
      {
        day: day + 1,
        kind: 'payout_failed',
        title: 'Payout failed',
        subject,
        message: `The payout of ${amount} of ${date(day)} was returned by the bank and can be retried.`,
      },
    ];
  return [
    {
      day: createdOn,
      kind: 'payout_waiting',
      title: 'Payout waiting',
      subject,
      message: `${amount} for ${records} is planned for ${date(day)}.`,
    },
  ];
};

const adjustmentHighlights = (
  { sale, amount, reason, state, day, decidedOn }: DemoAdjustment,
  row: Facts['adjustmentRows'][number] | undefined,
): OwnHighlight[] => {
  const message = `${money(amount)} on invoice ${sale.invoice_number} (${reason})`;
  const subject: Subject | null = row ? { kind: 'adjustment', id: row.id, day: row.effective_date } : null;
  if (state === 'pending') return [{ day, kind: 'adjustment_waiting', title: 'Adjustment waiting for approval', subject, message }];
  if (state === 'void') return [];
  return [{ day: decidedOn ?? day, kind: 'adjustment_decided', title: `Adjustment ${state}`, subject, message }];
};

const dealHighlights = (deal: DemoDealRow, today: DayNumber): OwnHighlight[] => {
  if (deal.state === 'won' && deal.closed_on)
    return [
      {
        day: toDayNumber(deal.closed_on),
        kind: 'deal_won',
        title: 'Deal won',
        subject: { kind: 'deal', id: deal.id },
        message: `${deal.name}: ${money(deal.amount_cents ?? 0)}`,
      },
    ];
  const day = toDayNumber(deal.stage_entered_at.slice(0, 10)) + limits.deals.staleDays;
  if (deal.state !== 'open' || deal.owner_id === null || day >= today) return [];
  const values = { deal: deal.name, stage: deal.stage, days: limits.deals.staleDays };
  return [
    {
      day,
      kind: 'deal_stale',
      title: notices.dealStale.title,
      subject: { kind: 'deal', id: deal.id },
      message: fill(notices.dealStale.message, values),
    },
  ];
};

const quotaHighlights = (accounts: readonly Account[], { quarters }: DemoSpan): OwnHighlight[] => {
  const quarter = quarters.at(-1);
  if (!quarter) return [];
  const firstDay = toDayNumber(quarter.start_date);
  const name = `Q${Math.floor(Number(quarter.start_date.slice(5, 7)) / 3) + 1}`;
  let soldCents = 0;
  const ownHighlights: OwnHighlight[] = [];
  for (const { sale } of accounts) {
    if (sale.booking.day < firstDay) continue;
    for (const [kind, share] of [
      ['quota_80', 0.8],
      ['quota_100', 1],
    ] as const) {
      const thresholdCents = defaultPlan.quota.amount * share;
      if (soldCents < thresholdCents && soldCents + sale.booking.net >= thresholdCents)
        ownHighlights.push({
          day: sale.booking.day,
          kind,
          title: `${share * 100}% of quota`,
          subject: { kind: 'quota', period: quarter },
          message: `${name} sales passed ${money(thresholdCents)} of ${money(defaultPlan.quota.amount)}.`,
        });
    }
    soldCents += sale.booking.net;
  }
  return ownHighlights;
};

/** Collects recent highlights of the first sellers, for the demo accounts' notifications. */
export const highlightsOf = (span: DemoSpan): Highlights => {
  const highlights: DemoHighlight[] = [];
  let sellers = 0;
  return {
    highlights: highlights,
    collect: (facts) => {
      const { seller, accounts, payouts, adjustments, deals } = facts;
      sellers += 1;
      if (sellers > MAX_PER_SELLER) return;
      const { today } = span;
      const ownHighlights = [
        ...accounts
          .filter(({ sale }) => today - sale.booking.day < 200)
          .flatMap((account) => accountHighlights(account, today, recordOf(account, facts))),
        ...payouts.flatMap((payout, index) => payoutHighlights(payout, facts.payoutRows[index])),
        ...adjustments.flatMap((adjustment, index) => adjustmentHighlights(adjustment, facts.adjustmentRows[index])),
        ...deals.flatMap((deal) => dealHighlights(deal, today)),
        ...quotaHighlights(accounts, span),
      ];
      for (const highlight of ownHighlights)
        if (highlight.day < today && highlight.day > today - RECENT_DAYS) highlights.push({ ...highlight, about: seller });
    },
  };
};
