import type { CommissionStatus, CommissionSummary } from '../../../contract/entities/commission.ts';
import { commissionStatusFor, dueOf, summaryStatus } from '../../../contract/rules/commission/commission.ts';
import { type Cents, fromCents, roundHalfAway } from '../../../contract/rules/money.ts';
import type { CommissionSums, StandaloneSumRow, StatusSums } from '../../db/repositories/commissions/commissionSums.ts';
import type { SummaryTerms } from '../plans/commissionPlan.ts';

type Sum = keyof Omit<StatusSums, 'status'>;

/** Revenue that counts toward quota, in cents. */
export const commissionableOf = ({ byStatus }: CommissionSums): Cents =>
  byStatus.reduce((sum, { commissionable_cents }) => sum + commissionable_cents, 0);

/** Number of records with the status, or with any status if null. */
export const statusCountOf = ({ byStatus }: CommissionSums, status: StatusSums['status'] | null): number =>
  byStatus.filter((sums) => status === null || sums.status === status).reduce((total, { records }) => total + records, 0);

type StandaloneTotals = Readonly<Record<'adjustments' | 'earned' | 'released' | 'paid' | 'due', Cents>> &
  Readonly<{ statuses: Readonly<Partial<Record<CommissionStatus, number>>> }>;

/** Totals of adjustments without a record: each is earned, and released on its effective day (decisions 2.05). */
export const standaloneTotals = (rows: readonly StandaloneSumRow[]): StandaloneTotals => {
  const statuses: Partial<Record<CommissionStatus, number>> = {};
  const sums = { adjustments: 0, earned: 0, released: 0, paid: 0, due: 0 };
  for (const { amount_cents: earned, in_force, paid_cents: paid, adjustments: count } of rows) {
    const released = in_force ? earned : 0;
    const status = commissionStatusFor(earned, released, paid);
    statuses[status] = (statuses[status] ?? 0) + count;
    sums.adjustments += count;
    sums.earned += earned * count;
    sums.released += released * count;
    sums.paid += paid * count;
    sums.due += dueOf(earned, released, paid) * count;
  }
  return { ...sums, statuses };
};

const statusCounts = (byStatus: readonly StatusSums[], standalone: StandaloneTotals): Partial<Record<CommissionStatus, number>> => {
  const counts = { ...standalone.statuses };
  for (const { status, records } of byStatus) counts[status] = (counts[status] ?? 0) + records;
  return counts;
};

/**
 * The summary of spec 3.06 as defined in decisions 2.06; a pure function of the totals and the plan terms.
 * @param everybody whether the records are everyone's; a share in a team's revenue then adds no revenue (ADR 6)
 */
export const summarize = (
  sums: CommissionSums,
  { inRange, yearToDate, days, pricing }: SummaryTerms,
  standalone: StandaloneTotals,
  everybody: boolean,
  next: CommissionSummary['next_rate'] = null,
): CommissionSummary => {
  const total = (column: Sum): number => sums.byStatus.reduce((sum, row) => sum + row[column], 0);
  const money = (cents: Cents): number => fromCents(cents);
  const { quota, base, over } = inRange;
  const doubleCounted = everybody ? total('override_cents') : 0;
  const net = total('net_cents') - doubleCounted;
  const commissionable = commissionableOf(sums);
  const amount = total('amount_cents');
  const positive = total('positive_records');
  const earned = amount + total('adjustments_cents') + standalone.earned;
  const released = total('released_cents') + standalone.released;
  const paid = total('paid_cents') + standalone.paid;
  const due = total('due_cents') + standalone.due;
  return {
    quota_amount: money(quota),
    base_commission_rate: base,
    over_quota_commission_rate: over,
    quota_attainment: quota === 0 ? null : commissionable / quota,
    period_net_revenue: money(net),
    base_revenue: money(total('base_cents') - doubleCounted),
    over_quota_revenue: money(total('over_cents')),
    total_adjustments: money(sums.adjustmentsCents),
    period_commission: money(amount),
    total_commission: money(amount + sums.adjustmentsCents),
    commission_status: summaryStatus(statusCounts(sums.byStatus, standalone)),
    average_deal_size: money(positive === 0 ? 0 : roundHalfAway(total('positive_net_cents') / positive)),
    effective_commission_rate: net === 0 ? 0 : amount / net,
    ytd_progress: money(sums.ytdCommissionableCents),
    ytd_target: money(yearToDate.quota),
    total_commissionable_sales: money(commissionable),
    total_commission_earned: money(earned),
    total_commission_paid: money(paid),
    total_commission_due: money(due),
    total_commission_not_yet_due: money(earned - released),
    // Released − paid = due − overpaid, for each record and therefore for the totals.
    total_commission_overpaid: money(paid - released + due),
    pending: sums.pending,
    by_status: sums.byStatus.map((row) => ({
      status: row.status,
      records: row.records,
      earned: money(row.amount_cents + row.adjustments_cents),
      paid: money(row.paid_cents),
      due: money(row.due_cents),
    })),
    without_record: {
      adjustments: standalone.adjustments,
      earned: money(standalone.earned),
      paid: money(standalone.paid),
      due: money(standalone.due),
    },
    positive_records: positive,
    positive_net_revenue: money(total('positive_net_cents')),
    next_rate: next,
    quota_days: days,
    pricing_quota: pricing === null ? null : money(pricing),
  };
};
