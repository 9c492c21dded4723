import type { Invoice } from '../../../contract/entities/invoice.ts';
import { type FieldValues, fieldsOf } from '../../../contract/forms/fields.ts';
import {
  type AmendableField,
  amendableFields,
  assignForm,
  type InvoiceField,
  invoiceForm,
  saleFields,
  toInvoiceValues,
} from '../../../contract/forms/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { InvoiceChange, InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { proposable } from '../facts/proposable.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem } from '../shared/problem.ts';
import { formFieldsOf, toFormText } from '../shared/typed.ts';
import { changeInvoice, type InvoiceDeps, type InvoiceVersion, type LockedInvoice } from './changeInvoice.ts';
import {
  checkDeal,
  checkPerson,
  checkRate,
  findOrCreateInvoiceCustomer,
  type InvoiceFormBody,
  rateOf,
  readInvoice,
  readSalesperson,
  readSharers,
  saleFactsOf,
} from './invoiceForm.ts';
import { checkNumber } from './invoiceNumber.ts';
import { invoiceEntityOf, invoiceFactsOf } from './invoiceView.ts';
import { notifyAssignedAway } from './lostNotices.ts';
import { isTextField, type TextField, toTextColumns } from './textFields.ts';

const t = messages.invoiceFormText;

type EditResult = Readonly<{ change: InvoiceChange; entries: readonly AuditWrite[] }>;

/** All fields of a draft may change. */
const draftChange = async ({ tx, actor, before, at }: LockedInvoice, body: InvoiceFormBody): Promise<EditResult> => {
  const { customer_email, new_customer, invoice_number, ...input } = await readInvoice(body);
  await checkPerson(tx, actor, { person: input.salesperson_id, day: input.booking_date }, before.salesperson_id);
  checkRate(actor, { before, after: input }, await readSharers(tx, before));
  await checkDeal(tx, actor, input.deal_id, before.deal_id);
  await assertOpen(tx, input.booking_date);
  const number = invoice_number ?? before.invoice_number;
  await checkNumber(tx, number, before.id);
  const customerInput = { customer_name: input.customer_name, customer_email, new_customer };
  const { customer, entries } = await findOrCreateInvoiceCustomer(tx, { actor, at }, customerInput);
  const { id: customer_id, name: customer_name } = customer;
  const customer_type = input.customer_type ?? customer.customer_type;
  return { change: { ...input, invoice_number: number, customer_name, customer_id, customer_type }, entries };
};

type InvoiceValues = FieldValues<typeof invoiceForm>;
/** A request body, its values, and the invoice's current values. */
type Edit = Readonly<{ body: InvoiceFormBody; current: InvoiceValues; input: InvoiceValues }>;

const isSameValue = (field: InvoiceField, input: string | boolean, current: string | boolean): boolean =>
  input === current || (/_amount$|_revenue$|_rate$/.test(field) && input !== '' && Number(input) === Number(current));

/** @throws Problem 422 naming each field that the body would change but must not */
const assertNotEditable = (before: InvoiceRow, { body, current, input }: Edit): void => {
  const editable: readonly InvoiceField[] = amendableFields(invoiceFactsOf(before));
  const changed = fieldsOf(invoiceForm)
    .map(({ name }) => name)
    .filter((name) => body[name] !== undefined && !editable.includes(name) && !isSameValue(name, input[name], current[name]))
    .filter((name) => name !== 'commission_rate' || input.override_rate);
  if (changed.length === 0) return;
  const refusal = invoiceFactsOf(before).connected ? t.connected : t.frozen;
  throw formProblem(Object.fromEntries(changed.map((name) => [name, refusal])));
};

type AmendableText = Extract<AmendableField, TextField>;
/** The editable fields that the body changes; the rate counts together with its checkbox, if the body contains that. */
const editedFieldsOf = (before: InvoiceRow, { body, current, input }: Edit): readonly AmendableField[] =>
  amendableFields(invoiceFactsOf(before)).filter((name) =>
    name === 'override_rate' || name === 'commission_rate'
      ? body.override_rate !== undefined
      : body[name] !== undefined && !isSameValue(name, input[name], current[name]),
  );

/**
 * The change of a sent invoice; other fields of the body are accepted only with their current values.
 * @throws Problem 409 period_closed, 422 naming each field
 */
const sentChange = async ({ tx, actor, before, today }: LockedInvoice, body: InvoiceFormBody): Promise<InvoiceChange> => {
  const current = toInvoiceValues(invoiceEntityOf(actor, before, today));
  const edit = { body, current, input: formFieldsOf(invoiceForm, body) };
  assertNotEditable(before, edit);
  const edited = editedFieldsOf(before, edit);
  const values = { ...current, ...Object.fromEntries(edited.map((name) => [name, edit.input[name]])) };
  // Validates only the edited fields, because the form would refuse some imported values.
  await checkForm(invoiceForm.pick([...edited]), values);
  const columns = toTextColumns(
    edited.filter((name): name is AmendableText => isTextField(name)),
    values,
  );
  const hasSaleFacts = saleFields.some((name) => edited.includes(name));
  if (hasSaleFacts) await assertOpen(tx, before.booking_date);
  const change = hasSaleFacts ? { ...columns, ...saleFactsOf(values) } : columns;
  if (!edited.includes('override_rate')) return change;
  const rate_override = rateOf(values);
  checkRate(actor, { before, after: { salesperson_id: before.salesperson_id, rate_override } }, await readSharers(tx, before));
  if (Number(rate_override ?? -1) !== Number(before.rate_override ?? -1)) await assertOpen(tx, before.booking_date);
  return { ...change, rate_override };
};

/** Copies the customer type, which may exclude an invoice, to its credit memos; their other facts are read from the invoice. */
const copyCustomerTypeToMemos = async ({ tx, before, at }: LockedInvoice): Promise<void> => {
  const customer_type = (await tx.invoiceRows.byId(before.id))?.customer_type ?? null;
  if (before.state !== 'sent' || customer_type === before.customer_type) return;
  for (const { id } of await tx.invoiceRows.lockMemos(before)) await tx.invoiceRows.change(id, { customer_type }, at);
};

/** Edits a draft, or the editable fields of a sent invoice. @throws Problem 403, 404, 409, 422 */
export const editInvoice = proposable(
  'invoice.edit',
  (deps: InvoiceDeps, principal: Principal, target: InvoiceVersion, body: InvoiceFormBody, origin: Origin): Promise<Invoice> => {
    let entries: readonly AuditWrite[] = [];
    const buildChange = async (locked: LockedInvoice): Promise<InvoiceChange> => {
      if (locked.before.state === 'sent') return sentChange(locked, body);
      const edited = await draftChange(locked, body);
      entries = edited.entries;
      return edited.change;
    };
    const event = ({ state }: InvoiceRow) => ({ type: state === 'sent' ? 'amend' : 'edit' }) as const;
    const request = {
      ...target,
      verb: 'edited',
      event,
      buildChange,
      afterChange: copyCustomerTypeToMemos,
      entries: () => entries,
    } as const;
    return changeInvoice(deps, principal, request, origin);
  },
);

/** Locks the memos, which reverse the credit of the invoice's seller. @throws Problem 409 period_closed */
const lockMemos = async ({ tx, before }: LockedInvoice): Promise<readonly InvoiceRow[]> => {
  const memos = await tx.invoiceRows.lockMemos(before);
  for (const { salesperson_id, booking_date } of memos) if (salesperson_id !== null) await assertOpen(tx, booking_date);
  return memos;
};

/**
 * Assigns the seller of an invoice and of its credit memos (decisions 2.23). An unassigned invoice may be in a closed month: it is then a
 * late fact, and becomes a proposal (decisions 2.11). One that was assigned in a closed month cannot change.
 * @throws Problem 403, 404, 409 period_closed, 422
 */
export const assignInvoice = proposable(
  'invoice.assign',
  (deps: InvoiceDeps, principal: Principal, target: InvoiceVersion, body: unknown, origin: Origin): Promise<Invoice> => {
    const buildChange = async ({ tx, actor, before }: LockedInvoice): Promise<InvoiceChange> => {
      await checkForm(assignForm, { salesperson_id: toFormText(body) });
      const salesperson_id = readSalesperson(body);
      await checkPerson(tx, actor, { person: salesperson_id, day: before.booking_date }, before.salesperson_id);
      checkRate(actor, { before, after: { salesperson_id, rate_override: before.rate_override }, field: 'salesperson_id' });
      if (before.salesperson_id !== null) await assertOpen(tx, before.booking_date);
      return { salesperson_id };
    };
    const afterChange = ({ tx, before, at }: LockedInvoice): Promise<void> =>
      notifyAssignedAway(tx, { userId: principal.userId, at }, before, readSalesperson(body));
    const event = () => ({ type: 'assign' }) as const;
    return changeInvoice(deps, principal, { ...target, verb: 'assigned', event, buildChange, memos: lockMemos, afterChange }, origin);
  },
);
