import { createHash } from 'node:crypto';
import type { ImportField } from '../../../../contract/rules/imports/fields.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { KnownReceipt } from '../../../db/repositories/imports/importedReceipts.ts';
import { dollars } from '../../shared/moneyText.ts';
import type { KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { leftOutReasonOf } from './decideVoid.ts';
import type { RowDecision } from './decision.ts';

export type ImportedReceiptRow = Readonly<{ rowNumber: number; row: ReadRow; accepted: boolean }>;
/**
 * Rows with the same reference and day form one receipt; a row without a reference is a receipt by itself. `isWhole`: all of its
 * rows are readable.
 */
export type ReceiptGroup = Readonly<{ key: string; rows: readonly ImportedReceiptRow[]; isWhole: boolean }>;
/** The receipt to write; `parts` are the invoices paid, before their balances are checked. */
export type ReceiptWrite = Readonly<{
  key: string;
  existing: KnownReceipt | null;
  day: Day;
  amount: Cents;
  reference: string | null;
  method: string | null;
  customer: string | null;
  notes: string | null;
  hash: string;
  parts: readonly Readonly<{ invoiceId: number; amount: Cents }>[];
}>;
export type DecidedReceipt = Readonly<{ decisions: readonly RowDecision[]; write: ReceiptWrite | null }>;

const decisionOf = (rowNumber: number, fate: RowDecision['fate'], fields: Partial<RowDecision> = {}): RowDecision => ({
  rowNumber,
  fate,
  field: null,
  reason: null,
  userId: null,
  existing: null,
  write: null,
  ...fields,
});

const contentOf = ({ row: { number, amount } }: ImportedReceiptRow): string => `${number} ${amount}`;

/** A payment that failed, was fully refunded or is left out creates no receipt; if it was already imported, a person must reverse it. */
const leftOutDecisionOf = ({ rowNumber, row }: ImportedReceiptRow, existing: KnownReceipt | null): RowDecision => {
  const leftOut = leftOutReasonOf(row);
  return existing?.stands
    ? decisionOf(rowNumber, 'quarantined', { ...leftOut, reason: importReason('receiptUndone', { value: row.state ?? '' }) })
    : decisionOf(rowNumber, 'left_out', leftOut);
};

/** The reason why a row cannot be a part of its receipt. */
const refusalOf = (
  one: ImportedReceiptRow,
  known: KnownRows,
  existing: KnownReceipt | null,
  firstRows: ReadonlyMap<string, number>,
): RowDecision | null => {
  const { rowNumber, row, accepted } = one;
  if (row.meaning === 'invalid') return leftOutDecisionOf(one, existing);
  if ((row.amount ?? 0) <= 0) return decisionOf(rowNumber, 'quarantined', { field: 'amount', reason: importReason('receiptAmount') });
  if ((row.day ?? '') > known.today) return decisionOf(rowNumber, 'quarantined', { field: 'date', reason: importReason('dateFuture') });
  const invoice = row.number === null ? null : known.invoices.get(row.number);
  if (row.number !== null && (!invoice || invoice.state === 'cancelled'))
    return decisionOf(rowNumber, 'quarantined', { field: 'number', reason: importReason('noInvoice', { number: row.number }) });
  if (invoice && known.askerInvoiceIds.has(invoice.id))
    return decisionOf(rowNumber, 'quarantined', { field: 'number', reason: importReason('askerSale') });
  if (invoice && known.ownInvoiceIds.has(invoice.id))
    return decisionOf(rowNumber, 'quarantined', {
      field: 'number',
      reason: importReason('ownReceipt', { number: invoice.invoice_number }),
    });
  const earlier = firstRows.get(contentOf(one));
  if (earlier !== undefined && !accepted)
    return decisionOf(rowNumber, 'quarantined', { field: 'amount', reason: importReason('receiptTwice', { row: earlier }) });
  return null;
};

const isApplied = ({ row }: ImportedReceiptRow): boolean => row.role === 'applied';

/** Sums the payment rows; the invoice rows below a payment only allocate it. */
export const receivedIn = (rows: readonly ImportedReceiptRow[]): Cents =>
  rows.filter((one) => !isApplied(one)).reduce((sum, { row }) => sum + (row.amount ?? 0), 0);

const appliedIn = (rows: readonly ImportedReceiptRow[]): Cents =>
  rows.filter(isApplied).reduce((sum, { row }) => sum + Math.max(row.amount ?? 0, 0), 0);

/**
 * If a payment does not cover all its invoices, its distribution is unknown until somebody accepts the rows unchanged. It then needs all
 * rows, so that no invoice gets the money of another one, and an unreadable row may belong to any part of it.
 * @param accepted the rows that can be parts of their receipt
 */
const unclearReason = ({ rows, isWhole }: ReceiptGroup, accepted: readonly ImportedReceiptRow[]): ImportReason | null => {
  if (!isWhole) return importReason('paymentPart');
  const [all, remaining] = [rows.filter(isApplied).length, accepted.filter(isApplied).length];
  if (remaining === accepted.length) return importReason('paymentMissing');
  const received = receivedIn(accepted);
  if (remaining === 0 || all === 1 || appliedIn(rows) <= received) return null;
  if (remaining < all) return importReason('paymentPart');
  return accepted.some(({ accepted }) => accepted) ? null : importReason('paymentUnclear', { amount: dollars(received), count: all });
};

/** True if no row names an invoice or a customer: a receipt without an invoice needs a customer (decisions 2.15). */
const hasNoCustomer = (accepted: readonly ImportedReceiptRow[]): boolean =>
  accepted.every(({ row: { number, customer } }) => number === null && customer === null);

const groupRefusalOf = (
  group: ReceiptGroup,
  taken: readonly ImportedReceiptRow[],
): Readonly<{ field: ImportField; reason: ImportReason }> | null => {
  if (hasNoCustomer(taken)) return { field: 'customer', reason: importReason('blank', { field: 'customer' }) };
  const reason = unclearReason(group, taken);
  return reason && { field: 'amount', reason };
};

/** The invoices that a receipt pays: each payment row its own amount; invoices below a payment in order, until it is used up. */
const partsOf = (rows: readonly ImportedReceiptRow[], received: Cents, known: KnownRows): ReceiptWrite['parts'] => {
  let remaining = received;
  return rows.flatMap(({ row }) => {
    const invoice = known.invoices.get(row.number ?? '');
    const amount = Math.min(row.amount ?? 0, remaining);
    if (!invoice || amount <= 0) return [];
    remaining -= amount;
    return [{ invoiceId: invoice.id, amount }];
  });
};

/**
 * Decides a receipt and each of its rows. Pure.
 * @param question why its money may already be recorded, a question that somebody has to answer (decisions 2.15)
 */
export const decideReceipt = (
  group: ReceiptGroup,
  known: KnownRows,
  existing: KnownReceipt | null,
  question: ImportReason | null,
): DecidedReceipt => {
  const { key } = group;
  const isOther = ({ row }: ImportedReceiptRow): boolean => row.role === 'other';
  const members = { ...group, rows: group.rows.filter((one) => !isOther(one)) };
  const firstRows = new Map<string, number>();
  const refused: RowDecision[] = [];
  const acceptedRows: ImportedReceiptRow[] = [];
  for (const one of members.rows) {
    const refusal = refusalOf(one, known, existing, firstRows);
    if (refusal) refused.push(refusal);
    else acceptedRows.push(one);
    if (!firstRows.has(contentOf(one))) firstRows.set(contentOf(one), one.rowNumber);
  }
  const [first] = acceptedRows;
  // If only excluded rows are left, the receipt that this run wrote must be reversed; otherwise it is written without them.
  const written = !first && existing && known.written.has(existing.id) ? existing : null;
  refused.push(...group.rows.filter(isOther).map((one) => leftOutDecisionOf(one, written)));
  if (!first) return { decisions: refused, write: null };
  const held = groupRefusalOf(members, acceptedRows);
  if (held !== null)
    return { decisions: [...refused, ...acceptedRows.map(({ rowNumber }) => decisionOf(rowNumber, 'quarantined', held))], write: null };
  const amount = receivedIn(acceptedRows);
  if (!existing && question && !acceptedRows.some(({ accepted }) => accepted)) {
    const unclear = acceptedRows.map(({ rowNumber }) => decisionOf(rowNumber, 'quarantined', { field: 'amount', reason: question }));
    return { decisions: [...refused, ...unclear], write: null };
  }
  const content = JSON.stringify([acceptedRows.map(contentOf).sort(), first.row.method, first.row.customer, first.row.notes]);
  const hash = createHash('sha256').update(content).digest('hex');
  const payeeOf = ({ row }: ImportedReceiptRow): Pick<RowDecision, 'userId' | 'paidId'> => {
    const invoice = known.invoices.get(row.number ?? '');
    return { userId: invoice?.salesperson_id ?? null, paidId: invoice?.id ?? null };
  };
  if (existing?.payload_hash === hash)
    return {
      decisions: [...refused, ...acceptedRows.map((one) => decisionOf(one.rowNumber, 'same', payeeOf(one)))],
      write: null,
    };
  if (existing && !existing.stands) {
    const refusedRows = acceptedRows.map(({ rowNumber }) =>
      decisionOf(rowNumber, 'quarantined', { field: 'amount', reason: importReason('receiptStepped') }),
    );
    return { decisions: [...refused, ...refusedRows], write: null };
  }
  const parts = partsOf(acceptedRows, amount, known);
  const { day, reference, method, customer, notes } = first.row;
  const isClosed = known.closedMonths.has(`${(day ?? '').slice(0, 7)}-01`);
  const fate = isClosed ? 'closed_month' : existing ? 'changed' : 'new';
  return {
    decisions: [...refused, ...acceptedRows.map((one) => decisionOf(one.rowNumber, fate, payeeOf(one)))],
    write: { key, existing, day: day ?? '', amount, reference, method, customer, notes, hash, parts },
  };
};

/** The amount allocated to each invoice, at most its open balance; the remainder is customer credit. */
export const allocateParts = (
  parts: ReceiptWrite['parts'],
  balances: Map<number, Cents>,
): Readonly<{ invoiceId: number; amount: Cents }>[] =>
  parts.flatMap(({ invoiceId, amount }) => {
    const most = Math.max(0, balances.get(invoiceId) ?? 0);
    const part = Math.min(amount, most);
    balances.set(invoiceId, most - part);
    return part === 0 ? [] : [{ invoiceId, amount: part }];
  });
