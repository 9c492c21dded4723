import type { ChangedRow } from '../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Cause } from '../commissions/recompute/index.ts';
import { type Batch, markFacts } from '../facts/changeFacts.ts';
import { allocated, type Decided, decidedId, isNewId, type ReceiptWrite, type RowDecision } from './deciding/index.ts';
import type { KnownRows } from './known.ts';
import { reassignedMemos, WRITTEN_FATES } from './memosAlong.ts';
import { isAnotherCredit, memoOf, settleImportedMemos } from './settleMemos.ts';
import { writePaidBefore } from './writePaidBefore.ts';

type Within = Repositories;
/** `marksRun`: the run of `beginRun` under which figures are marked (decisions 7.08). */
export type WriteContext = Readonly<{ runId: number; marksRun: number; connectionId: number; cause: Cause }> &
  Pick<Batch, 'last' | 'author'>;

/** Customers by name; creates missing ones. */
const customersOf = async (tx: Within, names: readonly (string | null)[], changes: ChangedRow[]) => {
  const { ids, createdIds } = await tx.importedFacts.customers([...new Set(names.flatMap((name) => name ?? []))]);
  changes.push(...createdIds.map((id) => ({ entity: 'customer', entity_id: id, before: null, after_version: null })));
  return (name: string | null): number | null => (name === null ? null : (ids.get(name.trim().toLowerCase()) ?? null));
};

const writeInvoices = async (
  tx: Within,
  decisions: readonly RowDecision[],
  credits: KnownRows['credits'],
  { cause }: WriteContext,
  changes: ChangedRow[],
): Promise<ReadonlyMap<string, number>> => {
  const taken = decisions.flatMap(({ fate, write, existing }) => (WRITTEN_FATES.has(fate) && write ? [{ write, existing }] : []));
  const customerOf = await customersOf(
    tx,
    taken.map(({ write }) => write.customer_name),
    changes,
  );
  const rows = taken.map(({ write, existing }) => ({
    existing,
    write: { ...write, customer_id: customerOf(write.customer_name) ?? write.customer_id },
  }));
  const fresh = rows.flatMap(({ existing, write }) => (existing ? [] : [write]));
  const known = rows.flatMap(({ existing, write }) => (existing ? [{ id: existing.id, version: existing.version + 1, write }] : []));
  const before = await tx.importedFacts.completeRows(
    'invoices',
    known.map(({ id }) => id),
  );
  if (known.length > 0)
    await tx.arrivingInvoices.update(
      known.map(({ write }) => write),
      cause.at,
    );
  for (const { id, version } of known)
    changes.push({ entity: 'invoice', entity_id: id, before: before.get(id) ?? null, after_version: version });
  const made = fresh.length === 0 ? [] : await tx.arrivingInvoices.insert(fresh);
  for (const { id } of made) changes.push({ entity: 'invoice', entity_id: id, before: null, after_version: 1 });
  const idOf = new Map([
    ...known.map(({ id, write }) => [write.invoice_number, id] as const),
    ...made.map((row) => [row.invoice_number, row.id] as const),
  ]);
  const memos = rows.flatMap(({ existing, write }) =>
    isAnotherCredit(existing, write) ? [memoOf(idOf.get(write.invoice_number) ?? 0, write)] : [],
  );
  await settleImportedMemos(tx, memos, credits, cause.actorId, cause.at, changes);
  return new Map(made.map(({ id, invoice_number }) => [invoice_number, id]));
};

/** @returns ids of invoices whose payments changed */
const writeReceipts = async (
  tx: Within,
  receipts: readonly ReceiptWrite[],
  { connectionId, cause }: WriteContext,
  changes: ChangedRow[],
): Promise<void> => {
  if (receipts.length === 0) return;
  const customerOf = await customersOf(
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
  const known = rows.filter(({ id }) => id !== null);
  const knownIds = known.flatMap(({ id }) => id ?? []);
  const was = await tx.importedFacts.completeRows('receipts', knownIds);
  const old = (await tx.allocations.of(knownIds)).map(({ id }) => id);
  const oldWas = await tx.importedFacts.completeRows('customer_payments', old);
  const open = await tx.allocations.balances(invoiceIds, knownIds);
  await tx.allocations.remove(old);
  const updated = await tx.importedReceipts.update(known);
  const made = await tx.importedReceipts.insert(
    rows.filter(({ id }) => id === null),
    connectionId,
    cause.actorId,
  );
  const ids = new Map([...updated, ...made].map(({ id, external_id }) => [external_id, id]));
  const parts = receipts.flatMap(({ key, parts: named }) =>
    allocated(named, open).map(({ invoiceId, amount }) => ({ receipt_id: ids.get(key) ?? 0, invoice_id: invoiceId, amount_cents: amount })),
  );
  const payments = await tx.allocations.add(parts, cause.actorId);
  // In reverse undo order: payments are undone before their receipts.
  for (const { id, version } of updated)
    changes.push({ entity: 'receipt', entity_id: id, before: was.get(id) ?? null, after_version: version });
  for (const { id } of made) changes.push({ entity: 'receipt', entity_id: id, before: null, after_version: 1 });
  for (const id of old) changes.push({ entity: 'payment', entity_id: id, before: oldWas.get(id) ?? null, after_version: null });
  for (const { id } of payments) changes.push({ entity: 'payment', entity_id: id, before: null, after_version: null });
};

/** Receipts for the amounts paid of invoices in the batch, by invoice id. */
const ofMade = (
  receipts: readonly ReceiptWrite[],
  decisions: readonly RowDecision[],
  made: ReadonlyMap<string, number>,
): readonly ReceiptWrite[] => {
  const ids = new Map(decisions.map((one) => [decidedId(one), made.get(one.write?.invoice_number ?? '')]));
  const idIn = (invoiceId: number): number => (isNewId(invoiceId) ? (ids.get(invoiceId) ?? invoiceId) : invoiceId);
  return receipts.map((receipt) => ({
    ...receipt,
    parts: receipt.parts.map(({ invoiceId, amount }) => ({ invoiceId: idIn(invoiceId), amount })),
  }));
};

/** Existing invoices the batch affects; new ones are added once they are written. */
const touchedHere = (decisions: readonly RowDecision[], receipts: readonly ReceiptWrite[]): number[] => [
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
  tx: Within,
  { decisions: ofRows, receipts, paidBefore = [], known: { credits } }: Decided,
  writing: WriteContext,
): Promise<number> => {
  const changes: ChangedRow[] = [];
  const { marksRun, cause, last = false, author } = writing;
  await markFacts(tx, { marksRun, at: cause.at, last, ...(author ? { author } : {}) }, async (about) => {
    const decisions = [...ofRows, ...(await reassignedMemos(tx, ofRows, true))];
    const replaced = receipts.flatMap(({ existing }) => existing?.id ?? []);
    const unpaid = (await tx.allocations.of(replaced)).map(({ invoice_id }) => invoice_id);
    const here = [...new Set([...touchedHere(decisions, receipts), ...unpaid])];
    // Until this commits, nobody else can reassign or pay these invoices.
    if (here.length > 0) {
      await tx.receipts.lockInvoices(here);
      await about({ invoices: here });
    }
    const made = await writeInvoices(tx, decisions, credits, writing, changes);
    await writeReceipts(tx, ofMade(receipts, ofRows, made), writing, changes);
    const payouts = await writePaidBefore(tx, paidBefore, cause, changes);
    return [{ invoices: [...made.values()] }, ...(payouts.length > 0 ? [{ payouts }] : [])];
  });
  if (changes.length > 0) await tx.importedFacts.noteChanges(writing.runId, changes);
  return changes.length;
};
