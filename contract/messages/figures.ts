// Explanations of the figures in the commission summary. A separate module, loaded only on request.
export const figures = {
  everybody: 'everyone you may see',
  team: 'your team',
  quota_amount:
    'The quota of {who} from {start} to {end}: the quota of each of the plan’s quota periods, prorated to its days in this range.',
  quota_attainment: 'How much of the quota {who} reached from {start} to {end}: commissionable sales divided by quota.',
  noQuota: 'There is no quota in this range, so there is nothing to divide by.',
  period_net_revenue:
    'Net revenue of the invoices booked from {start} to {end} and credited to {who}. Credit memos and reversals count as negative.',
  base_revenue: 'The part of the net revenue of {who} from {start} to {end} that came before the quota was reached.',
  over_quota_revenue: 'The part of the net revenue of {who} from {start} to {end} that came after the quota was reached.',
  counted: "The quota is counted over the plan's whole quota period, in the order of booking, whatever range is shown.",
  atRate: 'It earns {rate}.',
  severalRates:
    'It earns several rates, because of tiers, a change of the plan, several people, or an invoice with its own rate, so no single rate is shown. The Why? of a row shows its own.',
  period_commission:
    'Commission under the plan on the rows of {who} booked from {start} to {end}, before adjustments. Each row is rounded to the cent separately.',
  total_adjustments:
    'The approved adjustments of {who} that take effect from {start} to {end}. Pending, rejected and void adjustments do not count.',
  total_commission:
    'The commission of the rows of {who} booked from {start} to {end}, plus the approved adjustments that take effect in it.',
  total_commission_earned:
    'Commission on the rows of {who} booked from {start} to {end}, with all approved adjustments of these rows, whenever they take effect, and the approved adjustments without a record that take effect in this range.',
  beyondTotal:
    'The total counts every approved adjustment that takes effect from {start} to {end}. The adjustments below make the difference: those of these rows that take effect on other days, and those that take effect in this range and belong to rows of other days.',
  differenceTitle: 'Why Earned differs from the total',
  differenceOf: 'Adjustment of',
  differenceInvoice: 'Invoice {invoice}',
  differencePerson: 'Person',
  differenceEffective: 'Takes effect',
  differenceBooked: 'Booked',
  difference: '= Earned less the total',
  total_commission_not_yet_due:
    'Earned on the rows of {who} booked from {start} to {end} and not released yet, plus adjustments without a record that take effect on a later day.',
  total_commission_overpaid: 'Paid out on the rows of {who} booked from {start} to {end} beyond the amount released.',
  total_commission_due: 'Released on the rows of {who} booked from {start} to {end} and not yet paid out.',
  total_commission_paid: 'Paid out for the rows of {who} booked from {start} to {end}, less the amounts taken back.',
  effective_commission_rate: 'Commission of {who} per dollar of net revenue from {start} to {end}: commission divided by net revenue.',
  average_deal_size:
    'The average net revenue of a sale of {who} from {start} to {end}. Rows at or below zero are not sales and do not count.',
  total_commissionable_sales:
    'Net revenue booked from {start} to {end} and credited to {who} that counts toward a quota: without what the plan excludes and without shares in the revenue of a team.',
  ytd_progress: 'Commissionable sales of the invoices booked from {january} to {end} and credited to {who}.',
  ytd_target:
    'The quota of {who} from {january} to {end}: the quota of each of the plan’s quota periods, prorated to its days in this year up to the end of the range.',
  notCounted: 'Excluded by the plan, or shares of a team',
  days: 'Days from {start} to {end}',
  perDay: '× average quota per day',
  before: '{start} to {end}',
  rounding: '+ Each row rounded to the cent',
  ownAdjustments: '+ Approved adjustments of these rows',
  withoutRecord: '{sign}Approved adjustments without a record',
  sales: 'Net revenue of the sales',
  salesCount: '÷ Number of sales',
  rows: '{count} rows',
  row: '1 row',
  adjustment: 'Invoice {invoice}: {reason}',
  adjustmentWithoutInvoice: '{name} for {person}: {reason}',
  otherAdjustments: '+ Other adjustments',
  plan: 'What the plan says',
  showAll: 'Show all rows',
  showAdjustments: 'Show the adjustments',
  payout: '{amount} waits for a payout.',
  payoutWho: 'Finance makes the payout, and another person approves it.',
  unreleased: '{amount} is earned and not released yet.',
  unreleasedWho: 'In most cases the customer pays and finance records it; the Why? of a row says what is missing.',
  overPaid: 'Overpaid rows had {paid} paid out; they earned {earned}.',
  overPaidWho: 'Finance withholds the rest from later payouts where the plan says so, and otherwise settles it with the person.',
} as const;
