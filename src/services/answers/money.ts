import { type Adjustment, adjustmentActions, adjustmentKinds, adjustmentStates } from '../../../contract/entities/adjustment.ts';
import { type Commission, type CommissionSummary, commissionStatuses } from '../../../contract/entities/commission.ts';
import type { InvoiceLookup } from '../../../contract/entities/invoice.ts';
import {
  amountOrNull,
  day,
  dayOrNull,
  flag,
  isFields,
  nonEmptyTextOrNull,
  optional,
  orNull,
  readListOf,
  readMoney,
  readOneOf,
  shape,
  text,
  textAs,
  textOrNull,
} from './read.ts';

/** spec 3.05 */
export const commission = shape<Commission>({
  id: text,
  invoice_id: text,
  invoice_number: optional(text),
  customer_name: optional(text),
  user_id: text,
  salesperson_name: text,
  booking_date: day,
  gross_amount: readMoney,
  net_revenue: readMoney,
  commission_amount: readMoney,
  adjustments_amount: optional(readMoney),
  commission_rate: readMoney,
  status: textAs(),
  payment_date: dayOrNull,
  notes: textOrNull,
  owner_manager_id: optional(textOrNull),
});

const withoutRecord = shape<NonNullable<CommissionSummary['without_record']>>({
  adjustments: readMoney,
  earned: readMoney,
  paid: readMoney,
  due: readMoney,
});
const quotaDaysShape = shape<NonNullable<CommissionSummary['quota_days']>>({ days: readMoney, of: readMoney });
/** Undefined if either number is missing, because calculations need both. */
const quotaDays = (value: unknown): CommissionSummary['quota_days'] => {
  const days = quotaDaysShape(value);
  return days.days > 0 && days.of > 0 ? days : undefined;
};
const nextRateShape = shape<NonNullable<CommissionSummary['next_rate']>>({ missing: readMoney, rate: readMoney, period: text });
const nextRate = (value: unknown): CommissionSummary['next_rate'] => (isFields(value) ? nextRateShape(value) : undefined);
type StatusPart = NonNullable<CommissionSummary['by_status']>[number];
const statusPart = shape<StatusPart>({ status: textAs(), records: readMoney, earned: readMoney, paid: readMoney, due: readMoney });
/** Drops parts with an unknown status, because calculations depend on the status. */
const statusParts = (value: unknown): StatusPart[] =>
  readListOf(statusPart)(value).filter(({ status }) => commissionStatuses.includes(status));

/** spec 3.06; null if the response has none (9.04). */
export const commissionSummaryShape = orNull(
  shape<CommissionSummary>({
    quota_amount: readMoney,
    base_commission_rate: amountOrNull,
    over_quota_commission_rate: amountOrNull,
    quota_attainment: amountOrNull,
    period_net_revenue: readMoney,
    base_revenue: readMoney,
    over_quota_revenue: readMoney,
    total_adjustments: readMoney,
    period_commission: readMoney,
    total_commission: readMoney,
    commission_status: nonEmptyTextOrNull(),
    average_deal_size: readMoney,
    effective_commission_rate: readMoney,
    ytd_progress: readMoney,
    ytd_target: readMoney,
    total_commissionable_sales: readMoney,
    total_commission_earned: readMoney,
    total_commission_paid: readMoney,
    total_commission_due: readMoney,
    total_commission_not_yet_due: optional(readMoney),
    total_commission_overpaid: optional(readMoney),
    pending: optional(readMoney),
    by_status: optional(statusParts),
    without_record: optional(withoutRecord),
    positive_records: optional(readMoney),
    positive_net_revenue: optional(readMoney),
    next_rate: optional(nextRate),
    quota_days: optional(quotaDays),
    pricing_quota: optional(amountOrNull),
  }),
);

const calculation = shape<NonNullable<Adjustment['calculation']>>({ before: text, after: text });

/** spec 3.07 */
export const adjustment = shape<Adjustment>({
  id: text,
  commission_id: nonEmptyTextOrNull(),
  adjustment_amount: readMoney,
  adjustment_reason: text,
  related_invoice_id: textOrNull,
  created_by: text,
  created_at: text,
  updated_at: text,
  invoice_number: optional(text),
  user_id: optional(text),
  salesperson_name: optional(text),
  owner_manager_id: optional(textOrNull),
  state: readOneOf(adjustmentStates),
  effective_date: optional(day),
  origin: readOneOf(['manual', 'late_fact', 'dispute', 'bonus']),
  kind: readOneOf(adjustmentKinds),
  self_approved: optional(flag),
  set_by: optional(text),
  decision_reason: optional(textOrNull),
  month_closed: optional(flag),
  calculation: (value) => (isFields(value) ? calculation(value) : undefined),
  version: optional(readMoney),
  actions: optional((value) => readListOf(readOneOf(adjustmentActions))(value).filter((action) => action !== undefined)),
});

type Choice = NonNullable<InvoiceLookup['commissions']>[number];
const choice = shape<Choice>({ id: text, salesperson: text, amount: readMoney });
type Adjustable = NonNullable<InvoiceLookup['adjustable']>[number];
const adjustable = shape<Adjustable>({ id: text, salesperson: text, now: readMoney, at_once: readMoney });
const customer = shape<InvoiceLookup['customer']>({ name: text });

/** spec 3.08 */
export const invoice = shape<InvoiceLookup>({
  id: text,
  invoice_number: text,
  customer,
  commissions: optional(readListOf(choice)),
  adjustable: optional(readListOf(adjustable)),
});
