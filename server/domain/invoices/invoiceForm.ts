import type { FieldValues } from '../../../contract/forms/fields.ts';
import { invoiceForm } from '../../../contract/forms/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import { saleKinds } from '../../../contract/rules/commission/saleFacts.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { CustomerRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { canAccessDeal } from '../deals/dealScope.ts';
import { createCreditCheck } from '../shared/mayBeCredited.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { parseFormCents, type RawFormBody, readTyped, toFormText } from '../shared/typed.ts';
import { textFields, toTextColumns } from './textFields.ts';

const t = messages.invoiceFormText;

export type InvoiceFormBody = RawFormBody<typeof invoiceForm>;

const readChosenId = (id: string, field: string, refusal: string): number | null => {
  const row = rowId(id);
  if (id !== '' && row === null) throw formProblem({ [field]: refusal });
  return row;
};

/** Converts 7.5 percent to exactly 0.075: scaled as an integer to avoid rounding errors. */
const toFraction = (percent: string): string => (Math.round(Number(percent) * 10_000) / 1_000_000).toFixed(6);

/** The invoice's own rate as a fraction; null if the plan's rates apply. */
export const rateOf = ({ override_rate, commission_rate }: Readonly<{ override_rate: boolean; commission_rate: string }>): string | null =>
  override_rate ? toFraction(commission_rate) : null;

/** The sale's facts that are not text; null if unknown. */
export const saleFactsOf = (form: FieldValues<typeof invoiceForm>) => ({
  sale_kind: saleKinds.find((kind) => kind === form.sale_kind) ?? null,
  term_months: form.term_months === '' ? null : Number(form.term_months),
  cost_cents: form.cost_amount === '' ? null : parseFormCents(form.cost_amount),
  list_cents: form.list_amount === '' ? null : parseFormCents(form.list_amount),
  units: form.units === '' ? null : Number(form.units),
});

/** The columns of an entered invoice; without an `invoice_number` it gets the next free one. @throws Problem 422 naming each field */
export const readInvoice = async (body: InvoiceFormBody) => {
  const form = await readTyped(invoiceForm, body);
  return {
    ...toTextColumns(textFields, form),
    customer_name: form.customer_name,
    customer_email: form.customer_email || null,
    new_customer: form.new_customer,
    deal_id: readChosenId(form.deal_id, 'deal_id', t.dealUnknown),
    gross_cents: parseFormCents(form.gross_amount),
    net_cents: parseFormCents(form.net_revenue),
    booking_date: form.booking_date,
    salesperson_id: readChosenId(form.salesperson_id, 'salesperson_id', t.personUnknown),
    rate_override: rateOf(form),
    ...saleFactsOf(form),
  };
};
export type InvoiceInput = Readonly<Awaited<ReturnType<typeof readInvoice>>>;

export const readSalesperson = (input: unknown): number | null => readChosenId(toFormText(input), 'salesperson_id', t.personUnknown);

/**
 * Checks the new seller: a person who sold on the booking date, within the actor's reach. Only users who also see unassigned invoices
 * may leave it unassigned.
 * @param before the previous seller, who may always keep it
 * @throws Problem 422 naming salesperson_id
 */
export const checkPerson = async (
  tx: Pick<Repositories, 'invoiceRows' | 'users'>,
  actor: Actor,
  { person, day }: Readonly<{ person: number | null; day: Day }>,
  before: number | null | undefined,
): Promise<void> => {
  if (person === before) return;
  if (person === null) {
    if (reachOf(actor, 'invoice:write') !== 'all') throw formProblem({ salesperson_id: t.personRequired });
    return;
  }
  const seller = await tx.invoiceRows.seller(person);
  const maySell = await createCreditCheck(tx, [person]);
  if (!seller || !maySell(person, day)) throw formProblem({ salesperson_id: t.personUnknown });
  const target = { owner_id: String(person), owner_manager_id: seller.manager_id === null ? null : String(seller.manager_id) };
  if (!can(actor, 'invoice:write', target)) throw formProblem({ salesperson_id: t.personRefused });
};

type RatedInvoice = Pick<InvoiceInput, 'salesperson_id' | 'rate_override'>;
type RateChange = Readonly<{ before: RatedInvoice | null; after: RatedInvoice; field?: 'commission_rate' | 'salesperson_id' }>;
/**
 * Nobody may set the rate of their own commission, or take over an invoice that has its own rate.
 * @param sharers other people who earn from the invoice: its lead, and participants of a manual split
 * @throws Problem 422 naming the field
 */
export const checkRate = (
  actor: Actor,
  { before, after, field = 'commission_rate' }: RateChange,
  sharers: readonly (number | null)[] = [],
): void => {
  const isOwn = (person: number | null): boolean => String(person) === actor.id;
  const isRateChanged = Number(before?.rate_override ?? -1) !== Number(after.rate_override ?? -1);
  const isTakeover = after.rate_override !== null && isOwn(after.salesperson_id) && before?.salesperson_id !== after.salesperson_id;
  if (isTakeover || (isRateChanged && [after.salesperson_id, ...sharers].some(isOwn))) throw formProblem({ [field]: t.rateOwn });
};

/** People who earn from an invoice besides its seller. */
export const readSharers = async (
  { splits }: Pick<Repositories, 'splits'>,
  { id, sales_lead_id }: Readonly<{ id: number; sales_lead_id: number | null }>,
): Promise<(number | null)[]> => [sales_lead_id, ...(await splits.current(id)).map(({ user_id }) => user_id)];

/** @throws Problem 422 naming deal_id, equally for a missing deal and one the actor may not see */
export const checkDeal = async (
  { deals }: Pick<Repositories, 'deals'>,
  actor: Actor,
  deal: number | null,
  before: number | null | undefined,
): Promise<void> => {
  if (deal === null || deal === before) return;
  const dealRow = await deals.byId(deal);
  if (!dealRow || !canAccessDeal(actor, 'deal:read', dealRow)) throw formProblem({ deal_id: t.dealUnknown });
};

type CustomerInput = Pick<InvoiceInput, 'customer_name' | 'customer_email' | 'new_customer'>;
type Customer = Readonly<{
  customer: CustomerRow;
  /** Audit entries, which are written last in a transaction. */
  entries: readonly AuditWrite[];
}>;
/**
 * The customer by name, with the email saved; an unknown name is created only after confirmation. Invoices are sent to that address, so
 * only users who bill for everyone may replace one.
 * @throws Problem 422 naming customer_name, customer_email
 */
export const findOrCreateInvoiceCustomer = async (
  tx: Pick<Repositories, 'invoiceRows' | 'importedFacts'>,
  { actor, at }: Readonly<{ actor: Actor; at: Date }>,
  { customer_name, customer_email, new_customer }: CustomerInput,
): Promise<Customer> => {
  const existing = await tx.invoiceRows.customer(customer_name);
  if (!existing && !new_customer) throw formProblem({ customer_name: t.customerUnknown });
  if (!existing) await tx.importedFacts.customers([customer_name]);
  const customer = existing ?? (await tx.invoiceRows.customer(customer_name));
  if (!customer) throw new Error('a customer was made and is not there');
  if (customer_email === null || customer_email === customer.email) return { customer, entries: [] };
  if (customer.email !== null && reachOf(actor, 'invoice:write') !== 'all') throw formProblem({ customer_email: t.emailKept });
  await tx.invoiceRows.setEmail(customer.id, customer_email, at);
  const entry: AuditWrite = {
    actorId: Number(actor.id),
    action: 'customer.email_changed',
    entity: 'customer',
    entityId: String(customer.id),
    before: { email: customer.email },
    after: { email: customer_email },
  };
  return { customer: { ...customer, email: customer_email }, entries: existing ? [entry] : [] };
};
