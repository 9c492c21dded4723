import { dollars } from '../../shared/moneyText.ts';
import type { KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { isRepeated, type Numbered, type RowDecision, reassignTo, refused, withFate } from './decision.ts';

type LeftOut = Readonly<{ field: 'type' | 'status'; reason: ImportReason }>;

/** The reason why a document is not imported: its state, or an answer about its type. */
export const leftOutReasonOf = ({ role, state }: Pick<ReadRow, 'role' | 'state'>): LeftOut =>
  role === 'other'
    ? { field: 'type', reason: importReason('otherDocument', { value: state ?? '' }) }
    : { field: 'status', reason: importReason('invalidDocument', { value: state ?? '' }) };

/** True if another row of the file contains the document, or this run never wrote it. */
const belongsToOtherRow = (number: string, id: number, { first, written }: KnownRows): boolean => first.has(number) || !written.has(id);

/**
 * A document that is void, deleted or a draft in its source creates no record (decisions 2.26). One imported earlier is canceled but keeps
 * its row (decisions 2.20), unless money is attached to it. The same applies to a document whose type an answer excludes, if this run wrote
 * it.
 */
export const decideVoid = ({ rowNumber, row, hash }: Numbered, known: KnownRows): RowDecision => {
  const value = row.state ?? '';
  const existing = known.invoices.get(row.number ?? '');
  const leftOut: RowDecision = {
    rowNumber,
    fate: 'left_out',
    ...leftOutReasonOf(row),
    userId: null,
    existing: null,
    write: null,
  };
  const { field } = leftOut;
  if (existing?.state !== 'sent' || isRepeated({ rowNumber, row }, known)) return leftOut;
  if (row.role === 'other' && belongsToOtherRow(existing.invoice_number, existing.id, known)) return leftOut;
  if (existing.connection_id !== null && existing.connection_id !== known.connectionId)
    return refused(rowNumber, 'number', importReason('ofOtherSource', { number: existing.invoice_number }));
  if (existing.credit_of_id !== null) return refused(rowNumber, field, importReason('voidMemo', { value }));
  const { received = 0, credited = 0 } = known.settled.get(existing.id) ?? {};
  if (received !== 0 || credited !== 0)
    return refused(rowNumber, field, importReason('voidSettled', { value, amount: dollars(Math.max(received, credited)) }));
  const write = {
    ...reassignTo(existing, existing.salesperson_id ?? 0),
    salesperson_id: existing.salesperson_id,
    state: 'cancelled',
    payload_hash: hash,
  } as const;
  return { ...withFate(rowNumber, existing, write, false, known), field, reason: leftOut.reason };
};
