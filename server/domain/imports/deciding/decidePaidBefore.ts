import { fullName } from '../../../../contract/entities/user.ts';
import type { ImportField } from '../../../../contract/rules/imports/fields.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { ALL_DAYS } from '../../../db/repositories/commissions/facts.ts';
import type { PaidRecordRow } from '../../../db/repositories/imports/paidBefore.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { readKnown } from '../known.ts';
import { type ReadRow, readRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { paidBeforeKey } from '../rowKeys.ts';
import type { Decided, DecisionContext } from './decideRows.ts';
import type { RowDecision } from './decision.ts';
import { findPersonByName } from './findPersonByName.ts';

/** Commission paid before Quotaboard to one person on one day. Cents; `above`: the part of `lines` above what was earned. */
export type PaidBeforeWrite = Readonly<{
  userId: number;
  day: Day;
  reference: string | null;
  notes: string | null;
  drawn: Cents;
  above: Cents;
  lines: readonly Readonly<{ recordId: number; amount: Cents }>[];
}>;
export type PaidBeforeFileRow = Readonly<{ rowNumber: number; accepted: boolean; row: ReadRow }>;
type Repos = Pick<Repositories, 'importRows' | 'importedFacts' | 'outsideMemos' | 'paidBefore' | 'users' | 'marks'>;
/** Earlier rows of the file with the same amount or draw balance; `first`: the first row with the same content. */
type EarlierRows = Readonly<{ amounts: number; draws: number; first: number }>;
type PaidBeforeContext = Readonly<{
  names: ReadonlyMap<number, string>;
  records: ReadonlyMap<string, readonly PaidRecordRow[]>;
  /** Number of payments from other imports, by `paidKey`. */
  known: ReadonlyMap<string, number>;
  /** By row number. */
  earlier: ReadonlyMap<number, EarlierRows>;
  computing: ReadonlySet<number>;
  /** Cents paid for each record, including earlier rows of the file. */
  paid: Map<number, Cents>;
}>;
type Remark = Readonly<{ above: Cents; reason: ImportReason | null }>;
/** The parts of a row that are not recorded yet. */
type UnrecordedParts = Readonly<{ record: PaidRecordRow | null; amount: Cents; draw: Cents }>;
type Accepted = UnrecordedParts & Readonly<{ userId: number; above: Cents }>;
type Outcome = Readonly<{ decision: RowDecision; accepted: Accepted | null }>;

const paidKey = (userId: number, recordId: number | null, day: Day, cents: Cents): string => [userId, recordId, day, cents].join('|');

/** A zero counts as an empty cell if the other amount of the row is set. */
const withoutZeros = (row: ReadRow): ReadRow => ({
  ...row,
  amount: row.amount === 0 && row.drawBalance ? null : row.amount,
  drawBalance: row.drawBalance === 0 && row.amount ? null : row.drawBalance,
});

const outcomeOf = (rowNumber: number, fate: RowDecision['fate'], fields: Partial<RowDecision>): Outcome => ({
  decision: { rowNumber, fate, field: null, reason: null, userId: null, existing: null, write: null, ...fields },
  accepted: null,
});

/** The reason why the content of a row is incomplete or impossible; null if it is valid. */
const contentRefusal = ({ number, day, amount, drawBalance: draw }: ReadRow, { today, closedMonths }: DecisionContext['constant']) => {
  const refusal = (field: ImportField | null, reason: ImportReason) => ({ field, reason });
  if (!amount && draw === null) return refusal('amount', importReason('paidNothing'));
  if (amount !== null && number === null) return refusal('number', importReason('paidNoInvoice'));
  if (draw !== null && draw <= 0) return refusal('draw', importReason('paidNegative', { field: 'draw' }));
  if ((day ?? '') > today) return refusal('date', importReason('dateFuture'));
  const isClosed = closedMonths.has(`${(day ?? '').slice(0, 7)}-01`);
  return isClosed ? refusal('date', importReason('paidClosed', { month: monthText(day ?? '') })) : null;
};

/** The person's record of the named invoice, or the reason why it is missing. */
type RecordLookup = Readonly<{ record: PaidRecordRow } | { fate: 'quarantined' | 'before_books'; reason: ImportReason }>;
const recordOf = (row: ReadRow, userId: number, { records, names, computing }: PaidBeforeContext, booksBegin: Day | null): RecordLookup => {
  const number = row.number ?? '';
  const invoiceRecords = records.get(number) ?? [];
  const [invoice] = invoiceRecords;
  if (!invoice) return { fate: 'quarantined', reason: importReason('noInvoice', { number }) };
  if (booksBegin !== null && invoice.booking_date < booksBegin)
    return { fate: 'before_books', reason: importReason('paidBeforeBooks', { number, value: number }) };
  const record = invoiceRecords.find((one) => one.user_id === userId);
  if (record) return { record };
  const facts = { number, person: names.get(userId) ?? '' };
  return { fate: 'quarantined', reason: importReason(computing.has(userId) ? 'notComputed' : 'noCommission', facts) };
};

/** The remark on a payment above what was earned or released. */
const remarkOn = (record: PaidRecordRow, amount: Cents, person: string, paid: Map<number, Cents>): Remark => {
  const { earned, released, invoice_number: number } = record;
  const before = paid.get(record.record_id ?? 0) ?? record.paid;
  const after = before + amount;
  paid.set(record.record_id ?? 0, after);
  const excessOver = (limit: Cents): Cents => Math.max(0, after - Math.max(limit, before));
  const facts = { number, person, value: `${number} ${person}` };
  if (excessOver(earned) > 0)
    return {
      above: excessOver(earned),
      reason: importReason('aboveEarned', { ...facts, over_cents: excessOver(earned), earned_cents: earned }),
    };
  return {
    above: 0,
    reason: excessOver(released) > 0 ? importReason('aboveReleased', { ...facts, over_cents: excessOver(released) }) : null,
  };
};

/** Refuses a negative amount for a positive record, or one larger than a negative record's. */
const amountRefusal = ({ record, amount }: UnrecordedParts, person: string, paid: PaidBeforeContext['paid']): ImportReason | null => {
  if (record === null || amount >= 0) return null;
  const { earned, invoice_number: number } = record;
  if (earned >= 0) return importReason('paidNegative', { field: 'amount' });
  const after = (paid.get(record.record_id ?? 0) ?? record.paid) + amount;
  return after < earned ? importReason('paidBelow', { number, person, amount_cents: amount, earned_cents: earned }) : null;
};

const noEarlierRows: EarlierRows = { amounts: 0, draws: 0, first: Number.MAX_SAFE_INTEGER };

const unrecordedPartsOf = (
  row: ReadRow,
  userId: number,
  record: PaidRecordRow | null,
  earlier: EarlierRows,
  known: PaidBeforeContext['known'],
): UnrecordedParts => {
  const isKnown = (recordId: number | null, cents: Cents, rank: number): boolean =>
    (known.get(paidKey(userId, recordId, row.day ?? '', cents)) ?? 0) > rank;
  const amount = row.amount ?? 0;
  const draw = row.drawBalance ?? 0;
  const isNewAmount = record !== null && !isKnown(record.record_id, amount, earlier.amounts);
  return {
    record: isNewAmount ? record : null,
    amount: isNewAmount ? amount : 0,
    draw: draw > 0 && !isKnown(null, draw, earlier.draws) ? draw : 0,
  };
};

type Decidable = Readonly<{ one: PaidBeforeFileRow; userId: number; record: PaidRecordRow | null; isDrawOnly: boolean }>;
const decideParts = ({ one, userId, record, isDrawOnly }: Decidable, reading: PaidBeforeContext): Outcome => {
  const { rowNumber, row, accepted } = one;
  const earlier = reading.earlier.get(rowNumber) ?? noEarlierRows;
  const unpaid = unrecordedPartsOf(row, userId, record, earlier, reading.known);
  if (unpaid.record === null && unpaid.draw === 0) return outcomeOf(rowNumber, 'same', { userId });
  const quarantined = (reason: ImportReason) => outcomeOf(rowNumber, 'quarantined', { field: 'amount', reason });
  if (earlier.first < rowNumber && !accepted) return quarantined(importReason('paidTwice', { row: earlier.first }));
  const person = reading.names.get(userId) ?? '';
  const refusal = amountRefusal(unpaid, person, reading.paid);
  if (refusal) return quarantined(refusal);
  const remark: Remark = unpaid.record ? remarkOn(unpaid.record, unpaid.amount, person, reading.paid) : { above: 0, reason: null };
  const number = row.number ?? '';
  const reason = isDrawOnly ? importReason('paidDrawOnly', { number, value: number }) : remark.reason;
  const field = isDrawOnly ? 'number' : 'amount';
  return {
    decision: outcomeOf(rowNumber, 'new', { userId, field: reason && field, reason }).decision,
    accepted: { userId, ...unpaid, above: remark.above },
  };
};

const decideOne = (one: PaidBeforeFileRow, reading: PaidBeforeContext, constant: DecisionContext['constant']): Outcome => {
  const { rowNumber, row } = one;
  const quarantined = (field: ImportField | null, reason: ImportReason) => outcomeOf(rowNumber, 'quarantined', { field, reason });
  const userId = findPersonByName(constant.people, row.salesperson ?? '');
  if (typeof userId !== 'number') return quarantined('salesperson', userId);
  const isOwn = userId === constant.author?.id || userId === constant.asker?.id;
  if (isOwn && !constant.isSoleImporter) return quarantined('salesperson', importReason('ownPaidBefore'));
  const refusal = contentRefusal(row, constant);
  if (refusal) return quarantined(refusal.field, refusal.reason);
  const found: RecordLookup | Readonly<{ record: null }> =
    row.amount === null ? { record: null } : recordOf(row, userId, reading, constant.booksBegin);
  const isDrawOnly = 'fate' in found && found.fate === 'before_books' && row.drawBalance !== null;
  if ('fate' in found && !isDrawOnly) return outcomeOf(rowNumber, found.fate, { field: 'number', reason: found.reason, userId });
  const record = 'record' in found ? found.record : null;
  return decideParts({ one, userId, record, isDrawOnly }, reading);
};

/** For each row of a batch, the earlier rows of the file with the same content, however they spell the person's name. */
const findEarlierRows = async (
  tx: Repos,
  context: DecisionContext,
  rows: readonly PaidBeforeFileRow[],
): Promise<PaidBeforeContext['earlier']> => {
  const { runId, reading, constant } = context;
  const staged = await tx.importRows.ofKeys(runId, [...new Set(rows.map(({ row }) => paidBeforeKey(row)))]);
  const all = new Map(rows.map(({ rowNumber, row }) => [rowNumber, row]));
  for (const { row_number, cells } of staged) {
    const read = readRow(reading, cells);
    if (read.ok) all.set(row_number, read.row);
  }
  const [counts, first, earlier] = [new Map<string, number>(), new Map<string, number>(), new Map<number, EarlierRows>()];
  const countOf = (key: string): number => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  for (const [rowNumber, raw] of [...all].sort(([a], [b]) => a - b)) {
    const row = withoutZeros(raw);
    const userId = findPersonByName(constant.people, row.salesperson ?? '');
    if (typeof userId !== 'number' || contentRefusal(row, constant)) continue;
    const { number, day, amount, drawBalance: draw } = row;
    const key = [userId, number, day, amount, draw].join('|');
    first.set(key, first.get(key) ?? rowNumber);
    earlier.set(rowNumber, {
      amounts: amount === null ? 0 : countOf(['amount', userId, number, day, amount].join('|')),
      draws: draw === null ? 0 : countOf(['draw', userId, day, draw].join('|')),
      first: first.get(key) ?? rowNumber,
    });
  }
  return earlier;
};

const readPaidBeforeContext = async (
  tx: Repos,
  context: DecisionContext,
  rows: readonly PaidBeforeFileRow[],
): Promise<PaidBeforeContext> => {
  const { runId, constant } = context;
  const people = rows.flatMap(({ row }) => findPersonByName(constant.people, row.salesperson ?? ''));
  const userIds = [...new Set(people.filter((id): id is number => typeof id === 'number'))];
  const records = new Map<string, PaidRecordRow[]>();
  for (const one of await tx.paidBefore.records([...new Set(rows.flatMap(({ row }) => row.number ?? []))]))
    records.set(one.invoice_number, [...(records.get(one.invoice_number) ?? []), one]);
  const paymentCounts = new Map<string, number>();
  for (const { user_id, record_id, paid_on, cents } of await tx.paidBefore.known(userIds, runId)) {
    const key = paidKey(user_id, record_id, paid_on, cents);
    paymentCounts.set(key, (paymentCounts.get(key) ?? 0) + 1);
  }
  const everybody = await tx.users.known();
  return {
    names: new Map(everybody.map((user) => [user.id, fullName(user)])),
    records,
    known: paymentCounts,
    earlier: await findEarlierRows(tx, context, rows),
    computing: new Set(await tx.marks.markedOf(userIds.map((user_id) => ({ user_id, ...ALL_DAYS })))),
    paid: new Map(),
  };
};

/**
 * Combines the rows of one person and day into payments with at most one amount per record and one draw balance, so that a later file
 * finds each of them again.
 */
const groupWrites = (rows: readonly PaidBeforeFileRow[], outcomes: readonly Outcome[]): PaidBeforeWrite[] => {
  const groups = new Map<string, PaidBeforeWrite[]>();
  for (const [index, { accepted }] of outcomes.entries()) {
    const row = rows[index]?.row;
    if (!accepted || !row) continue;
    const { userId, record, amount, draw, above } = accepted;
    const { reference, notes } = row;
    const key = `${userId}|${row.day}|${reference}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const recordId = record?.record_id ?? 0;
    const lines = record ? [{ recordId, amount }] : [];
    const hasRoom = (write: PaidBeforeWrite): boolean =>
      !(draw > 0 && write.drawn > 0) && !(record && write.lines.some((line) => line.recordId === recordId));
    const paymentIndex = group.findIndex(hasRoom);
    const payment = group[paymentIndex];
    if (payment)
      group[paymentIndex] = { ...payment, drawn: payment.drawn + draw, above: payment.above + above, lines: [...payment.lines, ...lines] };
    else group.push({ userId, day: row.day ?? '', reference, notes, drawn: draw, above, lines });
  }
  return [...groups.values()].flat();
};

/** Decides rows of commission paid before Quotaboard; each row takes earlier ones into account (decisions 2.31). */
export const decidePaidBefore = async (tx: Repos, context: DecisionContext, rows: readonly PaidBeforeFileRow[]): Promise<Decided> => {
  const reading = await readPaidBeforeContext(tx, context, rows);
  const outcomes = rows.map((one) => decideOne({ ...one, row: withoutZeros(one.row) }, reading, context.constant));
  return {
    decisions: outcomes.map(({ decision }) => decision),
    receipts: [],
    paidBefore: groupWrites(rows, outcomes),
    known: await readKnown(tx, context.runId, [], context.constant, false),
  };
};
