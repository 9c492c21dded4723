import type { Invoice } from '../../../contract/entities/invoice.ts';
import { assignForm } from '../../../contract/forms/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { AuditEntry, Origin } from '../../db/repositories/audit/audit.ts';
import type { InvoiceChange, InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { proposable } from '../facts/proposable.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { refusedForm } from '../shared/problem.ts';
import { typedText } from '../shared/typed.ts';
import { changeInvoice, type Deps, type KnownInvoice, type Locked } from './changeInvoice.ts';
import { checkDeal, checkPerson, checkRate, customerFor, type InvoiceTyped, readInvoice, readPerson, sharersOf } from './invoiceForm.ts';
import { checkNumber } from './invoiceNumber.ts';
import { notifyAssignedAway } from './lostNotices.ts';

const text = messages.invoiceForm;

type Edited = Readonly<{ change: InvoiceChange; entries: readonly AuditEntry[] }>;

/** A draft: all of it. */
const draftChange = async ({ within, actor, before, at }: Locked, body: InvoiceTyped): Promise<Edited> => {
  const { customer_email, new_customer, invoice_number, ...input } = await readInvoice(body);
  await checkPerson(within, actor, { person: input.salesperson_id, day: input.booking_date }, before.salesperson_id);
  checkRate(actor, { before, after: input }, await sharersOf(within, before));
  await checkDeal(within, actor, input.deal_id, before.deal_id);
  await assertOpen(within, input.booking_date);
  const number = invoice_number ?? before.invoice_number;
  await checkNumber(within, number, before.id);
  const wanted = { customer_name: input.customer_name, customer_email, new_customer };
  const { customer, entries } = await customerFor(within, { actor, at }, wanted);
  const { id: customer_id, name: customer_name, customer_type } = customer;
  return { change: { ...input, invoice_number: number, customer_name, customer_id, customer_type }, entries };
};

/** What it says already, as the form writes it. */
const typedOf = (row: InvoiceRow): Readonly<Record<string, string>> => ({
  invoice_number: row.invoice_number,
  customer_name: row.customer_name,
  deal_id: row.deal_id === null ? '' : String(row.deal_id),
  gross_amount: fromCents(row.gross_cents).toFixed(2),
  net_revenue: fromCents(row.net_cents).toFixed(2),
  booking_date: row.booking_date,
  salesperson_id: row.salesperson_id === null ? '' : String(row.salesperson_id),
});
const sameTyped = (field: string, typed: string, kept: string): boolean =>
  typed === kept || (/_amount$|_revenue$/.test(field) && typed !== '' && Number(typed) === Number(kept));

/**
 * One that is sent: its due date, its notes and its own rate; of a connected one its notes. What else the body names has to be what it is.
 * @throws Problem 409 period_closed, 422 naming what is not changed here
 */
const sentChange = async ({ within, actor, before }: Locked, body: InvoiceTyped): Promise<InvoiceChange> => {
  const isConnected = before.source === 'quickbooks';
  const kept = typedOf(before);
  const named = Object.keys(kept).filter((field) => body[field as keyof InvoiceTyped] !== undefined);
  const changed = named.filter((field) => !sameTyped(field, typedText(body[field as keyof InvoiceTyped]), kept[field] ?? ''));
  if (changed.length > 0)
    throw refusedForm(Object.fromEntries(changed.map((field) => [field, isConnected ? text.connected : text.frozen])));
  const due = body.due_date === undefined ? before.due_date : typedText(body.due_date);
  const isMemo = before.credit_of_id !== null || before.gross_cents < 0;
  // A memo's amounts stand below zero, which the form of an invoice refuses.
  const amounts = isMemo ? { gross_amount: '1', net_revenue: '1' } : {};
  const known = { ...kept, ...amounts, new_customer: false, due_date: due ?? '' };
  const rate = { override_rate: body.override_rate, commission_rate: body.commission_rate };
  const { due_date, notes, rate_override } = await readInvoice({ ...known, ...rate, notes: body.notes ?? before.notes });
  if (isConnected) return { notes };
  if (body.override_rate === undefined || isMemo) return { notes, due_date };
  checkRate(actor, { before, after: { salesperson_id: before.salesperson_id, rate_override } }, await sharersOf(within, before));
  if (Number(rate_override ?? -1) !== Number(before.rate_override ?? -1)) await assertOpen(within, before.booking_date);
  return { notes, due_date, rate_override };
};

/** A draft, or what may change of one that is sent. @throws Problem 403, 404, 409, 422 */
export const editInvoice = proposable(
  'invoice.edit',
  (deps: Deps, principal: Principal, known: KnownInvoice, body: InvoiceTyped, origin: Origin): Promise<Invoice> => {
    let entries: readonly AuditEntry[] = [];
    const also = async (locked: Locked): Promise<InvoiceChange> => {
      if (locked.before.state === 'sent') return sentChange(locked, body);
      const edited = await draftChange(locked, body);
      entries = edited.entries;
      return edited.change;
    };
    const event = ({ state }: InvoiceRow) => ({ type: state === 'sent' ? 'amend' : 'edit' }) as const;
    return changeInvoice(deps, principal, { ...known, deed: 'edited', event, also, entries: () => entries }, origin);
  },
);

/** A memo takes back from whom its invoice was credited to. @throws Problem 409 period_closed */
const memosOf = async ({ within, before }: Locked): Promise<readonly InvoiceRow[]> => {
  const memos = await within.invoiceRows.lockMemos(before);
  for (const { salesperson_id, booking_date } of memos) if (salesperson_id !== null) await assertOpen(within, booking_date);
  return memos;
};

/**
 * To whom it is credited, and with it its credit memos (decisions 2.23). What nobody was credited for may lie in a closed month: it is a late fact there, and becomes a
 * proposal (decisions 2.11); what somebody was credited for stays.
 * @throws Problem 403, 404, 409 period_closed, 422
 */
export const assignInvoice = proposable(
  'invoice.assign',
  (deps: Deps, principal: Principal, known: KnownInvoice, typed: unknown, origin: Origin): Promise<Invoice> => {
    const also = async ({ within, actor, before }: Locked): Promise<InvoiceChange> => {
      await checkForm(assignForm, { salesperson_id: typedText(typed) });
      const salesperson_id = readPerson(typed);
      await checkPerson(within, actor, { person: salesperson_id, day: before.booking_date }, before.salesperson_id);
      checkRate(actor, { before, after: { salesperson_id, rate_override: before.rate_override }, field: 'salesperson_id' });
      if (before.salesperson_id !== null) await assertOpen(within, before.booking_date);
      return { salesperson_id };
    };
    const then = ({ within, before, at }: Locked): Promise<void> =>
      notifyAssignedAway(within, { userId: principal.userId, at }, before, readPerson(typed));
    const event = () => ({ type: 'assign' }) as const;
    return changeInvoice(deps, principal, { ...known, deed: 'assigned', event, also, memos: memosOf, then }, origin);
  },
);
