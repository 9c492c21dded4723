import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import { fullNameKey, nameKey } from '../../../contract/rules/imports/names.ts';
import { creditedNet } from '../../../contract/rules/invoices.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { ArrivingRow } from '../../db/repositories/imports/arrivingInvoices.ts';
import type { KnownInvoice, Taken } from '../../db/repositories/imports/importedFacts.ts';
import { dollars } from '../shared/moneyText.ts';
import { decideVoid } from './decideVoid.ts';
import { assigned, type Decision, type Numbered, refused, withFate } from './decision.ts';
import type { Known } from './known.ts';
import type { ReadRow } from './readRow.ts';
import { because, type Reason } from './reasons.ts';

/**
 * First that answers: the address, what somebody said that the text means, the full name of one person in any spelling; a name that means nobody
 * or two is asked about (decisions 7.03).
 */
const personIn = ({ people }: Known, name: string): number | Reason => {
  const known = people.byEmail.get(name.toLowerCase()) ?? people.byText.get(nameKey(name));
  if (known !== undefined) return known;
  const named = people.byName.get(fullNameKey(name)) ?? [];
  return named.length === 1 ? (named[0] ?? 0) : because(named.length === 0 ? 'nobody' : 'several', { name });
};

/** What came by a file and was edited here since is left as it was edited, as long as the file says what it said. */
const saysTheSame = (known: KnownInvoice | null, hash: string): boolean => known?.state === 'sent' && known.payload_hash === hash;

/** What counts of an invoice that is here: where all of it is what the row says, nothing is changed. */
const isSame = (known: KnownInvoice, write: ArrivingRow): boolean =>
  known.state === 'sent' &&
  known.customer_name.toLowerCase() === write.customer_name.toLowerCase() &&
  known.salesperson_id === write.salesperson_id &&
  known.credit_of_id === write.credit_of_id &&
  known.gross_cents === write.gross_cents &&
  known.net_cents === write.net_cents &&
  known.booking_date === write.booking_date &&
  known.due_date === write.due_date &&
  known.notes === write.notes &&
  known.customer_type === write.customer_type;

/** The original of a memo, and what the others take back of it. */
type Credited = Readonly<{ invoice: KnownInvoice; others: Taken }>;

/** Whom the row names; else a memo has the people of its original (decisions 2.23). */
const sellerOf = (personId: number | null, existing: KnownInvoice | null, credited: Credited | null): number | null =>
  personId ?? (credited?.invoice ?? existing)?.salesperson_id ?? null;

/** What the row tells; else a memo's share of its original's net, and all of another invoice. */
const netOf = ({ gross, net }: ReadRow, credited: Credited | null): Cents | null => {
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
  credited: Credited | null,
  files: number,
): ArrivingRow => ({
  invoice_number: row.number ?? '',
  document_number: existing?.document_number ?? row.document,
  number_suffix: existing?.number_suffix ?? row.suffix,
  customer_id: existing?.customer_id ?? null,
  customer_name: row.customer ?? existing?.customer_name ?? '',
  customer_type: row.customerType ?? existing?.customer_type ?? null,
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

type Original = Readonly<{ invoice: KnownInvoice | null } | { waits: true } | { refused: Reason }>;

/**
 * The invoice that a credit memo takes back: one that is here, or comes with this file (decisions 2.20). It waits for one that the file tells of,
 * and for all others where it leaves its own: so what becomes of it depends on the order of the file, and not on how the file is cut.
 */
const originalOf = ({ row, hash, isLast }: Numbered, known: Known): Original => {
  const here = known.invoices.get(row.number ?? '') ?? null;
  const isMemo = here !== null && here.credit_of_id !== null;
  if (row.original === null && isMemo && (row.gross ?? 0) >= 0) return { refused: because('memoPositive') };
  if (row.original === null) return (row.gross ?? 0) < 0 ? { refused: because('memoWithoutOriginal') } : { invoice: null };
  if ((row.gross ?? 0) >= 0) return { refused: because('memoPositive') };
  if (row.original === row.number) return { refused: because('ownOriginal') };
  const found = known.arriving.get(row.original) ?? known.invoices.get(row.original);
  const original = found && found.state !== 'cancelled' ? found : null;
  const leaves = here?.state === 'sent' && isMemo && here.credit_of_id !== original?.id;
  const waits = !isLast && (leaves || known.first.has(row.original)) && !(original && saysTheSame(here, hash));
  if (waits) return { waits };
  return original ? { invoice: original } : { refused: because('originalMissing', { number: row.original }) };
};

const NOTHING: Taken = { credited: 0, credited_net: 0 };

/** The original, and what memos other than this one take back of it, those before it in the file included. */
const creditedOf = (invoice: KnownInvoice, existing: KnownInvoice | null, { settled, taken }: Known): Credited => {
  const [here, more] = [settled.get(invoice.id) ?? NOTHING, taken.get(invoice.id) ?? NOTHING];
  const own = existing?.state === 'sent' && existing.credit_of_id === invoice.id ? existing : null;
  const others = {
    credited: here.credited + more.credited + (own?.gross_cents ?? 0),
    credited_net: here.credited_net + more.credited_net + (own?.net_cents ?? 0),
  };
  return { invoice, others };
};

/** What a memo takes back is not left for the next, and what it took back of another invoice is left again. */
export const noteTaken = (taken: Map<number, Taken>, { write, existing }: Decision): void => {
  if (!write?.credit_of_id) return;
  const note = (id: number, sign: 1 | -1, { gross_cents, net_cents }: Pick<ArrivingRow, 'gross_cents' | 'net_cents'>): void => {
    const { credited, credited_net } = taken.get(id) ?? NOTHING;
    taken.set(id, { credited: credited - sign * gross_cents, credited_net: credited_net - sign * net_cents });
  };
  if (existing?.state === 'sent' && existing.credit_of_id !== null) note(existing.credit_of_id, -1, existing);
  note(write.credit_of_id, 1, write);
};

/** A memo goes along with its original (`memosAlong`): when it is decided, a run has written that, and a preview has not. */
const goneAlong = (existing: KnownInvoice | null, { invoice }: Credited): KnownInvoice | null =>
  existing?.state === 'sent' && existing.credit_of_id === invoice.id && invoice.salesperson_id !== null
    ? { ...existing, salesperson_id: invoice.salesperson_id }
    : existing;

/** What may not be by hand either: less than was settled, more than is left, or taken back from another customer or somebody else. */
const outOfBounds = (
  { rowNumber }: Numbered,
  existing: KnownInvoice | null,
  credited: Credited | null,
  write: ArrivingRow,
  known: Known,
): Decision | null => {
  if (credited !== null) {
    const { invoice, others } = credited;
    const number = invoice.invoice_number;
    if (write.customer_name.toLowerCase() !== invoice.customer_name.toLowerCase())
      return refused(rowNumber, 'customer', because('memoCustomer', { number }));
    if (write.salesperson_id !== invoice.salesperson_id) return refused(rowNumber, 'salesperson', because('memoPerson', { number }));
    const left = Math.max(0, invoice.gross_cents - others.credited);
    return -write.gross_cents > left ? refused(rowNumber, 'gross', because('memoAbove', { number, left: dollars(left) })) : null;
  }
  if (existing?.state !== 'sent' || write.gross_cents >= existing.gross_cents) return null;
  const { received = 0, credited: taken = 0 } = known.settled.get(existing.id) ?? {};
  const least = Math.max(received, taken);
  const facts = { number: existing.invoice_number, amount: dollars(least) };
  return write.gross_cents < least ? refused(rowNumber, 'gross', because('belowSettled', facts)) : null;
};

/** What a person applied by hand of a memo that is here stays; where it cannot, the row waits for that person. */
const againstHand = ({ rowNumber }: Numbered, existing: KnownInvoice | null, write: ArrivingRow, { credits }: Known): Decision | null => {
  const credit = existing === null ? undefined : credits.get(existing.id);
  if (!existing || !credit || credit.by_hand_cents === 0) return null;
  const facts = { amount: dollars(credit.by_hand_cents), invoices: credit.applied_to ?? '' };
  if (-write.gross_cents < credit.by_hand_cents) return refused(rowNumber, 'gross', because('memoByHand', facts));
  if (write.customer_name.toLowerCase() !== existing.customer_name.toLowerCase())
    return refused(rowNumber, 'customer', because('memoByHandCustomer', facts));
  return null;
};

const isNewInSalesSheet = ({ row }: Numbered): boolean => row.customer !== null && row.day !== null && row.gross !== null;

/** A sheet does not assign a memo by itself: the row is right where it names who sold its invoice, once all others of the file are in. */
const memoInSheet = ({ rowNumber, isLast }: Numbered, memo: KnownInvoice, person: number | null, known: Known): Decision => {
  const isTheirs = person === memo.salesperson_id;
  if (!isTheirs && isLast) return refused(rowNumber, 'salesperson', because('memoFollows'));
  const done = withFate(rowNumber, memo, assigned(memo, person ?? 0), isTheirs, known);
  return isTheirs ? done : { ...done, fate: 'waiting' };
};

const decide = (kind: ImportKind, numbered: Numbered, known: Known): Decision => {
  const { rowNumber, row, hash } = numbered;
  const number = row.number ?? '';
  const here = known.invoices.get(number) ?? null;
  const first = known.first.get(number);
  if (first && first.row_number < rowNumber && first.hash !== hash)
    return refused(rowNumber, 'number', because('numberTwice', { number, row: first.row_number }));
  if (row.meaning === 'invalid') return decideVoid(numbered, known);
  const person = row.salesperson === null ? null : personIn(known, row.salesperson);
  if (typeof person === 'object' && person !== null) return refused(rowNumber, 'salesperson', person);
  const isSheet = kind === 'sales';
  const day = here && isSheet ? here.booking_date : (row.day ?? here?.booking_date ?? null);
  if (person !== null && day !== null && person !== here?.salesperson_id && !known.people.mayBeCredited(person, day))
    return refused(rowNumber, 'salesperson', because('mayNotBeCredited', { name: row.salesperson ?? '', day: dayText(day) }));
  if (here && !isSheet && here.connection_id !== null && here.connection_id !== known.connectionId)
    return refused(rowNumber, 'number', because('ofOtherSource', { number }));
  if (!here && isSheet && !isNewInSalesSheet(numbered)) return refused(rowNumber, 'number', because('noInvoiceToAssign', { number }));
  if (here && isSheet) {
    if (here.credit_of_id !== null) return memoInSheet(numbered, here, person, known);
    const write = assigned(here, person ?? 0);
    return withFate(rowNumber, here, write, here.salesperson_id === person, known);
  }
  const original = originalOf(numbered, known);
  if ('refused' in original) return refused(rowNumber, 'original', original.refused);
  const credited = 'invoice' in original && original.invoice !== null ? creditedOf(original.invoice, here, known) : null;
  const existing = credited === null ? here : goneAlong(here, credited);
  const write = rowOf(row, hash, existing, person, credited, known.connectionId);
  if ('waits' in original) return { ...withFate(rowNumber, existing, write, false, known), fate: 'waiting' };
  const isUnchanged = existing !== null && (saysTheSame(existing, hash) || isSame(existing, write));
  const isRepeated = first !== undefined && first.row_number < rowNumber;
  const isSameAlready = isUnchanged || isRepeated;
  const refusal = isSameAlready
    ? null
    : (outOfBounds(numbered, existing, credited, write, known) ?? againstHand(numbered, existing, write, known));
  return refusal ?? withFate(rowNumber, existing, write, isSameAlready, known);
};

/** A row that is to be written and credits, or takes from, whoever imports it: as seller, lead, in a split or as the seller's manager. */
const isOwn = ({ fate, write, existing }: Decision, { author, own }: Known): boolean => {
  if (author === null || (fate !== 'new' && fate !== 'changed' && fate !== 'closed_month')) return false;
  if ([existing?.id, write?.credit_of_id].some((id) => id != null && own.has(id))) return true;
  return [write, existing].some(
    (row) =>
      row && (row.sales_lead_id === author.id || (row.salesperson_id !== null && author.isPaidFor(row.salesperson_id, row.booking_date))),
  );
};

/** Remarks on a row that is taken in. */
const noteOf = ({ fate, reason, write }: Decision, { row }: Numbered, { today }: Known): Reason | null => {
  if (reason !== null || write === null || fate === 'waiting') return reason;
  if (row.meaning === 'unpaid') return because('uncollectible', { value: row.state ?? '' });
  return write.booking_date > today ? because('bookedAhead') : null;
};

/** What becomes of a row of an invoice, by what is there. Pure: a preview and a run decide alike. */
export const decideInvoice = (kind: ImportKind, numbered: Numbered, known: Known): Decision => {
  const decision = decide(kind, numbered, known);
  if (isOwn(decision, known)) return refused(numbered.rowNumber, 'salesperson', because('ownSale'));
  return { ...decision, reason: noteOf(decision, numbered, known) };
};
