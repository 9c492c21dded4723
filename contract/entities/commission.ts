import { type Static, Type } from 'typebox';
import { Id, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

export const commissionStatuses = ['due', 'not_due', 'paid', 'partially_paid', 'over_paid'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

export type Severity = 'success' | 'info' | 'warning' | 'danger' | 'secondary' | 'primary';

/** spec 4.03 */
export const commissionStatusBadges: Readonly<Record<CommissionStatus, { label: string; severity: Severity }>> = {
  due: { label: 'Due', severity: 'warning' },
  not_due: { label: 'Not due', severity: 'secondary' },
  paid: { label: 'Paid', severity: 'success' },
  partially_paid: { label: 'Partially paid', severity: 'info' },
  over_paid: { label: 'Overpaid', severity: 'primary' },
};

/** spec 2.35: the options of the status filter, in this order, after All. */
export const commissionFilterStatuses = ['due', 'paid', 'partially_paid', 'not_due'] as const;

/**
 */
export const Commission = Type.Object({
  id: Id,
  invoice_id: Id,
  invoice_number: Type.Optional(Type.String()),
  /** Beyond the spec: the customer of the invoice. */
  customer_name: Type.Optional(Type.String()),
  user_id: Id,
  salesperson_name: Type.String(),
  booking_date: PlainDate,
  gross_amount: Money,
  net_revenue: Money,
  commission_amount: Money,
  /** Beyond the spec: approved adjustments of the record, for its total. */
  adjustments_amount: Type.Optional(Money),
  commission_rate: Rate,
  status: oneOf(commissionStatuses),
  payment_date: nullable(PlainDate),
  notes: nullable(Type.String()),
  owner_manager_id: Type.Optional(nullable(Id)),
});
export type Commission = Static<typeof Commission>;

/** Beyond the spec: totals of the records of one status. */
const StatusPart = Type.Object({ status: oneOf(commissionStatuses), records: Type.Integer(), earned: Money, paid: Money, due: Money });

/** Beyond the spec: totals of approved adjustments without a record. */
const WithoutRecord = Type.Object({ adjustments: Type.Integer(), earned: Money, paid: Money, due: Money });

/** Beyond the spec: revenue a person still needs in a quota period, such as `Q4 2026`, to reach the next rate of their plan. */
export const NextRate = Type.Object({ missing: Money, rate: Rate, period: Type.String() });

/** Beyond the spec: days of the quota periods that the quota covers; fewer than all if the range cuts one (decisions 2.06). */
export const QuotaDays = Type.Object({ days: Type.Integer(), of: Type.Integer() });
export type QuotaDays = Static<typeof QuotaDays>;

/** spec 3.06; meanings in decisions 2.03. The last fields are our additions, for the explanations of figures ("Why?"). */
export const CommissionSummary = Type.Object({
  quota_amount: Money,
  base_commission_rate: nullable(Rate),
  over_quota_commission_rate: nullable(Rate),
  quota_attainment: nullable(Rate),
  period_net_revenue: Money,
  base_revenue: Money,
  over_quota_revenue: Money,
  total_adjustments: Money,
  period_commission: Money,
  total_commission: Money,
  commission_status: nullable(oneOf(commissionStatuses)),
  average_deal_size: Money,
  effective_commission_rate: Rate,
  ytd_progress: Money,
  ytd_target: Money,
  total_commissionable_sales: Money,
  total_commission_earned: Money,
  total_commission_paid: Money,
  total_commission_due: Money,
  /** Earned = Paid + Due + Not yet due − Overpaid (decisions 2.05). */
  total_commission_not_yet_due: Type.Optional(Money),
  total_commission_overpaid: Type.Optional(Money),
  /** Number of figures (person-months) in these sums that are still being computed; 0 when all are final (decisions 7.08). */
  pending: Type.Optional(Type.Integer()),
  by_status: Type.Optional(Type.Array(StatusPart)),
  without_record: Type.Optional(WithoutRecord),
  positive_records: Type.Optional(Type.Integer()),
  positive_net_revenue: Type.Optional(Money),
  next_rate: Type.Optional(nullable(NextRate)),
  /** Only for one person's quota. */
  quota_days: Type.Optional(nullable(QuotaDays)),
  /**
   * For a whole quota period of one person: the quota that prices its open sales, if closed months keep a different one (decisions 2.11).
   */
  pricing_quota: Type.Optional(nullable(Money)),
});
export type CommissionSummary = Static<typeof CommissionSummary>;

export const CommissionPage = Type.Object({ data: Type.Array(Commission), summary: CommissionSummary, pagination: Pagination });
export type CommissionPage = Static<typeof CommissionPage>;
