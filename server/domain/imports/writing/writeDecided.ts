import type { ChangedRow } from '../../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from '../../commissions/recompute/index.ts';
import { type Batch, markFacts } from '../../facts/changeFacts.ts';
import { allocateParts, type Decided, invoiceIdOf, isNewId, type ReceiptWrite, type RowDecision } from '../deciding/index.ts';
import type { KnownRows } from '../known.ts';
import { readReassignedMemos, WRITTEN_FATES } from './reassignedMemos.ts';
import { hasCreditChanged, memoOf, settleImportedMemos } from './settleMemos.ts';
import { writePaidBefore } from './writePaidBefore.ts';

type Repos = Repositories;
/** `marksRun`: the run of `beginRun` under which figures are marked (decisions 7.08). */
export type WriteContext = Readonly<{ runId: number; marksRun: number; connectionId: number; cause: Cause }> &
  Pick<Batch, 'last' | 'author'>;

/** Customers by name; creates missing ones. */
const findOrCreateCustomers = async (tx: Repos, names: readonly (string | null)[], changes: ChangedRow[]) => {
  const { ids, createdIds } = await tx.importedFacts.customers([...new Set(names.flatMap((name) => name ?? []))]);
  changes.push(...createdIds.map((id) => ({ entity: 'customer', entity_id: id, before: null, after_version: null })));
  return (name: string | null): number | null => (name === null ? null : (ids.get(name.trim().toLowerCase()) ?? null));
};

const writeInvoices = async (
  tx: Repos,
  decisions: readonly RowDecision[],
  credits: KnownRows['credits'],
  { cause }: WriteContext,
  changes: ChangedRow[],
): Promise<ReadonlyMap<string, number>> => {
  const accepted = decisions.flatMap(({ fate, write, existing }) => (WRITTEN_FATES.has(fate) && write ? [{ write, existing }] : []));
  const customerOf = await findOrCreateCustomers(
    tx,
    accepted.map(({ write }) => write.customer_name),
    changes,
  );
  const rows = accepted.map(({ write, existing }) => ({
    existing,
    write: { ...write, customer_id: customerOf(write.customer_name) ?? write.customer_id },
  }));
  const newRows = rows.flatMap(({ existing, write }) => (existing ? [] : [write]));
  const existingRows = rows.flatMap(({ existing, write }) => (existing ? [{ id: existing.id, version: existing.version + 1, write }] : []));
  const before = await tx.importedFacts.completeRows(
    'invoices',
    existingRows.map(({ id }) => id),
  );
  if (existingRows.length > 0)
    await tx.arrivingInvoices.update(
      existingRows.map(({ write }) => write),
      cause.at,
    );
  for (const { id, version } of existingRows)
    changes.push({ entity: 'invoice', entity_id: id, before: before.get(id) ?? null, after_version: version });
  const inserted = newRows.length === 0 ? [] : await tx.arrivingInvoices.insert(newRows);
  for (const { id } of inserted) changes.push({ entity: 'invoice', entity_id: id, before: null, after_version: 1 });
  const idOf = new Map([
    ...existingRows.map(({ id, write }) => [write.invoice_number, id] as const),
    ...inserted.map((row) => [row.invoice_number, row.id] as const),
  ]);
  const memos = rows.flatMap(({ existing, write }) =>
    hasCreditChanged(existing, write) ? [memoOf(idOf.get(write.invoice_number) ?? 0, write)] : [],
  );
  await settleImportedMemos(tx, memos, credits, cause.actorId, cause.at, changes);
  return new Map(inserted.map(({ id, invoice_number }) => [invoice_number, id]));
};

/** @returns ids of invoices whose payments changed */
const writeReceipts = async (
  tx: Repos,
  receipts: readonly ReceiptWrite[],
  { connectionId, cause }: WriteContext,
  changes: ChangedRow[],
): Promise<void> => {
  if (receipts.length === 0) return;
  const customerOf = await findOrCreateCustomers(
    tx,
    receipts.map(({ customer }) => customer),
    changes,
  );
  const invoiceIds = receipts.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId));
  const owners = new Map(
    [...(await tx.importedFacts.completeRows('invoices', invoiceIds))].map(([id, was]) => [id, was as { customer_id: number | null }]),
  );
  const rows = receipts.map(({ key, existing, day, amount, reference, method, customer, notes, hash, parts }) => ({
    id: existing?.id ?? null,
    external_id: key,
    customer_id: customerOf(customer) ?? owners.get(parts[0]?.invoiceId ?? 0)?.customer_id ?? null,
    amount_cents: amount,
    received_on: day,
    method: method ?? '',
    reference,
    notes,
    payload_hash: hash,
  }));
  const existingRows = rows.filter(({ id }) => id !== null);
  const existingIds = existingRows.flatMap(({ id }) => id ?? []);
  const receiptsBefore = await tx.importedFacts.completeRows('receipts', existingIds);
  const paymentIds = (await tx.allocations.of(existingIds)).map(({ id }) => id);
  const paymentsBefore = await tx.importedFacts.completeRows('customer_payments', paymentIds);
  const openBalances = await tx.allocations.balances(invoiceIds, existingIds);
  await tx.allocations.remove(paymentIds);
  const updated = await tx.importedReceipts.update(existingRows);
  const inserted = await tx.importedReceipts.insert(
    rows.filter(({ id }) => id === null),
    connectionId,
    cause.actorId,
  );
  const ids = new Map([...updated, ...inserted].map(({ id, external_id }) => [external_id, id]));
  const parts = receipts.flatMap(({ key, parts: named }) =>
    allocateParts(named, openBalances).map(({ invoiceId, amount }) => ({
      receipt_id: ids.get(key) ?? 0,
      invoice_id: invoiceId,
      amount_cents: amount,
    })),
  );
  const payments = await tx.allocations.add(parts, cause.actorId);
  // In reverse undo order: payments are undone before their receipts.
  for (const { id, version } of updated)
    changes.push({ entity: 'receipt', entity_id: id, before: receiptsBefore.get(id) ?? null, after_version: version });
  for (const { id } of inserted) changes.push({ entity: 'receipt', entity_id: id, before: null, after_version: 1 });
  for (const id of paymentIds)
    changes.push({ entity: 'payment', entity_id: id, before: paymentsBefore.get(id) ?? null, after_version: null });
  for (const { id } of payments) changes.push({ entity: 'payment', entity_id: id, before: null, after_version: null });
};

/** Receipts for the amounts paid of invoices in the batch, by invoice id. */
const withNewIds = (
  receipts: readonly ReceiptWrite[],
  decisions: readonly RowDecision[],
  newIds: ReadonlyMap<string, number>,
): readonly ReceiptWrite[] => {
  const ids = new Map(decisions.map((one) => [invoiceIdOf(one), newIds.get(one.write?.invoice_number ?? '')]));
  const idIn = (invoiceId: number): number => (isNewId(invoiceId) ? (ids.get(invoiceId) ?? invoiceId) : invoiceId);
  return receipts.map((receipt) => ({
    ...receipt,
    parts: receipt.parts.map(({ invoiceId, amount }) => ({ invoiceId: idIn(invoiceId), amount })),
  }));
};

/** Existing invoices the batch affects; new ones are added once they are written. */
const affectedInvoiceIds = (decisions: readonly RowDecision[], receipts: readonly ReceiptWrite[]): number[] => [
  ...decisions.flatMap(({ fate, existing, write }) =>
    WRITTEN_FATES.has(fate) ? [existing?.id ?? [], existing?.credit_of_id ?? [], write?.credit_of_id ?? []].flat() : [],
  ),
  ...receipts.flatMap(({ parts }) => parts.flatMap(({ invoiceId }) => (isNewId(invoiceId) ? [] : invoiceId))),
];

/**
 * Writes a batch's decisions in its transaction: facts, marks and previous values. Computes no figures.
 * @returns the number of fact rows written
 */
export const writeDecided = async (
  tx: Repos,
  { decisions: ofRows, receipts, paidBefore = [], known: { credits } }: Decided,
  writing: WriteContext,
): Promise<number> => {
  const changes: ChangedRow[] = [];
  const { marksRun, cause, last = false, author } = writing;
  await markFacts(tx, { marksRun, at: cause.at, last, ...(author ? { author } : {}) }, async (about) => {
    const decisions = [...ofRows, ...(await readReassignedMemos(tx, ofRows, true))];
    const replaced = receipts.flatMap(({ existing }) => existing?.id ?? []);
    const unpaid = (await tx.allocations.of(replaced)).map(({ invoice_id }) => invoice_id);
    const invoiceIds = [...new Set([...affectedInvoiceIds(decisions, receipts), ...unpaid])];
    // Until this commits, nobody else can reassign or pay these invoices.
    if (invoiceIds.length > 0) {
      await tx.receipts.lockInvoices(invoiceIds);
      await about({ invoices: invoiceIds });
    }
    const newIds = await writeInvoices(tx, decisions, credits, writing, changes);
    await writeReceipts(tx, withNewIds(receipts, ofRows, newIds), writing, changes);
    const payouts = await writePaidBefore(tx, paidBefore, cause, changes);
    return [{ invoices: [...newIds.values()] }, ...(payouts.length > 0 ? [{ payouts }] : [])];
  });
  if (changes.length > 0) await tx.importedFacts.noteChanges(writing.runId, changes);
  return changes.length;
};
