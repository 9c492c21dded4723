import { refundId } from '../../../db/repositories/connections/outsideMemos.ts';
import type { OutsideReceiptWrite } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { hashOfFact } from './customers.ts';
import type { MemoPart, SinkMemo } from './memoParts.ts';
import type { ImportContext } from './sink.ts';

const REFUND_METHOD = 'refund';

type RefundAllocation = Readonly<{ invoice_id: number; amount_cents: number }>;
type Refund = Readonly<{ row: OutsideReceiptWrite; paid: readonly RefundAllocation[] }>;
/** @param parts of one memo, at least one */
const refundOf = (memo: SinkMemo, parts: readonly MemoPart[]): Refund => {
  const paid = parts.map(({ original, cents }) => ({ invoice_id: original.id, amount_cents: -cents }));
  const values = {
    external_id: refundId(memo.external_id),
    external_version: memo.external_version ?? null,
    external_updated_at: memo.updated_at ?? null,
    external_state: null,
    customer_id: parts[0]?.original.customer_id ?? null,
    amount_cents: paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    received_on: memo.booking_date,
    method: REFUND_METHOD,
    reference: memo.document_number,
    state: 'completed' as const,
    applied_cents: null,
  };
  return { row: { ...values, payload_hash: hashOfFact(values) }, paid };
};

const hasSameAllocations = (stored: readonly RefundAllocation[], desired: readonly RefundAllocation[]): boolean => {
  const keysOf = (all: readonly RefundAllocation[]): string[] =>
    all.map(({ invoice_id, amount_cents }) => `${invoice_id} ${amount_cents}`).sort();
  return keysOf(stored).join() === keysOf(desired).join();
};

/** Records refunds as negative receipts for the reversed invoices (decisions 2.27). Unchanged refunds are not written again. */
export const recordRefunds = async (
  tx: Repositories,
  { connection, cause }: ImportContext,
  memos: readonly SinkMemo[],
  parts: readonly MemoPart[],
): Promise<void> => {
  const refundMemos = memos.filter(({ refunded }) => refunded === true);
  if (refundMemos.length === 0) return;
  const refunds = refundMemos.flatMap((memo): Refund[] => {
    const own = parts.filter((part) => part.memo.external_id === memo.external_id);
    return own.length === 0 ? [] : [refundOf(memo, own)];
  });
  const existing = await tx.outsideMoney.receipts(
    connection.id,
    refundMemos.map(({ external_id }) => refundId(external_id)),
  );
  const before = await tx.allocations.of(existing.map(({ id }) => id));
  const isWritten = ({ row, paid }: Refund): boolean => {
    const receipt = existing.find(({ external_id }) => external_id === row.external_id);
    if (receipt?.state !== 'completed' || receipt.payload_hash !== row.payload_hash) return false;
    const now = before.filter(({ receipt_id }) => receipt_id === receipt.id);
    return hasSameAllocations(now, paid);
  };
  const changed = refunds.filter((refund) => !isWritten(refund));
  const live = new Set(refunds.map(({ row }) => row.external_id));
  const rewritten = new Set(changed.map(({ row }) => row.external_id));
  const removed = existing.filter(({ external_id }) => !live.has(external_id));
  const written = await tx.outsideMoney.writeReceipts(
    connection.id,
    changed.map(({ row }) => row),
    cause.actorId,
  );
  const ended = removed.filter(({ state }) => state !== 'failed').map(({ id }) => id);
  await tx.outsideMoney.endReceipts(ended, cause.at);
  const emptied = new Set([...removed, ...existing.filter(({ external_id }) => rewritten.has(external_id))].map(({ id }) => id));
  await tx.allocations.remove(before.filter(({ receipt_id }) => emptied.has(receipt_id)).map(({ id }) => id));
  const receiptOf = new Map(written.map(({ id, external_id }) => [external_id, id]));
  const allocations = changed.flatMap(({ row, paid }) => {
    const receipt_id = receiptOf.get(row.external_id);
    return receipt_id === undefined ? [] : paid.map((part) => ({ receipt_id, ...part }));
  });
  await tx.allocations.add(allocations, cause.actorId);
};
