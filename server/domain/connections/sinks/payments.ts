import type { OutsideLine } from '../../../db/repositories/connections/outsideMoney.ts';
import type { SettledOtherwise } from '../../../db/repositories/connections/settledOtherwise.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { CURRENCY } from '../currency.ts';
import type { FactOf } from '../facts.ts';
import { hashOfFact } from './customers.ts';
import { distributePayment } from './distributePayment.ts';
import { settleMemos } from './memos.ts';
import { partiesOf } from './parties.ts';
import type { HeldFact, ImportContext, Sink } from './sink.ts';
import { writeAndMarkAffected } from './writeAndMarkAffected.ts';

type Payment = FactOf<'payment'>;
/** Updates receipt allocations to match their source lines; a payment of an invoice not yet imported remains customer credit until then. */
export const settleReceipts = async (
  tx: Repositories,
  { connection, cause }: ImportContext,
  paymentIds: readonly string[],
): Promise<number[]> => {
  if (paymentIds.length === 0) return [];
  const receipts = await tx.outsideMoney.receipts(connection.id, paymentIds);
  const lines = await tx.outsideMoney.linesOf(connection.id, paymentIds);
  const targets = [...new Set(lines.flatMap(({ target_kind, target_id }) => (target_kind === 'invoice' ? [target_id] : [])))];
  const invoices = new Map((await tx.outsideMoney.invoices(connection.id, targets)).map((row) => [row.external_id, row]));
  const now = await tx.allocations.of(receipts.map(({ id }) => id));
  const desired: { receipt_id: number; invoice_id: number; amount_cents: number }[] = [];
  const settled: SettledOtherwise[] = [];
  for (const { id: receipt_id, external_id, state, applied_cents } of receipts) {
    if (state !== 'completed') continue;
    const own = lines.filter(({ payment_id }) => payment_id === external_id);
    const { cash, settled: settledOtherwise, means } = distributePayment(own, applied_cents);
    for (const [target, cents] of cash) {
      const invoice = invoices.get(target);
      if (!invoice || invoice.state === 'cancelled') continue;
      const otherCents = settledOtherwise.get(target) ?? 0;
      if (cents !== 0) desired.push({ receipt_id, invoice_id: invoice.id, amount_cents: cents });
      if (otherCents > 0) settled.push({ receipt_id, invoice_id: invoice.id, amount_cents: otherCents, means });
    }
  }
  const keyOf = (allocation: { receipt_id: number; invoice_id: number; amount_cents: number }): string =>
    `${allocation.receipt_id} ${allocation.invoice_id} ${allocation.amount_cents}`;
  const [existingKeys, desiredKeys] = [new Set(now.map(keyOf)), new Set(desired.map(keyOf))];
  const obsolete = now.filter((allocation) => !desiredKeys.has(keyOf(allocation)));
  await tx.allocations.remove(obsolete.map(({ id }) => id));
  await tx.allocations.add(
    desired.filter((allocation) => !existingKeys.has(keyOf(allocation))),
    cause.actorId,
  );
  await tx.settledOtherwise.replace(
    receipts.map(({ id }) => id),
    settled,
  );
  return [...new Set([...obsolete, ...desired].map(({ invoice_id }) => invoice_id))];
};

const linesOf = (fact: Payment): OutsideLine[] =>
  fact.outside_state === null
    ? [
        ...fact.lines.map(({ invoice, amount_cents }) => ({
          payment_id: fact.external_id,
          target_kind: 'invoice' as const,
          target_id: invoice,
          amount_cents,
        })),
        ...fact.credits.map(({ memo, amount_cents }) => ({
          payment_id: fact.external_id,
          target_kind: 'credit_memo' as const,
          target_id: memo,
          amount_cents,
        })),
        ...(fact.others ?? []).map(({ means, amount_cents }) => ({
          payment_id: fact.external_id,
          target_kind: 'other' as const,
          target_id: means,
          amount_cents,
        })),
      ]
    : [];

/** Imports customer payments (decisions 2.15): deleted or voided ones pay nothing, unapplied or moved ones pay their current lines. */
export const importPayments: Sink<'payment'> = async (tx, facts, context) => {
  const { connection, cause } = context;
  const ids = facts.map(({ external_id }) => external_id);
  const existing = new Map((await tx.outsideMoney.receipts(connection.id, ids)).map((row) => [row.external_id, row]));
  const held: HeldFact[] = [];
  const changed: (readonly [Payment, string])[] = [];
  for (const fact of facts) {
    const row = existing.get(fact.external_id);
    if (fact.outside_state === 'deleted' && (!row || row.state === 'failed')) continue;
    if (fact.outside_state === null && fact.currency !== CURRENCY) {
      held.push({ external_id: fact.external_id, code: 'currency', facts: { currency: fact.currency } });
      continue;
    }
    const { external_version: _version, updated_at: _at, answer: _answer, ...content } = fact;
    const hash = hashOfFact(content);
    if (row?.payload_hash !== hash) changed.push([fact, hash]);
  }
  if (changed.length === 0) return { created: 0, changed: 0, same: facts.length - held.length, held };
  const customerOf = await partiesOf(
    tx,
    connection.id,
    changed.map(([fact]) => fact),
    cause.at,
  );
  const payments = changed.map(([{ external_id }]) => external_id);
  const before = await tx.outsideMoney.linesOf(connection.id, payments);
  const lines = changed.flatMap(([fact]) => linesOf(fact));
  const targets = (kind: OutsideLine['target_kind']) => [
    ...new Set([...before, ...lines].flatMap(({ target_kind, target_id }) => (target_kind === kind ? [target_id] : []))),
  ];
  const invoiceIds = (await tx.outsideMoney.invoices(connection.id, targets('invoice'))).map(({ id }) => id);
  // An invoice's memos may settle the balance that these payments leave open.
  const memos = [...new Set([...targets('credit_memo'), ...(await tx.outsideMemos.memosOn(connection.id, targets('invoice')))])];
  const receipts = [...[...existing.values()].map(({ id }) => id), ...(await tx.outsideMemos.receiptsOf(connection.id, memos))];
  let created = 0;
  await writeAndMarkAffected(tx, context, { invoices: invoiceIds, receipts }, async () => {
    const rows = changed.flatMap(([fact, hash]) => {
      const row = existing.get(fact.external_id);
      // Only the id of a deleted payment is known, so its last values stay readable.
      if (fact.outside_state === 'deleted') return [];
      return [
        {
          external_id: fact.external_id,
          external_version: fact.external_version ?? null,
          external_updated_at: fact.updated_at ?? null,
          external_state: fact.outside_state,
          payload_hash: hash,
          customer_id: customerOf(fact.customer),
          amount_cents: fact.amount_cents,
          received_on: fact.received_on,
          method: fact.method,
          reference: fact.reference,
          applied_cents: fact.applied_cents ?? null,
          state: fact.outside_state === null ? ('completed' as const) : ('failed' as const),
          row,
        },
      ];
    });
    const written = await tx.outsideMoney.writeReceipts(
      connection.id,
      rows.map(({ row: _row, ...values }) => values),
      cause.actorId,
    );
    created = written.filter(({ fresh }) => fresh).length;
    await tx.outsideMoney.endReceipts(
      changed.flatMap(([fact]) => (fact.outside_state === 'deleted' ? (existing.get(fact.external_id)?.id ?? []) : [])),
      cause.at,
    );
    await tx.outsideMoney.replaceLines(connection.id, payments, lines);
    const paid = await settleReceipts(tx, context, payments);
    return [...paid, ...(await settleMemos(tx, context, memos))];
  });
  return { created, changed: changed.length - created, same: facts.length - held.length - changed.length, held };
};
