import { dollars } from '../../shared/moneyText.ts';
import type { KnownRows } from '../known.ts';
import { because } from '../reasons.ts';
import { assigned, type Numbered, type RowDecision, refused, withFate } from './decision.ts';

/**
 * A document that is void, deleted or a draft in its source creates no record (decisions 2.26). One imported earlier is cancelled but keeps
 * its row (decisions 2.20), unless money is attached to it.
 */
export const decideVoid = ({ rowNumber, row, hash }: Numbered, known: KnownRows): RowDecision => {
  const value = row.state ?? '';
  const here = known.invoices.get(row.number ?? '');
  const leftOut: RowDecision = {
    rowNumber,
    fate: 'left_out',
    field: 'status',
    reason: because('invalidDocument', { value }),
    userId: null,
    existing: null,
    write: null,
  };
  if (here?.state !== 'sent') return leftOut;
  if (here.connection_id !== null && here.connection_id !== known.connectionId)
    return refused(rowNumber, 'number', because('ofOtherSource', { number: here.invoice_number }));
  if (here.credit_of_id !== null) return refused(rowNumber, 'status', because('voidMemo', { value }));
  const { received = 0, credited = 0 } = known.settled.get(here.id) ?? {};
  if (received !== 0 || credited !== 0)
    return refused(rowNumber, 'status', because('voidSettled', { value, amount: dollars(Math.max(received, credited)) }));
  const write = {
    ...assigned(here, here.salesperson_id ?? 0),
    salesperson_id: here.salesperson_id,
    state: 'cancelled',
    payload_hash: hash,
  } as const;
  return { ...withFate(rowNumber, here, write, false, known), field: 'status', reason: leftOut.reason };
};
