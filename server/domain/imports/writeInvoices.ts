import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ArrivingRow } from '../../db/repositories/imports/arrivingInvoices.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { type Cause, endWriting, goOnWriting, markTouched, touchedBy } from '../commissions/recompute/index.ts';

/** An invoice as a source tells it; `credit_of`: the number of the invoice that a credit memo takes back. */
export type ArrivingInvoice = Readonly<
  Pick<ArrivingRow, 'invoice_number' | 'customer_name' | 'salesperson_id' | 'gross_cents' | 'net_cents' | 'booking_date' | 'source'> &
    Partial<Omit<ArrivingRow, 'credit_of_id' | 'payload_hash'>> & { credit_of?: string | null }
>;
/** `runId` of `beginRun`; `syncRunId`: the run in `sync_runs`, of which Undo needs what was there before. */
export type WriteOptions = Readonly<{ runId: number; cause: Cause; syncRunId?: number; signal?: AbortSignal }>;
/** `waiting`: numbers of credit memos whose original is not there yet; they were not written. */
export type WrittenInvoices = Readonly<{ created: number; changed: number; unchanged: number; waiting: readonly string[] }>;

/** So many are written in one transaction: 10 to 35 ms (docs/adr/0011-facts-first.md). */
export const INVOICES_A_BATCH = 200;

const nothing = { document_number: null, number_suffix: null, customer_id: null, customer_type: null, sales_lead_id: null } as const;
const later = { due_date: null, notes: null, connection_id: null, external_id: null } as const;

const hashOf = (invoice: ArrivingInvoice): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(invoice).sort()))
    .digest('hex');

const rowOf = ({ credit_of: _, state = 'sent', ...invoice }: ArrivingInvoice, creditOfId: number | null, hash: string): ArrivingRow => ({
  ...nothing,
  ...later,
  ...invoice,
  state,
  credit_of_id: creditOfId,
  payload_hash: hash,
});

type Hashed = Readonly<{ invoice: ArrivingInvoice; hash: string }>;

const hashesOf = async ({ arrivingInvoices }: Pick<Repositories, 'arrivingInvoices'>, numbers: readonly string[]) =>
  new Map((await arrivingInvoices.known(numbers)).map((row) => [row.invoice_number, row]));

/** One batch in one transaction: months held, facts, marks, and last one audit row. */
const writeBatch = async (within: Repositories, batch: readonly Hashed[], { runId, cause, syncRunId }: WriteOptions) => {
  await within.periods.hold();
  const { arrivingInvoices } = within;
  await goOnWriting(within, runId);
  const originals = batch.flatMap(({ invoice }) => invoice.credit_of ?? []);
  const known = await hashesOf(within, [...batch.map(({ invoice }) => invoice.invoice_number), ...originals]);
  const isReady = ({ invoice: { credit_of: original } }: Hashed): boolean => !original || known.has(original);
  const rows = batch
    .filter(isReady)
    .map(({ invoice, hash }) => rowOf(invoice, invoice.credit_of ? (known.get(invoice.credit_of)?.id ?? null) : null, hash));
  const fresh = rows.filter(({ invoice_number: number }) => !known.has(number));
  const changed = rows.filter(
    ({ invoice_number: number, payload_hash: hash }) => known.has(number) && known.get(number)?.payload_hash !== hash,
  );
  const changedIds = changed.flatMap(({ invoice_number: number }) => known.get(number)?.id ?? []);
  const before = changedIds.length === 0 ? [] : await touchedBy(within, { invoices: changedIds });
  if (syncRunId !== undefined && changedIds.length > 0) await arrivingInvoices.keepBefore(syncRunId, changedIds, false);
  if (changed.length > 0) await arrivingInvoices.update(changed, cause.at);
  const made = fresh.length === 0 ? [] : await arrivingInvoices.insert(fresh);
  const madeIds = made.map(({ id }) => id);
  if (syncRunId !== undefined && madeIds.length > 0) await arrivingInvoices.keepBefore(syncRunId, madeIds, true);
  const after = await touchedBy(within, { invoices: [...changedIds, ...madeIds] });
  await markTouched(within, [...before, ...after], { rank: 1, runId, at: cause.at });
  const counts = { created: made.length, changed: changed.length };
  const entry = { actorId: cause.actorId, action: 'invoices.imported', entity: 'recompute_run', entityId: String(runId), cause: cause.why };
  if (made.length + changed.length > 0) await within.audit.write({ ...entry, after: counts }, cause.origin, cause.at);
  const waiting = batch.filter((one) => !isReady(one)).map(({ invoice }) => invoice.invoice_number);
  return { ...counts, unchanged: rows.length - made.length - changed.length, waiting };
};

/**
 * Writes many invoices, new ones and changed ones, in batches with marks; no figure is computed here (decisions 7.08), and others get
 * their turn between the batches. An invoice that came before, all of it the same, is left alone; a credit memo waits until its original
 * is written: give those named in `waiting` again after the rest. Cut off anywhere, what was written is marked, and the same list can be
 * given again. Numbers must not repeat within the list.
 * @param invoices in any order; `gross_cents` and `net_cents` are cents, days YYYY-MM-DD
 * @returns counts over all batches
 */
export const writeInvoices = async (
  store: Pick<Store, 'arrivingInvoices' | 'marks' | 'transaction'>,
  invoices: readonly ArrivingInvoice[],
  options: WriteOptions,
): Promise<WrittenInvoices> => {
  let [created, changed, unchanged] = [0, 0, 0];
  const waiting: string[] = [];
  for (let from = 0; from < invoices.length && !options.signal?.aborted; from += INVOICES_A_BATCH) {
    const batch = invoices.slice(from, from + INVOICES_A_BATCH).map((invoice) => ({ invoice, hash: hashOf(invoice) }));
    // A batch in which nothing is new costs one read.
    const known = await hashesOf(
      store,
      batch.map(({ invoice }) => invoice.invoice_number),
    );
    const news = batch.filter(({ invoice, hash }) => known.get(invoice.invoice_number)?.payload_hash !== hash);
    unchanged += batch.length - news.length;
    if (news.length > 0) {
      const done = await store.transaction((within) => writeBatch(within, news, options));
      created += done.created;
      changed += done.changed;
      unchanged += done.unchanged;
      waiting.push(...done.waiting);
    }
    await setImmediate();
  }
  if (created + changed > 0) await endWriting(store, options.runId);
  return { created, changed, unchanged, waiting };
};
