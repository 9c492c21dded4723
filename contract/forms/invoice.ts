import { boolean, object, string } from 'yup';
import type { Invoice } from '../entities/invoice.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { MAX_TERM_MONTHS, MAX_TYPE_LENGTH, saleKinds } from '../rules/commission/saleFacts.ts';
import { isDay } from '../rules/time/period.ts';
import { amount, isAmount } from './amount.ts';
import { dayWithin } from './day.ts';
import { type FieldName, type FieldValues, fieldsOf } from './fields.ts';
import { plainTextTest } from './plain.ts';

const t = messages.invoiceFormText;
const { numberMax, customerMax, notesMax, amountMax, rateMax } = limits.invoices;
const EMAIL_MAX = limits.users.emailMax;

/** A rate as the percentage shown in the form: 0.075 is "7.5". */
export const toRatePercent = (fraction: number): string => String(Number((fraction * 100).toFixed(4)));
/** A percentage with at most four decimals, so that its fraction has six. */
const isRate = (value: string): boolean => /^\d+(\.\d{0,4}0*)?$/.test(value);

const positiveAmount = (required: string) => amount(t, { max: amountMax, required, above: t.amountZero });
const email = string()
  .trim()
  .default('')
  .max(EMAIL_MAX, t.emailInvalid)
  .test('email', t.emailInvalid, (value) => value === '' || /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(value))
  .test(plainTextTest(t.email));
const notes = string().trim().default('').max(notesMax, t.notesLong).test(plainTextTest(t.notes));
const typeName = string().trim().default('').max(MAX_TYPE_LENGTH, t.typeLong).test(plainTextTest(t.type));
const bookingDate = dayWithin(limits.invoices, { invalid: t.bookingDay, years: t.bookingYears }).required(t.bookingRequired);

/** spec 2.61: a manually entered invoice. The rate counts only if its box is checked (decisions 2.14). */
export const invoiceForm = object({
  invoice_number: string().trim().default('').max(numberMax, t.numberLong).test(plainTextTest(t.number)),
  customer_name: string().trim().default('').required(t.customerRequired).max(customerMax, t.customerLong).test(plainTextTest(t.customer)),
  /** Confirms that an unknown name is a new customer. */
  new_customer: boolean().default(false),
  customer_email: email,
  deal_id: string().default(''),
  gross_amount: positiveAmount(t.grossRequired),
  net_revenue: amount(t, { max: amountMax, required: t.netRequired }).test(
    'within-gross',
    t.netAboveGross,
    (value, { parent }) => !isAmount(value) || !isAmount(parent.gross_amount) || Number(value) <= Number(parent.gross_amount),
  ),
  booking_date: bookingDate,
  due_date: dayWithin(limits.invoices, { invalid: t.dueDay, years: t.dueYears }).test(
    'after-booking',
    t.dueBefore,
    (value, { parent }) => !isDay(value) || !isDay(parent.booking_date) || value >= parent.booking_date,
  ),
  salesperson_id: string().default(''),
  override_rate: boolean().default(false),
  commission_rate: string()
    .trim()
    .default('')
    .when('override_rate', ([overridesRate], rate) =>
      overridesRate
        ? rate
            .required(t.rateRequired)
            .test('valid', t.rateInvalid, (value) => !value || isRate(value))
            .test('limit', t.rateLimit, (value) => !value || !isRate(value) || Number(value) <= rateMax)
        : rate,
    ),
  /** Facts that a plan's rates may depend on (decisions 2.08). */
  customer_type: typeName,
  activity_type: typeName,
  sale_kind: string()
    .trim()
    .default('')
    .oneOf(['', ...saleKinds], t.saleKindUnknown),
  term_months: string()
    .trim()
    .default('')
    .test(
      'months',
      t.termInvalid,
      (value) => value === '' || (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_TERM_MONTHS),
    ),
  cost_amount: amount(t, { max: amountMax }),
  list_amount: amount(t, { max: amountMax }),
  units: string()
    .trim()
    .default('')
    .test('units', t.unitsInvalid, (value) => value === '' || /^\d{1,9}$/.test(value)),
  notes,
});

/** Facts of a sale, which may change after the invoice is sent. */
export const saleFields = ['customer_type', 'activity_type', 'sale_kind', 'term_months', 'cost_amount', 'list_amount', 'units'] as const;

export type InvoiceField = FieldName<typeof invoiceForm>;
/** Form fields with the same name on an invoice. */
type SharedField = Exclude<InvoiceField, 'new_customer' | 'override_rate' | 'commission_rate'>;

const toFieldText = (name: SharedField, value: string | number | null | undefined): string => {
  if (typeof value !== 'number') return value ?? '';
  return name === 'units' || name === 'term_months' ? String(value) : value.toFixed(2);
};

/** An invoice as form values; the rate is empty unless the invoice overrides it. */
export const toInvoiceValues = (invoice: Pick<Invoice, SharedField | 'rate_override'>): FieldValues<typeof invoiceForm> => {
  const { rate_override } = invoice;
  const values = fieldsOf(invoiceForm).map(({ name }) => [name, toFieldText(name as SharedField, invoice[name as SharedField])]);
  return {
    ...(Object.fromEntries(values) as Record<SharedField, string>),
    new_customer: false,
    override_rate: rate_override !== null,
    commission_rate: rate_override === null ? '' : toRatePercent(rate_override),
  };
};

const allAmendableFields = [
  'notes',
  'due_date',
  'override_rate',
  'commission_rate',
  ...saleFields,
] as const satisfies readonly InvoiceField[];
export type AmendableField = (typeof allAmendableFields)[number];
/** The fields of a sent invoice that may still change (decisions 2.14). A credit memo takes its facts from its invoice. */
export const amendableFields = ({ connected, memo }: Readonly<{ connected: boolean; memo: boolean }>): readonly AmendableField[] => {
  if (memo) return connected ? ['notes'] : ['notes', 'due_date'];
  return connected ? ['notes', ...saleFields] : allAmendableFields;
};

/** The amount a credit memo reverses, and the reason. */
export const creditForm = object({
  amount: positiveAmount(t.amountRequired),
  booking_date: bookingDate,
  notes: string().trim().default('').required(t.reasonRequired).max(notesMax, t.notesLong).test(plainTextTest(t.reason)),
});

/** The recipient; if empty, the invoice is only marked as sent, and delivered as a file. */
export const sendForm = object({ email });

export const assignForm = object({ salesperson_id: string().default('').required(t.personRequired) });
