import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import { creditedNet } from '../../../../contract/rules/invoices.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { ArrivingRow } from '../../../db/repositories/imports/arrivingInvoices.ts';
import type { CreditedCents, KnownInvoice } from '../../../db/repositories/imports/importedFacts.ts';
import { dollars } from '../../shared/moneyText.ts';
import type { ImportAuthor, KnownRows } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { decideVoid } from './decideVoid.ts';
import { isRepeated, type Numbered, type RowDecision, reassignTo, refused, withFate } from './decision.ts';
import { findPersonByName } from './findPersonByName.ts';

/** True if the row is unchanged since the last import, so that edits made here remain. */
const isUnchangedRow = (stored: KnownInvoice | null, hash: string): boolean => stored?.state === 'sent' && stored.payload_hash === hash;

/** True if the row matches all relevant fields of the existing invoice. */
const hasSameValues = (known: KnownInvoice, write: ArrivingRow): boolean =>
  known.state === 'sent' &&
  known.customer_name.toLowerCase() === write.customer_name.toLowerCase() &&
  known.salesperson_id === write.salesperson_id &&
  known.credit_of_id === write.credit_of_id &&
  known.gross_cents === write.gross_cents &&
  known.net_cents === write.net_cents &&
  known.booking_date === write.booking_date &&
  known.due_date === write.due_date &&
  known.notes === write.notes &&
  known.customer_type === write.customer_type &&
  known.activity_type === write.activity_type &&
  known.sale_kind === write.sale_kind &&
  known.term_months === write.term_months &&
  known.cost_cents === write.cost_cents &&
  known.list_cents === write.list_cents &&
  known.units === write.units;

/** The original of a memo, and the amounts reversed by other memos. */
type CreditedOriginal = Readonly<{ invoice: KnownInvoice; others: CreditedCents }>;

/** The person named in the row; otherwise a memo has its original's people (decisions 2.23). */
const sellerOf = (personId: number | null, existing: KnownInvoice | null, credited: CreditedOriginal | null): number | null =>
  personId ?? (credited?.invoice ?? existing)?.salesperson_id ?? null;

/** The row's net; otherwise a memo's proportional share of its original's net, or the full gross of another invoice. */
const netOf = ({ gross, net }: ReadRow, credited: CreditedOriginal | null): Cents | null => {
  if (net !== null || gross === null || credited === null) return net ?? gross;
  const { invoice, others } = credited;
  if (invoice.gross_cents <= 0) return gross;
  return -creditedNet({ gross: invoice.gross_cents, net: invoice.net_cents }, { gross: others.credited, net: others.credited_net }, -gross);
};

const rowOf = (
  row: ReadRow,
  hash: string,
  existing: KnownInvoice | null,
  personId: number | null,
  credited: CreditedOriginal | null,
  files: number,
): ArrivingRow => ({
  invoice_number: row.number ?? '',
  document_number: existing?.document_number ?? row.document,
  number_suffix: existing?.number_suffix ?? row.suffix,
  customer_id: existing?.customer_id ?? null,
  customer_name: row.customer ?? existing?.customer_name ?? '',
  customer_type: row.customerType ?? existing?.customer_type ?? null,
  activity_type: row.sale.activity_type ?? existing?.activity_type ?? null,
  sale_kind: row.sale.sale_kind ?? existing?.sale_kind ?? null,
  term_months: row.sale.term_months ?? existing?.term_months ?? null,
  cost_cents: row.sale.cost_cents ?? existing?.cost_cents ?? null,
  list_cents: row.sale.list_cents ?? existing?.list_cents ?? null,
  units: row.sale.units ?? existing?.units ?? null,
  salesperson_id: sellerOf(personId, existing, credited),
  sales_lead_id: (credited?.invoice ?? existing)?.sales_lead_id ?? null,
  credit_of_id: credited?.invoice.id ?? existing?.credit_of_id ?? null,
  gross_cents: row.gross ?? existing?.gross_cents ?? 0,
  net_cents: netOf(row, credited) ?? existing?.net_cents ?? 0,
  booking_date: row.day ?? existing?.booking_date ?? '',
  due_date: row.due ?? existing?.due_date ?? null,
  state: 'sent',
  notes: row.notes ?? existing?.notes ?? null,
  source: existing?.source ?? 'file',
  connection_id: existing ? existing.connection_id : files,
  external_id:
    existing && !(row.sourceId !== null && existing.connection_id === files) ? existing.external_id : (row.sourceId ?? row.number),
  payload_hash: hash,
});

type Original = Readonly<{ invoice: KnownInvoice | null } | { waits: true } | { refused: ImportReason }>;

/**
 * The invoice that a credit memo reverses: an existing one, or one in this file (decisions 2.20). A memo waits for an original in the
 * file. If it moves to another original, it waits for all other rows, so that the result depends on the order of the file but not on its
 * split into batches.
 */
const originalOf = ({ row, hash, isLast }: Numbered, known: KnownRows): Original => {
  const stored = known.invoices.get(row.number ?? '') ?? null;
  const isMemo = stored !== null && stored.credit_of_id !== null;
  if (row.original === null && isMemo && (row.gross ?? 0) >= 0) return { refused: importReason('memoPositive') };
  if (row.original === null) return (row.gross ?? 0) < 0 ? { refused: importReason('memoWithoutOriginal') } : { invoice: null };
  if ((row.gross ?? 0) >= 0) return { refused: importReason('memoPositive') };
  if (row.original === row.number) return { refused: importReason('ownOriginal') };
  const candidate = known.arriving.get(row.original) ?? known.invoices.get(row.original);
  const original = candidate && candidate.state !== 'cancelled' ? candidate : null;
  const leaves = stored?.state === 'sent' && isMemo && stored.credit_of_id !== original?.id;
  const mustWait = !isLast && (leaves || known.first.has(row.original)) && !(original && isUnchangedRow(stored, hash));
  if (mustWait) return { waits: mustWait };
  return original ? { invoice: original } : { refused: importReason('originalMissing', { number: row.original }) };
};

const NO_CREDIT: CreditedCents = { credited: 0, credited_net: 0 };

/** The original, and the amounts reversed by other memos, including those earlier in the file. */
const creditedOf = (invoice: KnownInvoice, existing: KnownInvoice | null, { settled, taken }: KnownRows): CreditedOriginal => {
  const [settledHere, inFile] = [settled.get(invoice.id) ?? NO_CREDIT, taken.get(invoice.id) ?? NO_CREDIT];
  const ownMemo = existing?.state === 'sent' && existing.credit_of_id === invoice.id ? existing : null;
  const others = {
    credited: settledHere.credited + inFile.credited + (ownMemo?.gross_cents ?? 0),
    credited_net: settledHere.credited_net + inFile.credited_net + (ownMemo?.net_cents ?? 0),
  };
  return { invoice, others };
};

/** Deducts a memo's amount from its original for later memos, and restores it on the memo's previous original. */
export const deductFromOriginal = (reversed: Map<number, CreditedCents>, { write, existing }: RowDecision): void => {
  if (!write?.credit_of_id) return;
  const note = (id: number, sign: 1 | -1, { gross_cents, net_cents }: Pick<ArrivingRow, 'gross_cents' | 'net_cents'>): void => {
    const { credited, credited_net } = reversed.get(id) ?? NO_CREDIT;
    reversed.set(id, { credited: credited - sign * gross_cents, credited_net: credited_net - sign * net_cents });
  };
  if (existing?.state === 'sent' && existing.credit_of_id !== null) note(existing.credit_of_id, -1, existing);
  note(write.credit_of_id, 1, write);
};

/** Moves a memo with its original (`readReassignedMemos`): a run has already written the move, but a preview has not. */
const movedWithOriginal = (existing: KnownInvoice | null, { invoice }: CreditedOriginal): KnownInvoice | null =>
  existing?.state === 'sent' && existing.credit_of_id === invoice.id && invoice.salesperson_id !== null
    ? { ...existing, salesperson_id: invoice.salesperson_id }
    : existing;

/** Applies the limits of manual entry: the settled amount, the remaining amount, and the customer and person of the original. */
const boundsRefusal = (
  { rowNumber }: Numbered,
  existing: KnownInvoice | null,
  credited: CreditedOriginal | null,
  write: ArrivingRow,
  known: KnownRows,
): RowDecision | null => {
  if (credited !== null) {
    const { invoice, others } = credited;
    const number = invoice.invoice_number;
    if (write.customer_name.toLowerCase() !== invoice.customer_name.toLowerCase())
      return refused(rowNumber, 'customer', importReason('memoCustomer', { number }));
    if (write.salesperson_id !== invoice.salesperson_id) return refused(rowNumber, 'salesperson', importReason('memoPerson', { number }));
    const creditable = Math.max(0, invoice.gross_cents - others.credited);
    return -write.gross_cents > creditable
      ? refused(rowNumber, 'gross', importReason('memoAbove', { number, left: dollars(creditable) }))
      : null;
  }
  if (existing?.state !== 'sent' || write.gross_cents >= existing.gross_cents) return null;
  const { received = 0, credited: creditedCents = 0 } = known.settled.get(existing.id) ?? {};
  const settledCents = Math.max(received, creditedCents);
  const facts = { number: existing.invoice_number, amount: dollars(settledCents) };
  return write.gross_cents < settledCents ? refused(rowNumber, 'gross', importReason('belowSettled', facts)) : null;
};

/** Manual allocations of an existing memo remain; a row that contradicts them waits for a person. */
const manualAllocationRefusal = (
  { rowNumber }: Numbered,
  existing: KnownInvoice | null,
  write: ArrivingRow,
  { credits }: KnownRows,
): RowDecision | null => {
  const credit = existing === null ? undefined : credits.get(existing.id);
  if (!existing || !credit || credit.by_hand_cents === 0) return null;
  const facts = { amount: dollars(credit.by_hand_cents), invoices: credit.applied_to ?? '' };
  if (-write.gross_cents < credit.by_hand_cents) return refused(rowNumber, 'gross', importReason('memoByHand', facts));
  if (write.customer_name.toLowerCase() !== existing.customer_name.toLowerCase())
    return refused(rowNumber, 'customer', importReason('memoByHandCustomer', facts));
  return null;
};

const isNewInSalesSheet = ({ row }: Numbered): boolean => row.customer !== null && row.day !== null && row.gross !== null;

/** A sheet cannot assign a memo: its row is valid only if it names the seller that the invoice has after the other rows. */
const decideMemoInSheet = ({ rowNumber, isLast }: Numbered, memo: KnownInvoice, person: number | null, known: KnownRows): RowDecision => {
  const isSellers = person === memo.salesperson_id;
  if (!isSellers && isLast) return refused(rowNumber, 'salesperson', importReason('memoFollows'));
  const decision = withFate(rowNumber, memo, reassignTo(memo, person ?? 0), isSellers, known);
  return isSellers ? decision : { ...decision, fate: 'waiting' };
};

/** Decides a row of a sales sheet, which only names the seller of an existing invoice. */
const decideInSheet = (numbered: Numbered, stored: KnownInvoice, person: number | null, known: KnownRows): RowDecision => {
  if (stored.credit_of_id !== null) return decideMemoInSheet(numbered, stored, person, known);
  const isSameAlready = stored.salesperson_id === person || isRepeated(numbered, known);
  return withFate(numbered.rowNumber, stored, reassignTo(stored, person ?? 0), isSameAlready, known);
};

/** Decides a row with all values of its invoice or credit memo. */
const decideFullRow = (numbered: Numbered, stored: KnownInvoice | null, person: number | null, known: KnownRows): RowDecision => {
  const { rowNumber, row, hash } = numbered;
  const original = originalOf(numbered, known);
  if ('refused' in original) return refused(rowNumber, 'original', original.refused);
  const credited = 'invoice' in original && original.invoice !== null ? creditedOf(original.invoice, stored, known) : null;
  const existing = credited === null ? stored : movedWithOriginal(stored, credited);
  const write = rowOf(row, hash, existing, person, credited, known.connectionId);
  if ('waits' in original) return { ...withFate(rowNumber, existing, write, false, known), fate: 'waiting' };
  const isUnchanged = existing !== null && (isUnchangedRow(existing, hash) || hasSameValues(existing, write));
  if (isUnchanged || isRepeated(numbered, known)) return withFate(rowNumber, existing, write, true, known);
  return (
    boundsRefusal(numbered, existing, credited, write, known) ??
    manualAllocationRefusal(numbered, existing, write, known) ??
    withFate(rowNumber, existing, write, false, known)
  );
};

const decide = (kind: ImportKind, numbered: Numbered, known: KnownRows): RowDecision => {
  const { rowNumber, row, hash } = numbered;
  const number = row.number ?? '';
  const stored = known.invoices.get(number) ?? null;
  const first = known.first.get(number);
  if (row.role === 'other') return decideVoid(numbered, known);
  if (first && first.row_number < rowNumber && first.hash !== hash)
    return refused(rowNumber, 'number', importReason('numberTwice', { number, row: first.row_number }));
  if (row.meaning === 'invalid') return decideVoid(numbered, known);
  const person = row.salesperson === null ? null : findPersonByName(known.people, row.salesperson);
  if (typeof person === 'object' && person !== null) return refused(rowNumber, 'salesperson', person);
  const isSheet = kind === 'sales';
  const day = stored && isSheet ? stored.booking_date : (row.day ?? stored?.booking_date ?? null);
  if (person !== null && day !== null && person !== stored?.salesperson_id && !known.people.mayBeCredited(person, day))
    return refused(rowNumber, 'salesperson', importReason('mayNotBeCredited', { name: row.salesperson ?? '', day: dayText(day) }));
  if (stored && isSheet) return decideInSheet(numbered, stored, person, known);
  if (stored && stored.connection_id !== null && stored.connection_id !== known.connectionId)
    return refused(rowNumber, 'number', importReason('ofOtherSource', { number }));
  if (isSheet && !isNewInSalesSheet(numbered)) return refused(rowNumber, 'number', importReason('noInvoiceToAssign', { number }));
  return decideFullRow(numbered, stored, person, known);
};

/** True if the row affects this user's own pay: as seller, lead, split participant or the seller's manager. */
const affectsPayOf = ({ fate, write, existing }: RowDecision, user: ImportAuthor | null, own: ReadonlySet<number>): boolean => {
  if (user === null || (fate !== 'new' && fate !== 'changed' && fate !== 'closed_month')) return false;
  if ([existing?.id, write?.credit_of_id].some((id) => id != null && own.has(id))) return true;
  return [write, existing].some(
    (row) =>
      row && (row.sales_lead_id === user.id || (row.salesperson_id !== null && user.isPaidFor(row.salesperson_id, row.booking_date))),
  );
};

/** Remarks on an accepted row. */
const remarkOf = ({ fate, reason, write }: RowDecision, { row }: Numbered, { today }: KnownRows): ImportReason | null => {
  if (reason !== null || write === null || fate === 'waiting') return reason;
  if (row.meaning === 'unpaid') return importReason('uncollectible', { value: row.state ?? '' });
  return write.booking_date > today ? importReason('bookedAhead') : null;
};

/** Decides an invoice row against existing data. Pure, so that a preview and a run decide identically. */
export const decideInvoice = (kind: ImportKind, numbered: Numbered, known: KnownRows): RowDecision => {
  const decision = decide(kind, numbered, known);
  if (affectsPayOf(decision, known.asker, known.askerInvoiceIds))
    return refused(numbered.rowNumber, 'salesperson', importReason('askerSale'));
  if (affectsPayOf(decision, known.author, known.ownInvoiceIds)) return refused(numbered.rowNumber, 'salesperson', importReason('ownSale'));
  return { ...decision, reason: remarkOf(decision, numbered, known) };
};
