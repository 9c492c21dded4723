import type { Cents } from '../../contract/rules/money.ts';
import type { Day } from '../../contract/rules/time/period.ts';

/**
 * Splits a credit note into the part that remains and the refunded part, which becomes a separate memo; no cent of net revenue is
 * lost (decisions 2.27).
 */
export const memoPartsOf = (gross: Cents, net: Cents, refundedCents: Cents) => {
  const refundedNet = gross === 0 ? 0 : Math.round((net * refundedCents) / gross);
  return {
    rest: { gross_cents: gross - refundedCents, net_cents: net - refundedNet },
    refund: { gross_cents: refundedCents, net_cents: refundedNet, refunded: true },
  } as const;
};

type Allocation = Readonly<{
  memo: string;
  day: Day;
  number: string | null;
  lines: readonly Readonly<{ invoice: string; amount_cents: Cents }>[];
}>;
/** A payment without money that allocates a memo, because payments link our memos to invoices (decisions 2.20). */
export const memoAllocationOf = ({ memo, day, number, lines }: Allocation) =>
  ({
    amount_cents: 0,
    received_on: day,
    method: 'credit note',
    reference: number,
    lines,
    credits: [{ memo, amount_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0) }],
  }) as const;

type Part = ReturnType<typeof memoPartsOf>['rest' | 'refund'];
/** A part of a credit note as a memo, and the payment that allocates it to an invoice. `allocation`: the id of that payment. */
export const memoFacts = <Base extends object>(
  base: Base,
  part: Part,
  { memo, allocation, day, number, invoice }: Omit<Allocation, 'lines'> & Readonly<{ allocation: string; invoice: string }>,
) => {
  const lines = [{ invoice, amount_cents: part.gross_cents }];
  return [
    { kind: 'credit_memo', ...base, external_id: memo, document_number: number, booking_date: day, ...part },
    { kind: 'payment', ...base, external_id: allocation, ...memoAllocationOf({ memo, day, number, lines }), applied_cents: 0 },
  ] as const;
};
