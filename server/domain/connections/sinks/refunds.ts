import { refundId } from '../../../db/repositories/connections/outsideMemos.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { hashOfFact } from './customers.ts';
import type { Memo, Part } from './memoParts.ts';
import type { Taking } from './sink.ts';

const METHOD = 'refund';

/** The money that refunds gave back: a receipt below zero for the invoices that they take back (decisions 2.27). */
export const payBack = async (
  within: Repositories,
  { connection, cause }: Taking,
  memos: readonly Memo[],
  parts: readonly Part[],
): Promise<void> => {
  const refunds = memos.filter(({ refunded }) => refunded === true).map(({ external_id }) => external_id);
  if (refunds.length === 0) return;
  const own = parts.filter(({ memo }) => refunds.includes(memo.external_id));
  const live = new Set(own.map(({ memo }) => memo.external_id));
  const known = await within.outsideMoney.receipts(connection.id, refunds.map(refundId));
  const written = await within.outsideMoney.writeReceipts(
    connection.id,
    [...live].map((id) => {
      const of = own.filter(({ memo }) => memo.external_id === id);
      const { memo, original } = of[0] as Part;
      const values = {
        external_id: refundId(id),
        external_version: memo.external_version ?? null,
        external_updated_at: memo.updated_at ?? null,
        external_state: null,
        customer_id: original.customer_id,
        amount_cents: -of.reduce((sum, { cents }) => sum + cents, 0),
        received_on: memo.booking_date,
        method: METHOD,
        reference: memo.document_number,
        state: 'completed' as const,
        applied_cents: null,
      };
      return { ...values, payload_hash: hashOfFact(values) };
    }),
    cause.actorId,
  );
  const receiptOf = new Map(written.map(({ id, external_id }) => [external_id, id]));
  const gone = known.filter(({ external_id, state }) => state !== 'failed' && !receiptOf.has(external_id)).map(({ id }) => id);
  await within.outsideMoney.endReceipts(gone, cause.at);
  const before = await within.allocations.of(known.map(({ id }) => id));
  await within.allocations.remove(before.map(({ id }) => id));
  const given = own.flatMap(({ memo, original, cents }) => {
    const receipt_id = receiptOf.get(refundId(memo.external_id));
    return receipt_id === undefined ? [] : [{ receipt_id, invoice_id: original.id, amount_cents: -cents }];
  });
  await within.allocations.add(given, cause.actorId);
};
