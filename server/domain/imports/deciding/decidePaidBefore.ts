import { fullName } from '../../../../contract/entities/user.ts';
import type { ImportField } from '../../../../contract/rules/imports/fields.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { EVER } from '../../../db/repositories/commissions/facts.ts';
import type { PaidRecordRow } from '../../../db/repositories/imports/paidBefore.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { readKnown } from '../known.ts';
import type { ReadRow } from '../readRow.ts';
import { because, type ImportReason } from '../reasons.ts';
import { paidBeforeKey } from '../rowKeys.ts';
import type { Decided, Deciding } from './decideRows.ts';
import type { RowDecision } from './decision.ts';
import { personIn } from './personIn.ts';

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
export type PaidBeforeRowIn = Readonly<{ rowNumber: number; accepted: boolean; row: ReadRow }>;
type Within = Pick<Repositories, 'importRows' | 'importedFacts' | 'outsideMemos' | 'paidBefore' | 'users' | 'marks'>;
type Reading = Readonly<{
  names: ReadonlyMap<number, string>;
  records: ReadonlyMap<string, readonly PaidRecordRow[]>;
  /** Payments from earlier files, by `paidKey`. */
  known: ReadonlySet<string>;
  first: ReadonlyMap<string, number>;
  computing: ReadonlySet<number>;
  /** Cents paid for each record, with the earlier rows. */
  paid: Map<number, Cents>;
}>;
type Accepted = Readonly<{ userId: number; record: PaidRecordRow | null; above: Cents; reason: ImportReason | null }>;
type Outcome = Readonly<{ decision: RowDecision; accepted: Accepted | null }>;

const paidKey = (userId: number, recordId: number | null, day: Day, cents: Cents): string => [userId, recordId, day, cents].join('|');

const outcomeOf = (rowNumber: number, fate: RowDecision['fate'], more: Partial<RowDecision>): Outcome => ({
  decision: { rowNumber, fate, field: null, reason: null, userId: null, existing: null, write: null, ...more },
  accepted: null,
});

/** The reason why the content of a row is incomplete or impossible; null if it is fine. */
const contentRefusal = ({ number, day, amount, draw }: ReadRow, { today, closedMonths }: Deciding['constant']) => {
  const refusal = (field: ImportField | null, reason: ImportReason) => ({ field, reason });
  if (amount === null && draw === null) return refusal('amount', because('paidNothing'));
  if (amount !== null && number === null) return refusal('number', because('paidNoInvoice'));
  if (draw !== null && draw <= 0) return refusal('draw', because('paidNegative', { field: 'draw' }));
  if ((day ?? '') > today) return refusal('date', because('dateFuture'));
  const isClosed = closedMonths.has(`${(day ?? '').slice(0, 7)}-01`);
  return isClosed ? refusal('date', because('paidClosed', { month: monthText(day ?? '') })) : null;
};

/** The person's record of the named invoice, or the reason why there is none. */
type Found = Readonly<{ record: PaidRecordRow } | { fate: 'quarantined' | 'before_books'; reason: ImportReason }>;
const recordOf = (row: ReadRow, userId: number, { records, names, computing }: Reading, booksBegin: Day | null): Found => {
  const number = row.number ?? '';
  const found = records.get(number) ?? [];
  const [invoice] = found;
  if (!invoice) return { fate: 'quarantined', reason: because('noInvoice', { number }) };
  if (booksBegin !== null && invoice.booking_date < booksBegin)
    return { fate: 'before_books', reason: because('paidBeforeBooks', { number, value: number }) };
  const record = found.find((one) => one.user_id === userId);
  if (record) return { record };
  const facts = { number, person: names.get(userId) ?? '' };
  return { fate: 'quarantined', reason: because(computing.has(userId) ? 'notComputed' : 'noCommission', facts) };
};

/** The part of this payment above what was earned, and the remark on it. */
const aboveOf = (record: PaidRecordRow, amount: Cents, person: string, paid: Map<number, Cents>): Pick<Accepted, 'above' | 'reason'> => {
  const { earned, released, invoice_number: number } = record;
  const before = paid.get(record.record_id ?? 0) ?? record.paid;
  const after = before + amount;
  paid.set(record.record_id ?? 0, after);
  const over = (limit: Cents): Cents => Math.max(0, after - Math.max(limit, before));
  const facts = { number, person, value: `${number} ${person}` };
  if (over(earned) > 0)
    return { above: over(earned), reason: because('aboveEarned', { ...facts, over_cents: over(earned), earned_cents: earned }) };
  return { above: 0, reason: over(released) > 0 ? because('aboveReleased', { ...facts, over_cents: over(released) }) : null };
};

const decideOne = ({ rowNumber, row, accepted }: PaidBeforeRowIn, reading: Reading, constant: Deciding['constant']): Outcome => {
  const quarantined = (field: ImportField | null, reason: ImportReason) => outcomeOf(rowNumber, 'quarantined', { field, reason });
  const userId = personIn(constant.people, row.salesperson ?? '');
  if (typeof userId !== 'number') return quarantined('salesperson', userId);
  const refusal = contentRefusal(row, constant);
  if (refusal) return quarantined(refusal.field, refusal.reason);
  const first = reading.first.get(paidBeforeKey(row)) ?? rowNumber;
  if (first < rowNumber && !accepted) return quarantined('amount', because('paidTwice', { row: first }));
  const found: Found | Readonly<{ record: null }> =
    row.amount === null ? { record: null } : recordOf(row, userId, reading, constant.booksBegin);
  if ('fate' in found) return outcomeOf(rowNumber, found.fate, { field: 'number', reason: found.reason, userId });
  const { record } = found;
  if (record && (row.amount ?? 0) <= 0 && record.earned >= 0) return quarantined('amount', because('paidNegative', { field: 'amount' }));
  const keys = [
    ...(record ? [paidKey(userId, record.record_id, row.day ?? '', row.amount ?? 0)] : []),
    ...(row.draw === null ? [] : [paidKey(userId, null, row.day ?? '', row.draw)]),
  ];
  if (!accepted && keys.every((key) => reading.known.has(key))) return outcomeOf(rowNumber, 'same', { userId });
  const noted = record ? aboveOf(record, row.amount ?? 0, reading.names.get(userId) ?? '', reading.paid) : { above: 0, reason: null };
  return {
    decision: outcomeOf(rowNumber, 'new', { userId, field: noted.reason && 'amount', reason: noted.reason }).decision,
    accepted: { userId, record, ...noted },
  };
};

const readingOf = async (tx: Within, { runId, constant }: Deciding, rows: readonly PaidBeforeRowIn[]): Promise<Reading> => {
  const people = rows.flatMap(({ row }) => personIn(constant.people, row.salesperson ?? ''));
  const userIds = [...new Set(people.filter((id): id is number => typeof id === 'number'))];
  const records = new Map<string, PaidRecordRow[]>();
  for (const one of await tx.paidBefore.records([...new Set(rows.flatMap(({ row }) => row.number ?? []))]))
    records.set(one.invoice_number, [...(records.get(one.invoice_number) ?? []), one]);
  const known = await tx.paidBefore.known(userIds);
  const first = await tx.importRows.firstOf(runId, [...new Set(rows.map(({ row }) => paidBeforeKey(row)))]);
  const everybody = await tx.users.known();
  return {
    names: new Map(everybody.map((user) => [user.id, fullName(user)])),
    records,
    known: new Set(known.map(({ user_id, record_id, paid_on, cents }) => paidKey(user_id, record_id, paid_on, cents))),
    first: new Map(first.map(({ key, row_number }) => [key, row_number])),
    computing: new Set(await tx.marks.markedOf(userIds.map((user_id) => ({ user_id, ...EVER })))),
    paid: new Map(),
  };
};

/** Rows of one person and day are one payment. */
const groupWrites = (rows: readonly PaidBeforeRowIn[], outcomes: readonly Outcome[]): PaidBeforeWrite[] => {
  const groups = new Map<string, PaidBeforeWrite>();
  for (const [index, { accepted }] of outcomes.entries()) {
    const row = rows[index]?.row;
    if (!accepted || !row) continue;
    const { userId, record, above } = accepted;
    const key = `${userId}|${row.day}|${row.reference}`;
    const { reference, notes } = row;
    const group = groups.get(key) ?? { userId, day: row.day ?? '', reference, notes, drawn: 0, above: 0, lines: [] };
    const recordId = record?.record_id ?? 0;
    const before = group.lines.find((line) => line.recordId === recordId)?.amount ?? 0;
    const others = group.lines.filter((line) => line.recordId !== recordId);
    const lines = record ? [...others, { recordId, amount: before + (row.amount ?? 0) }] : group.lines;
    groups.set(key, { ...group, drawn: group.drawn + (row.draw ?? 0), above: group.above + above, lines });
  }
  return [...groups.values()];
};

/** Decides rows of commission paid before Quotaboard; each takes the earlier ones into account (decisions 2.31). */
export const decidePaidBefore = async (tx: Within, deciding: Deciding, rows: readonly PaidBeforeRowIn[]): Promise<Decided> => {
  const reading = await readingOf(tx, deciding, rows);
  const outcomes = rows.map((one) => decideOne(one, reading, deciding.constant));
  return {
    decisions: outcomes.map(({ decision }) => decision),
    receipts: [],
    paidBefore: groupWrites(rows, outcomes),
    known: await readKnown(tx, deciding.runId, [], deciding.constant, false),
  };
};
