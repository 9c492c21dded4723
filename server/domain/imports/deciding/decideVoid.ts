import { dollars } from '../../shared/moneyText.ts';
import type { KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { assigned, isRepeated, type Numbered, type RowDecision, refused, withFate } from './decision.ts';

type LeftOut = Readonly<{ field: 'type' | 'status'; reason: ImportReason }>;

/** The reason why a document is not imported: its state, or an answer about its type. */
export const leftOutBy = ({ role, state }: Pick<ReadRow, 'role' | 'state'>): LeftOut =>
  role === 'other'
    ? { field: 'type', reason: importReason('otherDocument', { value: state ?? '' }) }
    : { field: 'status', reason: importReason('invalidDocument', { value: state ?? '' }) };

/** True if another row of the file contains the document, or this run never wrote it. */
const isOfOthers = (number: string, id: number, { first, written }: KnownRows): boolean => first.has(number) || !written.has(id);

/**
 * A document that is void, deleted or a draft in its source creates no record (decisions 2.26). One imported earlier is cancelled
 * but keeps its row (decisions 2.20), unless money is attached to it. The same applies to a document whose type an answer
 * excludes, if this run wrote it.
 */
export const decideVoid = ({ rowNumber, row, hash }: Numbered, known: KnownRows): RowDecision => {
  const value = row.state ?? '';
  const here = known.invoices.get(row.number ?? '');
  const leftOut: RowDecision = {
    rowNumber,
    fate: 'left_out',
    ...leftOutBy(row),
    userId: null,
    existing: null,
    write: null,
  };
  const { field } = leftOut;
  if (here?.state !== 'sent' || isRepeated({ rowNumber, row }, known)) return leftOut;
  if (row.role === 'other' && isOfOthers(here.invoice_number, here.id, known)) return leftOut;
  if (here.connection_id !== null && here.connection_id !== known.connectionId)
    return refused(rowNumber, 'number', importReason('ofOtherSource', { number: here.invoice_number }));
  if (here.credit_of_id !== null) return refused(rowNumber, field, importReason('voidMemo', { value }));
  const { received = 0, credited = 0 } = known.settled.get(here.id) ?? {};
  if (received !== 0 || credited !== 0)
    return refused(rowNumber, field, importReason('voidSettled', { value, amount: dollars(Math.max(received, credited)) }));
  const write = {
    ...assigned(here, here.salesperson_id ?? 0),
    salesperson_id: here.salesperson_id,
    state: 'cancelled',
    payload_hash: hash,
  } as const;
  return { ...withFate(rowNumber, here, write, false, known), field, reason: leftOut.reason };
};
