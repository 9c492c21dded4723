import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import type { SummaryFigure } from '../../../src/machines/commissions/commissions.machine.ts';
import { getFigureReason } from '../../../src/screens/commissions/figures.ts';

export { commissionRow as record } from '../../models/support/commissionRow.ts';

export const range = { start_date: '2026-11-01', end_date: '2026-11-21' };
/** 40,000 at 5% and 20,000 at 7.5%, less a clawback; one row for every status, two for `due`. */
export const summary: CommissionSummary = {
  quota_amount: 22_826.09,
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.075,
  quota_attainment: 2.6285,
  period_net_revenue: 60_000,
  base_revenue: 40_000,
  over_quota_revenue: 20_000,
  total_adjustments: 20.05,
  period_commission: 3_500.01,
  total_commission: 3_520.06,
  commission_status: 'over_paid',
  average_deal_size: 13_000,
  effective_commission_rate: 0.0583,
  ytd_progress: 310_000,
  ytd_target: 353_260.87,
  total_commissionable_sales: 60_000,
  total_commission_earned: 3_540.06,
  total_commission_paid: 1_100,
  total_commission_due: 900,
  by_status: [
    { status: 'due', records: 2, earned: 700, paid: 0, due: 700 },
    { status: 'not_due', records: 1, earned: 1_340.06, paid: 0, due: 0 },
    { status: 'paid', records: 1, earned: 400, paid: 400, due: 0 },
    { status: 'partially_paid', records: 1, earned: 800, paid: 300, due: 200 },
    { status: 'over_paid', records: 1, earned: 300, paid: 400, due: 0 },
  ],
  positive_records: 5,
  positive_net_revenue: 65_000,
};

export const adjustment: Adjustment = {
  id: '1',
  commission_id: '9',
  adjustment_amount: 25.05,
  adjustment_reason: 'Referral bonus',
  related_invoice_id: '1042',
  invoice_number: '1042-A',
  effective_date: '2026-11-03',
  created_by: 'Carla Diaz',
  created_at: '2026-11-03T10:00:00Z',
  updated_at: '2026-11-03T10:00:00Z',
};

export const figures = [
  ...(['total_commission', 'total_commission_due', 'total_commission_paid', 'quota_attainment', 'quota_amount'] as const),
  ...(['period_net_revenue', 'base_revenue', 'over_quota_revenue', 'period_commission', 'total_adjustments'] as const),
  ...(['total_commission_earned', 'effective_commission_rate', 'average_deal_size', 'total_commissionable_sales'] as const),
  ...(['ytd_progress', 'ytd_target'] as const),
] satisfies readonly SummaryFigure[];
export const why = (figure: SummaryFigure, changes: Partial<CommissionSummary> = {}) =>
  getFigureReason(figure, { summary: { ...summary, ...changes }, range, who: 'Sam Sales' });
export const formula = (figure: SummaryFigure, changes: Partial<CommissionSummary> = {}) =>
  why(figure, changes).terms.map(([...term]) =>
    term
      .slice(0, 3)
      .filter((part) => part !== '')
      .join(' | '),
  );
