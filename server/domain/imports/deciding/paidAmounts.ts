import type { Cents } from '../../../../contract/rules/money.ts';
import type { PaidReceipt } from '../../../db/repositories/imports/importedReceipts.ts';
import type { StagedRow } from '../../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { KnownRows } from '../known.ts';
import type { ReadCells, ReadRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { decidePaid, hasAmountPaid, paidKey } from './decidePaid.ts';
import type { ReceiptWrite } from './decideReceipts.ts';
import type { DecisionContext } from './decideRows.ts';
import type { RowDecision } from './decision.ts';

type Repos = Pick<Repositories, 'importedReceipts'>;
type PaidReceipts = ReadonlyMap<string, readonly PaidReceipt[]>;
type StagedReadRow = Readonly<{ staged: StagedRow; read: ReadCells & { ok: true } }>;

/**
 * Receipts that earlier imports created for the amounts paid of these invoices, by invoice number; locked before the invoices, as payments
 * are.
 */
export const readPaidReceipts = async (
  tx: Repos,
  { reading, constant, writes }: DecisionContext,
  rows: readonly StagedReadRow[],
): Promise<PaidReceipts> => {
  if (!reading.mapping.paid) return new Map();
  const numbers = rows.flatMap(({ read: { row } }) => (row.paid === null || row.number === null ? [] : [row.number]));
  return receiptsByNumber(await tx.importedReceipts.ofAmountsPaid(constant.connectionId, numbers, writes));
};

const receiptsByNumber = (receipts: readonly PaidReceipt[]): PaidReceipts => {
  const byNumber = new Map<string, PaidReceipt[]>();
  for (const receipt of receipts) byNumber.set(receipt.number, [...(byNumber.get(receipt.number) ?? []), receipt]);
  return byNumber;
};

/** By invoice number, the receipts of amounts paid; by invoice id, the cents of all receipts and of earlier rows of the file. */
export type RecordedReceipts = Readonly<{
  byNumber: PaidReceipts;
  received: ReadonlyMap<number, Cents>;
  inFile: ReadonlyMap<number, Cents>;
}>;

export const readRecordedReceipts = async (
  { importedReceipts }: Repos,
  { constant, arriving }: DecisionContext,
  rows: readonly ReadRow[],
  { invoices }: Pick<KnownRows, 'invoices'>,
): Promise<Omit<RecordedReceipts, 'inFile'> & Readonly<{ inFile: Map<number, Cents> }>> => {
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const byNumber = receiptsByNumber(await importedReceipts.ofAmountsPaid(constant.connectionId, numbers, false));
  const ids = [...byNumber.keys()].flatMap((number) => invoices.get(number)?.id ?? []);
  return { byNumber, received: await importedReceipts.receivedElsewhere(ids, []), inFile: arriving?.paid ?? new Map() };
};

/**
 * Why a payment may already be part of an amount paid that an invoice file recorded: it is dated no later, or would pay more than the
 * invoice together with all other money. Pure.
 */
export const possibleDuplicateReason = (
  rows: readonly ReadRow[],
  { byNumber, received, inFile }: RecordedReceipts,
  { invoices }: Pick<KnownRows, 'invoices'>,
): ImportReason | null => {
  for (const { number, amount, day } of rows) {
    const standing = (byNumber.get(number ?? '') ?? []).filter(({ stands }) => stands);
    const invoice = invoices.get(number ?? '');
    if (standing.length === 0 || !invoice) continue;
    const isNoLater = standing.some(({ received_on }) => (day ?? '') <= received_on);
    const total = (received.get(invoice.id) ?? 0) + (inFile.get(invoice.id) ?? 0) + (amount ?? 0);
    const paid = standing.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    if (isNoLater || total > invoice.gross_cents) return importReason('receiptInPaid', { number: number ?? '', paid_cents: paid });
  }
  return null;
};

/** Adds to decided invoices the receipts for their amounts paid (decisions 2.15). */
export const decidePaidAmounts = async (
  { importedReceipts }: Repos,
  { reading: { mapping, choices }, constant: { connectionId } }: DecisionContext,
  {
    rows,
    decisions,
    known,
    receipts,
  }: Readonly<{
    rows: readonly StagedReadRow[];
    decisions: readonly RowDecision[];
    known: KnownRows;
    receipts: PaidReceipts;
  }>,
): Promise<Readonly<{ decisions: readonly RowDecision[]; receipts: readonly ReceiptWrite[] }>> => {
  if (!mapping.paid) return { decisions, receipts: [] };
  const byNumber = new Map(rows.map((one) => [one.staged.row_number, one]));
  const withPayment = decisions.flatMap((decision) => {
    const one = byNumber.get(decision.rowNumber);
    return one && hasAmountPaid(decision, one.read.row, known) ? [{ decision, ...one }] : [];
  });
  const invoices = withPayment.flatMap(({ decision }) => decision.existing?.id ?? []);
  const fileReceipts = [...receipts.values()].flat();
  const elsewhere = await importedReceipts.receivedElsewhere(
    invoices,
    fileReceipts.map(({ id }) => id),
  );
  const factsOf = ({ existing }: RowDecision, { number }: ReadRow) => ({
    earlier: receipts.get(number ?? '') ?? [],
    elsewhere: elsewhere.get(existing?.id ?? 0) ?? 0,
    day: choices.day,
  });
  const datedPayments = withPayment.flatMap(({ decision, read: { row } }) => {
    const [received_on, customer_id] = [row.paidOn ?? choices.day, decision.existing?.customer_id];
    const { earlier, elsewhere: others } = factsOf(decision, row);
    // If an earlier import recorded a payment for this invoice, an increase is a new payment, even with the same amount and day.
    if (!received_on || !customer_id || earlier.length > 0) return [];
    return [{ key: paidKey(row), received_on, amount_cents: (row.paid ?? 0) - others, reference: null, customer_id }];
  });
  const possibleDuplicates = await importedReceipts.existingKeys(datedPayments, connectionId);
  const decided = new Map(
    withPayment.map(({ decision, staged, read: { row } }) => {
      const facts = { ...factsOf(decision, row), isPossibleDuplicate: !staged.accepted && possibleDuplicates.has(paidKey(row)) };
      return [decision.rowNumber, decidePaid(decision, row, known, facts)] as const;
    }),
  );
  return {
    decisions: decisions.map((decision) => decided.get(decision.rowNumber)?.decision ?? decision),
    receipts: [...decided.values()].flatMap(({ write }) => write ?? []),
  };
};
