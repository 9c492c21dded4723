import type { CommissionSummary } from '../../contract/entities/commission.ts';
import { summaryStatus } from '../../contract/rules/commission.ts';
import { type Cents, fromCents, roundHalfAway } from '../../contract/rules/money.ts';
import type { CommissionSums, StatusSums } from '../db/repositories/commissionSums.ts';
import type { SummaryTerms } from './commissionPlan.ts';

type Sum = keyof Omit<StatusSums, 'status'>;

/** How many records the sums cover, of one status or of all. */
export const countOf = ({ byStatus }: CommissionSums, status: StatusSums['status'] | null): number =>
  byStatus.filter((sums) => status === null || sums.status === status).reduce((total, { records }) => total + records, 0);

/**
 * The summary of spec 3.06 as decisions 2 defines it; pure over the sums and what the plans give.
 * @param everybody are the records everybody's? Then a share in a team's revenue is no revenue of its own (ADR 6).
 */
export const summarise = (sums: CommissionSums, { inRange, yearToDate }: SummaryTerms, everybody: boolean): CommissionSummary => {
  const total = (column: Sum): number => sums.byStatus.reduce((sum, row) => sum + row[column], 0);
  const money = (cents: Cents): number => fromCents(cents);
  const { quota, base, over } = inRange;
  const twice = everybody ? total('override_cents') : 0;
  const net = total('net_cents') - twice;
  const commissionable = total('commissionable_cents');
  const amount = total('amount_cents');
  const positive = total('positive_records');
  return {
    quota_amount: money(quota),
    base_commission_rate: base,
    over_quota_commission_rate: over,
    quota_attainment: quota === 0 ? null : commissionable / quota,
    period_net_revenue: money(net),
    base_revenue: money(total('base_cents') - twice),
    over_quota_revenue: money(total('over_cents')),
    total_adjustments: money(sums.adjustmentsCents),
    period_commission: money(amount),
    total_commission: money(amount + sums.adjustmentsCents),
    commission_status: summaryStatus(Object.fromEntries(sums.byStatus.map(({ status, records }) => [status, records]))),
    average_deal_size: money(positive === 0 ? 0 : roundHalfAway(total('positive_net_cents') / positive)),
    effective_commission_rate: net === 0 ? 0 : amount / net,
    ytd_progress: money(sums.ytdCommissionableCents),
    ytd_target: money(yearToDate.quota),
    total_commissionable_sales: money(commissionable),
    total_commission_earned: money(amount + total('adjustments_cents')),
    total_commission_paid: money(total('paid_cents')),
    total_commission_due: money(total('due_cents')),
    by_status: sums.byStatus.map((row) => ({
      ...{ status: row.status, records: row.records, earned: money(row.amount_cents + row.adjustments_cents) },
      ...{ paid: money(row.paid_cents), due: money(row.due_cents) },
    })),
    positive_records: positive,
    positive_net_revenue: money(total('positive_net_cents')),
  };
};
