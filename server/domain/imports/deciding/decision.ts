import type { ImportFate } from '../../../../contract/entities/import.ts';
import type { ImportField } from '../../../../contract/rules/imports/fields.ts';
import type { ArrivingRow } from '../../../db/repositories/imports/arrivingInvoices.ts';
import type { KnownInvoice } from '../../../db/repositories/imports/importedFacts.ts';
import type { KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import type { ImportReason } from '../reasons.ts';
import { documentKey } from '../rowKeys.ts';

/**
 * A decided row: the values to write, and the invoice that they replace. `write` null: nothing to write. `paidId`: the stored invoice that
 * a receipt row pays.
 */
export type RowDecision = Readonly<{
  rowNumber: number;
  fate: ImportFate | 'waiting';
  field: ImportField | null;
  reason: ImportReason | null;
  userId: number | null;
  existing: KnownInvoice | null;
  write: ArrivingRow | null;
  paidId?: number | null;
}>;
/** `isLast`: all rows that this row may wait for have been decided. */
export type Numbered = Readonly<{ rowNumber: number; row: ReadRow; hash: string; isLast: boolean }>;

/** True if an earlier row of the file has the same document, which is written only once. */
export const isRepeated = ({ rowNumber, row }: Pick<Numbered, 'rowNumber' | 'row'>, { first }: Pick<KnownRows, 'first'>): boolean =>
  (first.get(documentKey(row) ?? '')?.row_number ?? rowNumber) < rowNumber;

/** New invoices have no id yet: they sort after all others, in file order. */
const FIRST_NEW_ID = 2 ** 50;
export const isNewId = (id: number): boolean => id >= FIRST_NEW_ID;
export const invoiceIdOf = ({ existing, rowNumber }: Pick<RowDecision, 'existing' | 'rowNumber'>): number =>
  existing?.id ?? FIRST_NEW_ID + rowNumber;

export const refused = (rowNumber: number, field: ImportField | null, reason: ImportReason): RowDecision => ({
  rowNumber,
  fate: 'quarantined',
  field,
  reason,
  userId: null,
  existing: null,
  write: null,
});

/** An existing invoice reassigned to another person by a sales sheet, otherwise unchanged (decisions 7.05). */
export const reassignTo = ({ id: _id, version: _version, ...invoice }: KnownInvoice, personId: number): ArrivingRow => ({
  ...invoice,
  salesperson_id: personId,
  // Null for invoices that were not imported from a file.
  payload_hash: invoice.payload_hash as string,
});

/** Adds the fate of an accepted row, which depends on the months it affects. */
export const withFate = (
  rowNumber: number,
  existing: KnownInvoice | null,
  write: ArrivingRow,
  isUnchanged: boolean,
  { closedMonths, booksBegin }: KnownRows,
): RowDecision => {
  const decision = { rowNumber, field: null, reason: null, userId: write.salesperson_id, existing };
  if (isUnchanged) return { ...decision, fate: 'same', write: null };
  const days = [write.booking_date, ...(existing ? [existing.booking_date] : [])];
  // Facts before the books begin create no record, in any month.
  if (booksBegin !== null && days.every((day) => day < booksBegin)) return { ...decision, fate: 'before_books', write };
  const isClosed = days.some((day) => closedMonths.has(`${day.slice(0, 7)}-01`));
  return { ...decision, fate: isClosed ? 'closed_month' : existing ? 'changed' : 'new', write };
};
