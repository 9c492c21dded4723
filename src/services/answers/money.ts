import { type Adjustment, adjustmentActions, adjustmentKinds, adjustmentStates } from '../../../contract/entities/adjustment.ts';
import { type Commission, type CommissionSummary, commissionStatuses } from '../../../contract/entities/commission.ts';
import type { InvoiceLookup } from '../../../contract/entities/invoice.ts';
import {
  amount,
  amountOrNull,
  day,
  dayOrNull,
  flag,
  isObject,
  listOf,
  oneOf,
  optional,
  orNull,
  shape,
  text,
  textOrNull,
  word,
  wordOrNull,
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
  gross_amount: amount,
  net_revenue: amount,
  commission_amount: amount,
  adjustments_amount: optional(amount),
  commission_rate: amount,
  status: word(),
  payment_date: dayOrNull,
  notes: textOrNull,
  owner_manager_id: optional(textOrNull),
});

const withoutRecord = shape<NonNullable<CommissionSummary['without_record']>>({
  adjustments: amount,
  earned: amount,
  paid: amount,
  due: amount,
});
const daysOf = shape<NonNullable<CommissionSummary['quota_days']>>({ days: amount, of: amount });
/** Calculations need both numbers: undefined if one is missing. */
const quotaDays = (value: unknown): CommissionSummary['quota_days'] => {
  const read = daysOf(value);
  return read.days > 0 && read.of > 0 ? read : undefined;
};
const rateAhead = shape<NonNullable<CommissionSummary['next_rate']>>({ missing: amount, rate: amount, period: text });
const nextRate = (value: unknown): CommissionSummary['next_rate'] => (isObject(value) ? rateAhead(value) : undefined);
type StatusPart = NonNullable<CommissionSummary['by_status']>[number];
const statusPart = shape<StatusPart>({ status: word(), records: amount, earned: amount, paid: amount, due: amount });
/** Parts with an unknown status are dropped, because calculations depend on the status. */
const statusParts = (value: unknown): StatusPart[] => listOf(statusPart)(value).filter(({ status }) => commissionStatuses.includes(status));

/** spec 3.06; null if the response has none (9.04). */
export const commissionSummary = orNull(
  shape<CommissionSummary>({
    quota_amount: amount,
    base_commission_rate: amountOrNull,
    over_quota_commission_rate: amountOrNull,
    quota_attainment: amountOrNull,
    period_net_revenue: amount,
    base_revenue: amount,
    over_quota_revenue: amount,
    total_adjustments: amount,
    period_commission: amount,
    total_commission: amount,
    commission_status: wordOrNull(),
    average_deal_size: amount,
    effective_commission_rate: amount,
    ytd_progress: amount,
    ytd_target: amount,
    total_commissionable_sales: amount,
    total_commission_earned: amount,
    total_commission_paid: amount,
    total_commission_due: amount,
    total_commission_not_yet_due: optional(amount),
    total_commission_overpaid: optional(amount),
    pending: optional(amount),
    by_status: optional(statusParts),
    without_record: optional(withoutRecord),
    positive_records: optional(amount),
    positive_net_revenue: optional(amount),
    next_rate: optional(nextRate),
    quota_days: optional(quotaDays),
  }),
);

const calculation = shape<NonNullable<Adjustment['calculation']>>({ before: text, after: text });

/** spec 3.07 */
export const adjustment = shape<Adjustment>({
  id: text,
  commission_id: wordOrNull(),
  adjustment_amount: amount,
  adjustment_reason: text,
  related_invoice_id: textOrNull,
  created_by: text,
  created_at: text,
  updated_at: text,
  invoice_number: optional(text),
  user_id: optional(text),
  salesperson_name: optional(text),
  owner_manager_id: optional(textOrNull),
  state: oneOf(adjustmentStates),
  effective_date: optional(day),
  origin: oneOf(['manual', 'late_fact', 'dispute', 'bonus']),
  kind: oneOf(adjustmentKinds),
  self_approved: optional(flag),
  set_by: optional(text),
  decision_reason: optional(textOrNull),
  month_closed: optional(flag),
  calculation: (value) => (isObject(value) ? calculation(value) : undefined),
  version: optional(amount),
  actions: optional((value) => listOf(oneOf(adjustmentActions))(value).filter((each) => each !== undefined)),
});

type Choice = NonNullable<InvoiceLookup['commissions']>[number];
const choice = shape<Choice>({ id: text, salesperson: text, amount });
type Adjustable = NonNullable<InvoiceLookup['adjustable']>[number];
const adjustable = shape<Adjustable>({ id: text, salesperson: text, now: amount, at_once: amount });
const customer = shape<InvoiceLookup['customer']>({ name: text });

/** spec 3.08 */
export const invoice = shape<InvoiceLookup>({
  id: text,
  invoice_number: text,
  customer,
  commissions: optional(listOf(choice)),
  adjustable: optional(listOf(adjustable)),
});
