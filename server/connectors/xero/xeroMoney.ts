import { type Cents, toCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Fact } from '../../domain/connections/facts.ts';
import { sumAnswers } from '../amounts.ts';
import { type Answer, answerRowsOf, idOf, recordOf, rowsIn, salespeopleIn, textOf } from '../answers.ts';
import { memoAllocationOf, memoPartsOf } from '../creditNotes.ts';
import { paymentFactOf } from '../payments.ts';
import { type PlacementsByValue, placeIf, placementOf } from '../placing.ts';

const cents = (value: unknown): Cents => toCents((value ?? 0) as number);
const refundedCentsOf = ({ Payments }: Answer): Cents => sumAnswers(rowsIn(Payments), ({ Amount }) => cents(Amount));

/**
 * `/Date(1539993600000+0000)/`: the milliseconds are UTC whatever the offset.
 * @throws for any other format
 */
export const instantOf = (value: unknown): Date => {
  const [, ms] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(String(value)) ?? [];
  if (ms === undefined) throw new Error('no date');
  return new Date(Number(ms));
};
/** Dates are midnight UTC of a plain date, so no time zone is applied. */
const dayOf = (value: unknown): Day => instantOf(value).toISOString().slice(0, 10);

/** Drafts don't count, like deleted documents (decisions 2.26). */
const uncountedStates = { VOIDED: 'voided', DRAFT: 'deleted', SUBMITTED: 'deleted', DELETED: 'deleted' } as const;
const states: PlacementsByValue = new Map([['AUTHORISED', null], ['PAID', null], ...Object.entries(uncountedStates)]);
const sales = ['ACCREC', 'ACCRECCREDIT', 'RECEIVE-PREPAYMENT', 'ARPREPAYMENT', 'RECEIVE-OVERPAYMENT', 'AROVERPAYMENT'];
const types: PlacementsByValue = new Map(sales.map((type) => [type, null]));
const purchases = new Set<unknown>(['ACCPAY', 'ACCPAYCREDIT', 'SPEND-PREPAYMENT', 'APPREPAYMENT', 'SPEND-OVERPAYMENT', 'APOVERPAYMENT']);
/** True for a purchase: the organization is the one that owes. */
const isPurchase = ({ Type }: Answer): boolean => purchases.has(Type);

const partyOf = (contact: unknown) => {
  const { ContactID, Name } = recordOf(contact);
  const external_id = idOf(ContactID);
  return { external_id, name: textOf(Name) ?? `Contact ${external_id}` };
};
const commonFields = (row: Answer) => {
  const updated_at = instantOf(row.UpdatedDateUTC).toISOString();
  return { external_version: updated_at, updated_at };
};
/** An invoice, credit note, prepayment or overpayment. */
const documentFields = (row: Answer) => ({
  ...commonFields(row),
  ...placementOf(['type', row.Type, types], ['state', row.Status, states]),
  currency: idOf(row.CurrencyCode),
  customer: partyOf(row.Contact),
});

/** The option of a tracking category such as "Sales Rep"; null where lines name several people (decisions 7.03: never guessed). */
const salespersonOf = ({ LineItems }: Answer): string | null => {
  const trackingOptions = rowsIn(LineItems).flatMap(({ Tracking }) => rowsIn(Tracking));
  const [firstSalesperson, ...otherSalespeople] = new Set(
    salespeopleIn(trackingOptions.map(({ Name, Option }) => [Name, Option] as const)),
  );
  return otherSalespeople.length === 0 ? (firstSalesperson ?? null) : null;
};

const contactFacts = (row: Answer): Fact[] => {
  const isGone = row.ContactStatus === 'ARCHIVED' || row.ContactStatus === 'GDPRREQUEST';
  return [{ kind: 'customer', ...commonFields(row), ...partyOf(row), email: textOf(row.EmailAddress), gone: isGone }];
};

const invoiceFacts = (row: Answer): Fact[] => {
  if (isPurchase(row)) return [];
  const invoice: Fact = {
    kind: 'invoice',
    external_id: idOf(row.InvoiceID),
    ...documentFields(row),
    document_number: textOf(row.InvoiceNumber),
    fallback_number: `XERO-${idOf(row.InvoiceID)}`,
    gross_cents: cents(row.Total),
    net_cents: cents(row.Total) - cents(row.TotalTax),
    booking_date: dayOf(row.Date),
    due_date: textOf(row.DueDate) && dayOf(row.DueDate),
    notes: textOf(row.Reference),
    salesperson: salespersonOf(row),
    balance_cents: cents(row.AmountDue),
  };
  return [invoice];
};

/** The parts of a credit note, prepayment or overpayment, by the invoices they are allocated to. */
const allocationLines = (row: Answer) =>
  rowsIn(row.Allocations)
    .filter(({ IsDeleted }) => IsDeleted !== true)
    .map(({ Invoice, Amount }) => ({ invoice: idOf(recordOf(Invoice).InvoiceID), amount_cents: cents(Amount) }));

const receiptFields = ({ Date: day, Reference }: Answer, id: unknown) =>
  ({ external_id: idOf(id), received_on: dayOf(day), method: '', reference: textOf(Reference) }) as const;

/**
 * A credit note as three facts: the memo without the refunded part, that part as a refunded memo, and a payment without money that
 * allocates the memo, because payments link our memos to invoices (decisions 2.20).
 */
const creditNoteFacts = (row: Answer): Fact[] => {
  if (isPurchase(row)) return [];
  const [id, number, lines] = [idOf(row.CreditNoteID), textOf(row.CreditNoteNumber), allocationLines(row)];
  const gross = cents(row.Total);
  const { rest, refund } = memoPartsOf(gross, gross - cents(row.TotalTax), refundedCentsOf(row));
  const [day, fields] = [dayOf(row.Date), documentFields(row)];
  const memo = { kind: 'credit_memo', ...fields, document_number: number, booking_date: day } as const;
  const isAllocated = lines.some(({ amount_cents }) => amount_cents > 0);
  return [
    { ...memo, external_id: id, ...rest },
    { ...memo, external_id: `R${id}`, ...refund, ...placeIf(refund.gross_cents > 0, fields) },
    { kind: 'payment', external_id: id, ...fields, ...memoAllocationOf({ memo: id, day, number, lines }), ...placeIf(isAllocated, fields) },
  ];
};

/** Money received before its invoices or in excess of one; the refunded part does not count as received (decisions 2.27). */
const advanceFacts = (row: Answer, id: unknown): Fact[] => {
  if (isPurchase(row)) return [];
  const amount_cents = cents(row.Total) - refundedCentsOf(row);
  return [{ kind: 'payment', ...receiptFields(row, id), ...documentFields(row), amount_cents, lines: allocationLines(row), credits: [] }];
};

/** These include payments of credit notes, prepayments and overpayments, so only payments of invoices are read. */
const paymentFacts = (row: Answer): Fact[] => {
  if (row.PaymentType !== 'ACCRECPAYMENT') return [];
  const { InvoiceID, CurrencyCode, Contact } = recordOf(row.Invoice);
  const payment = paymentFactOf(receiptFields(row, row.PaymentID), { invoice: idOf(InvoiceID), amount_cents: cents(row.Amount) });
  return [{ ...payment, ...documentFields({ ...row, Type: 'ACCREC', CurrencyCode, Contact }) }];
};

/** In import order: endpoint, its id field, the filter that excludes suppliers, and the facts of one row. */
export const xeroLists = [
  { name: 'Contacts', id: 'ContactID', query: { where: 'IsCustomer==true', includeArchived: 'true' }, factsOf: contactFacts },
  { name: 'Invoices', id: 'InvoiceID', query: { where: 'Type=="ACCREC"' }, factsOf: invoiceFacts },
  { name: 'CreditNotes', id: 'CreditNoteID', query: { where: 'Type=="ACCRECCREDIT"' }, factsOf: creditNoteFacts },
  { name: 'Prepayments', id: 'PrepaymentID', query: {}, factsOf: (row: Answer) => advanceFacts(row, row.PrepaymentID) },
  { name: 'Overpayments', id: 'OverpaymentID', query: {}, factsOf: (row: Answer) => advanceFacts(row, row.OverpaymentID) },
  { name: 'Payments', id: 'PaymentID', query: { where: 'PaymentType=="ACCRECPAYMENT"' }, factsOf: paymentFacts },
] as const;
export type XeroList = (typeof xeroLists)[number];
export const xeroListOf = (list: XeroList['name']): XeroList => xeroLists.find(({ name }) => name === list) ?? xeroLists[0];

/**
 * The facts of a page, grouped by kind.
 * @throws if a row is malformed
 */
export const factsIn = ({ name, factsOf }: XeroList, body: unknown): Readonly<{ facts: readonly Fact[]; rows: number }> => {
  const rows = answerRowsOf(recordOf(body)[name]);
  // Memos before the payments that allocate them.
  const facts = rows.flatMap<Fact>(factsOf).sort((a, b) => a.kind.localeCompare(b.kind));
  return { facts, rows: rows.length };
};
