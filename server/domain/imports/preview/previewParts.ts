import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../../contract/limits.ts';
import type { CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import { type Day, overlap } from '../../../../contract/rules/time/period.ts';
import type { PersonRows } from '../../../db/repositories/imports/importRows.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { pendingDays } from '../../commissions/pendingDays.ts';
import type { FactsPreview } from '../../commissions/recompute/index.ts';
import { type Deciding, decideRows, invoiceIdOf, isNewId, type ReceiptWrite, type RowDecision } from '../deciding/index.ts';
import { withRelatedRows } from '../withRelatedRows.ts';
import { readReassignedMemos } from '../writing/index.ts';

/** The repositories that a preview reads. */
export type PreviewStore = Pick<
  Store,
  | 'allocations'
  | 'config'
  | 'facts'
  | 'importRows'
  | 'importedFacts'
  | 'importedReceipts'
  | 'marks'
  | 'outsideMemos'
  | 'paidBefore'
  | 'snapshot'
  | 'users'
>;

/** The decisions about one person in quota periods that are computed together: the last one for each invoice id. */
export type PreviewPart = Readonly<{ decisions: Map<number, RowDecision>; receipts: Map<string, ReceiptWrite>; days: Set<Day> }>;

/** A memo's own row overrides the move with its original, wherever the row is in the file. */
const addDecision = ({ decisions }: PreviewPart, one: RowDecision): void => {
  if (one.rowNumber > 0 || !decisions.has(invoiceIdOf(one))) decisions.set(invoiceIdOf(one), one);
};

const joinParts = (parts: readonly PreviewPart[]): PreviewPart => {
  const all: PreviewPart = { decisions: new Map(), receipts: new Map(), days: new Set() };
  for (const { decisions, receipts, days } of parts) {
    for (const one of decisions.values()) addDecision(all, one);
    for (const [key, receipt] of receipts) all.receipts.set(key, receipt);
    for (const day of days) all.days.add(day);
  }
  return all;
};

/** Parts by the longest quota period of any plan. */
const createParts = (config: CommissionsConfig) => {
  const parts = new Map<Day, PreviewPart>();
  /** The part that contains these days; an invoice that moves joins its old and new periods. */
  const partOf = (days: readonly Day[]): PreviewPart => {
    const starts = days.map((day) => pendingDays(config, { start_date: day, end_date: day }).start_date);
    const matchingParts = new Set(starts.flatMap((start) => parts.get(start) ?? []));
    const [first] = matchingParts;
    const part = first && matchingParts.size === 1 ? first : joinParts([...matchingParts]);
    for (const [start, one] of parts) if (matchingParts.has(one)) parts.set(start, part);
    for (const start of starts) parts.set(start, part);
    for (const day of days) part.days.add(day);
    return part;
  };
  return { partOf, all: (): PreviewPart[] => [...new Set(parts.values())] };
};

/** Ids of the invoices whose families a decision changes: its own, and those that a memo leaves and joins. */
const familiesOf = ({ existing, write }: RowDecision): number[] =>
  [existing?.id, existing?.credit_of_id, write?.credit_of_id].flatMap((id) => (id == null || isNewId(id) ? [] : id));

/**
 * The memos that move with their originals, decided with their own rows, which may belong to somebody else: a row may take its memo away
 * from an original that the person gets.
 */
const memosOf = async (store: PreviewStore, context: Deciding, decisions: readonly RowDecision[]): Promise<RowDecision[]> => {
  const movedMemos = await readReassignedMemos(store, decisions, false);
  if (movedMemos.length === 0) return movedMemos;
  const knownRows = new Set(decisions.map(({ rowNumber }) => rowNumber));
  const numbers = movedMemos.flatMap(({ write }) => write?.invoice_number ?? []);
  const rows = (await store.importRows.ofKeys(context.runId, numbers)).filter(({ row_number }) => !knownRows.has(row_number));
  // Counts from zero, so that these extra decisions do not reduce the remaining amounts of their originals.
  const separateContext = context.arriving ? { ...context, arriving: { ...context.arriving, taken: new Map(), paid: new Map() } } : context;
  const ownDecisions =
    rows.length === 0 ? [] : (await decideRows(store, separateContext, await withRelatedRows(store, context, rows))).decisions;
  return [...movedMemos, ...ownDecisions];
};

/**
 * Decides a person's rows a thousand at a time, and sorts the decisions by quota periods. An invoice and its credit memos are in
 * one part, because each changes the amount or the release of the others (decisions 2.03, 2.23).
 */
export const previewPartsOf = async (
  store: PreviewStore,
  context: Deciding,
  { user_id: userId, numbers }: Pick<PersonRows, 'user_id' | 'numbers'>,
  config: CommissionsConfig,
): Promise<readonly PreviewPart[]> => {
  const { partOf, all } = createParts(config);
  // A memo belongs to the seller of its original, so each person's remaining amounts are counted separately.
  const ownContext = context.arriving ? { ...context, arriving: { ...context.arriving, taken: new Map(), paid: new Map() } } : context;
  const arrivingDays = new Map([...(ownContext.arriving?.originals.values() ?? [])].map(({ id, booking_date }) => [id, booking_date]));
  for (let next = 0; next < numbers.length; next += limits.imports.chunk) {
    const rows = await store.importRows.numbered(context.runId, numbers.slice(next, next + limits.imports.chunk));
    const { decisions, receipts, known } = await decideRows(store, ownContext, await withRelatedRows(store, context, rows));
    const written = context.kind === 'receipts' ? [] : [...decisions, ...(await memosOf(store, ownContext, decisions))];
    const paid = receipts.flatMap(({ parts }) => parts.flatMap(({ invoiceId }) => (isNewId(invoiceId) ? [] : invoiceId)));
    // Allocations that a changed receipt takes back from the invoices it paid before.
    const replaced = await store.allocations.of(receipts.flatMap(({ existing }) => existing?.id ?? []));
    const families = await store.facts.familyDays(
      [...new Set([...written.flatMap(familiesOf), ...paid, ...replaced.map(({ invoice_id }) => invoice_id)])],
      userId,
    );
    for (const one of written) {
      if (one.write === null) continue;
      const original = arrivingDays.get(one.write.credit_of_id ?? 0);
      const days = familiesOf(one).flatMap((id) => families.get(id) ?? []);
      addDecision(partOf([one.write.booking_date, ...days, ...(original ? [original] : [])]), one);
    }
    const dayOf = new Map([...known.invoices.values()].map(({ id, booking_date }) => [id, booking_date]));
    // Rows of one receipt may be far apart: it is decided with all of them, and counted once.
    const bookedOn = new Map(decisions.map((one) => [invoiceIdOf(one), one.write?.booking_date]));
    for (const receipt of receipts) {
      const before = replaced.flatMap(({ receipt_id, invoice_id }) => (receipt_id === receipt.existing?.id ? invoice_id : []));
      const days = before.flatMap((id) => families.get(id) ?? []);
      for (const { invoiceId } of receipt.parts)
        days.push(bookedOn.get(invoiceId) ?? dayOf.get(invoiceId) ?? receipt.day, ...(families.get(invoiceId) ?? []));
      partOf(days).receipts.set(receipt.key, receipt);
    }
    await setImmediate();
  }
  return all();
};

/** The booking days of invoices in the file. */
export const bookingDaysOf = ({ decisions }: PreviewPart): ReadonlyMap<number, Day> =>
  new Map([...decisions].flatMap(([id, { write }]) => (write ? [[id, write.booking_date] as const] : [])));

/**
 * Adds up the changes of parts, one part at a time, so that nobody waits until all years of a person are computed. Parts whose computed
 * days overlap (closed months had longer quota periods, or invoices of their records moved) are joined and recomputed.
 * @param preview returns null if the person has no quota period
 */
export const previewEach = async (
  parts: readonly PreviewPart[],
  preview: (part: PreviewPart) => Promise<FactsPreview | null>,
): Promise<Pick<FactsPreview, 'records' | 'amount' | 'released' | 'proposed'>> => {
  const remaining = [...parts];
  let computed: { part: PreviewPart; found: FactsPreview | null }[] = [];
  for (let part = remaining.pop(); part; part = remaining.pop()) {
    const found = await preview(part);
    const range = found?.range;
    const waiting = remaining.filter(({ days }) => range && [...days].some((day) => range.start_date <= day && day <= range.end_date));
    const overlapping = computed.filter((one) => range && one.found && overlap(range, one.found.range));
    if (waiting.length + overlapping.length === 0) computed.push({ part, found });
    else {
      computed = computed.filter((one) => !overlapping.includes(one));
      remaining.splice(0, remaining.length, ...remaining.filter((one) => !waiting.includes(one)));
      remaining.push(joinParts([part, ...waiting, ...overlapping.map((result) => result.part)]));
    }
    await setImmediate();
  }
  const sum = { records: 0, amount: 0, released: 0, proposed: 0 };
  for (const { found } of computed) for (const key of ['records', 'amount', 'released', 'proposed'] as const) sum[key] += found?.[key] ?? 0;
  return sum;
};
