import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import type { ReadCells, ReadRow, ReceiptKey } from './readRow.ts';

const receiptKey = ({ reference, day }: ReceiptKey): string | null =>
  reference === null ? null : [reference.toLowerCase(), day].join('|');

/**
 * Rows with the same key may be one payment listed twice. It omits the person, who is compared by id because a file may spell names
 * differently.
 */
export const paidBeforeKey = ({ number, day, amount, drawBalance: draw }: ReadRow): string => [number, day, amount, draw].join('|');

/** The key of a document in a file of invoices. A document whose type is left out has its own key, so that others may use the number. */
export const documentKey = ({ role, number }: Pick<ReadRow, 'role' | 'number'>): string | null =>
  role === 'other' ? number && `other|${number}` : number;

/** The key shared by rows of one invoice or receipt in a file; null if the row has none. */
export const rowKeyOf = (kind: ImportKind, read: ReadCells): string | null => {
  if (kind === 'paid_before') return read.ok ? paidBeforeKey(read.row) : null;
  if (kind !== 'receipts') return read.ok ? documentKey(read.row) : read.number;
  if (!read.ok) return read.receipt && receiptKey(read.receipt);
  const { number, day, amount, customer } = read.row;
  return receiptKey(read.row) ?? ['-', day, amount, number, customer?.toLowerCase()].join('|');
};
