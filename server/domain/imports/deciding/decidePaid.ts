import { createHash } from 'node:crypto';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { PaidReceipt } from '../../../db/repositories/imports/importedReceipts.ts';
import type { KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { importReason } from '../reasons.ts';
import type { ReceiptWrite } from './decideReceipts.ts';
import { invoiceIdOf, type RowDecision, refused } from './decision.ts';

/** The key of the receipt that raises the amount paid of an invoice to this total; `PAID_NUMBER` in the database parses it. */
export const paidKey = ({ number, paid }: Pick<ReadRow, 'number' | 'paid'>): string => `paid@${paid ?? 0}|${number ?? ''}`;

/**
 * `earlier`: receipts that files recorded for the amount paid of this invoice. `elsewhere`: cents it received through other receipts.
 * `day`: for rows without a day. `isPossibleDuplicate`: another source has a receipt with the same customer, amount and day, and nobody has confirmed
 * that this is a different one.
 */
export type PaidFacts = Readonly<{ earlier: readonly PaidReceipt[]; elsewhere: Cents; day: Day | undefined; isPossibleDuplicate: boolean }>;
export type DecidedPaid = Readonly<{ decision: RowDecision; write: ReceiptWrite | null }>;

const hashOf = ({ paid, paidOn }: ReadRow): string =>
  createHash('sha256')
    .update(JSON.stringify([paid, paidOn]))
    .digest('hex');

const isImported = ({ fate }: RowDecision): boolean => fate !== 'quarantined' && fate !== 'waiting' && fate !== 'left_out';

/** True if the row has an amount paid for an imported invoice, and no earlier row of the file has one. */
export const hasAmountPaid = (decision: RowDecision, { number, paid }: ReadRow, { first }: KnownRows): boolean => {
  const { rowNumber, write, existing } = decision;
  const isFirst = (first.get(number ?? '')?.row_number ?? rowNumber) >= rowNumber;
  return paid !== null && isFirst && isImported(decision) && (write ?? existing ?? { gross_cents: 0 }).gross_cents > 0;
};

/** Cents of the receipts that are completed and not reversed. */
const completedCents = (receipts: readonly PaidReceipt[]): Cents =>
  receipts.reduce((sum, { stands, amount_cents }) => sum + (stands ? amount_cents : 0), 0);

/**
 * The receipt for an invoice's amount paid, without the part that other receipts cover (decisions 2.15). A completed receipt keeps its day
 * and amount; a later file adds the difference. Pure.
 */
export const decidePaid = (
  decision: RowDecision,
  row: ReadRow,
  known: KnownRows,
  { earlier, elsewhere, day: namedDay, isPossibleDuplicate }: PaidFacts,
): DecidedPaid => {
  const noReceipt = { decision, write: null };
  const refuse = (field: 'paid' | 'paid_on' | 'number', ...why: Parameters<typeof importReason>): DecidedPaid => ({
    decision: refused(decision.rowNumber, field, importReason(...why)),
    write: null,
  });
  const [hash, key, paid] = [hashOf(row), paidKey(row), row.paid ?? 0];
  const recorded = completedCents(earlier);
  const totals = earlier.flatMap(({ stands, total_cents }) => (stands && total_cents !== null ? total_cents : []));
  if (paid < Math.max(recorded, ...totals)) return refuse('paid', 'paidLess');
  if (earlier.some(({ external_id, payload_hash }) => external_id === key || payload_hash === hash)) return noReceipt;
  const amount = paid - elsewhere - recorded;
  if (amount < 0 && recorded > 0) return refuse('paid', 'paidLess');
  if (amount <= 0) return noReceipt;
  if (earlier.some(({ stands }) => !stands)) return refuse('paid', 'receiptStepped');
  const day = row.paidOn ?? namedDay;
  if (day === undefined) return refuse('paid_on', 'blank', { field: 'paid_on' });
  if (day > known.today) return refuse('paid_on', 'dateFuture');
  if (decision.existing && known.askerInvoiceIds.has(decision.existing.id)) return refuse('number', 'askerSale');
  if (decision.existing && known.ownInvoiceIds.has(decision.existing.id))
    return refuse('number', 'ownReceipt', { number: row.number ?? '' });
  if (isPossibleDuplicate) return refuse('paid', 'receiptThere');
  const fate = known.closedMonths.has(`${day.slice(0, 7)}-01`) ? 'closed_month' : 'changed';
  const parts = [{ invoiceId: invoiceIdOf(decision), amount }];
  return {
    decision: {
      ...decision,
      fate: decision.fate === 'same' ? fate : decision.fate,
      userId: decision.userId ?? decision.existing?.salesperson_id ?? null,
      reason: decision.reason ?? importReason('paidToo'),
    },
    write: { key, existing: null, day, amount, reference: null, method: null, customer: row.customer, notes: null, hash, parts },
  };
};
