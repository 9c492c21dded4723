import { settledShare } from '../../../../contract/rules/commission/release.ts';
import { groupBy } from '../../../../contract/rules/groupBy.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { FactRow } from '../../../db/repositories/commissions/facts.ts';
import type { MemoRow } from '../../../db/repositories/commissions/memoFamilies.ts';
import { type RecordValues, recordColumns, type StoredRow } from '../../../db/repositories/commissions/records.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import {
  closedValues,
  creditOf,
  type ExpectedRecord,
  emptiedValues,
  expectedRecords,
  type Families,
  hasSameParts,
  isFullyRead,
  type MemoFact,
  movedAsRecorded,
  movedBySettled,
  type Originals,
  type PersonFacts,
  planOfRecord,
  planOn,
  recordValues,
  releasableOf,
  releaseOf,
  type StoredMoney,
  type ValueContext,
} from './expected/index.ts';
import type { ClosedChanges } from './lateFacts/closedChanges.ts';
import { type ClosedComparison, compareClosed } from './lateFacts/compareClosed.ts';

/** `comparesClosed`: also recomputes closed months from today's facts. */
export type DiffContext = Readonly<{
  current: VersionedConfig;
  closedMonths: ClosedMonths;
  today: Day;
  families: Families;
  /** Credit memos in other periods that reverse the loaded facts. */
  outside?: readonly MemoRow[];
  /** Invoices of closed months' records that are no longer credited to the person. */
  lostInvoices?: readonly FactRow[];
  changes?: ClosedChanges;
  comparesClosed?: boolean;
}>;

export type RecordChange = Readonly<{ before: StoredRow | null; after: RecordValues }>;
/**
 * Changes to write for one person. `removals`: records no longer credited to anyone; `instead` replaces one that something refers to.
 */
export type PersonDiff = ClosedComparison &
  Readonly<{
    inserts: readonly RecordChange[];
    updates: readonly Readonly<{ before: StoredRow; after: RecordValues }>[];
    removals: readonly Readonly<{ before: StoredRow; instead: RecordValues }>[];
    /** Invoices that the current configuration has computed. */
    computed: Pick<ReadonlyMap<number, unknown>, 'has'>;
    /** Number of closed months' records that would differ under the current configuration. */
    differingClosed: number;
  }>;

/** All changes as before and after, including new records (`before` is null). */
export const recordChangesOf = ({ inserts, updates, removals }: PersonDiff): RecordChange[] => [
  ...inserts,
  ...updates,
  ...removals.map(({ before, instead: after }) => ({ before, after })),
];

/** Without the version: a record that a newer configuration computes identically is unchanged. */
const comparedColumns = recordColumns.filter((name) => name !== 'config_version' && name !== 'parts');
const isSame = (a: RecordValues, b: RecordValues): boolean => comparedColumns.every((name) => a[name] === b[name]) && hasSameParts(a, b);

const memosByInvoice = (facts: readonly (MemoFact & Pick<FactRow, 'credit_of_id'>)[]): ValueContext['memosOf'] => {
  const memos = groupBy(
    facts.filter(({ credit_of_id }) => credit_of_id !== null),
    ({ credit_of_id }) => credit_of_id,
  );
  return (id) => memos.get(id) ?? [];
};

const notCompared: ClosedComparison = { late: [], undecided: new Set<number>() };

/** One person's facts and records, with the rules of the context. */
type Comparing = Readonly<{
  read: PersonFacts;
  context: DiffContext;
  closedAt: (day: Day) => VersionedConfig | undefined;
  /** True if all facts that decide a record of this day were read. */
  isRead: (day: Day) => boolean;
  byInvoice: ReadonlyMap<number, StoredRow>;
}>;

/** The records that memos reverse; a record in the range without a credit cannot be reversed. */
const originalsFor = ({ read: { person, facts }, context: { families }, byInvoice, closedAt, isRead }: Comparing): Originals => {
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const isGone = (id: number): boolean => {
    const row = byInvoice.get(id);
    return row !== undefined && !closedAt(row.booking_date) && isRead(row.booking_date);
  };
  return {
    recorded: (id) => (isGone(id) ? null : (families.recorded(id)?.original ?? null)),
    fixed: (id) => {
      const recorded = families.recorded(id);
      return recorded?.isClosed ? recorded.original : null;
    },
    isUnearned: (id) => {
      const fact = families.recorded(id) ? undefined : factOf.get(id);
      const closed = fact && closedAt(fact.booking_date);
      return closed !== undefined && creditOf(closed.config, person, fact as FactRow) === null;
    },
    membersOf: families.membersOf,
  };
};

type Expected = ReadonlyMap<number, ExpectedRecord>;

const valueContextOf = ({ read, context, closedAt, byInvoice }: Comparing, expected: Expected, originals: Originals): ValueContext => {
  const { person, facts } = read;
  const { current, today, outside = [] } = context;
  const releaseFor: ValueContext['releaseOf'] = (plan, fact) => releaseOf(plan, fact, person, (day) => (closedAt(day) ?? current).config);
  const moved = movedBySettled(read, {
    current,
    expected,
    originals,
    isSettled: (root) => {
      const plan = planOn(current.config, person, root.booking_date);
      return plan !== null && settledShare(releaseFor(plan, root), releasableOf(root, 0), today) > 0;
    },
    movedAsStored: (fact, row) => {
      const plan = planOfRecord((closedAt(row.booking_date) ?? current).config, person, row);
      return plan ? movedAsRecorded(row, releaseFor(plan, fact), releasableOf(fact, row.amount_cents + row.adjusted), today) : 0;
    },
    isClosed: (fact) => closedAt(byInvoice.get(fact.id)?.booking_date ?? fact.booking_date) !== undefined,
  });
  return {
    today,
    version: current.version,
    memosOf: memosByInvoice(outside.length === 0 ? facts : [...facts, ...outside]),
    releaseOf: releaseFor,
    movedBy: (id) => moved.get(id) ?? 0,
  };
};

/** Compares the stored records with the expected ones. */
const compareStored = ({ read, context, closedAt, isRead }: Comparing, expected: Expected, values: ValueContext) => {
  const { person, facts, stored } = read;
  const factOf = new Map([...(context.lostInvoices ?? []), ...facts].map((fact) => [fact.id, fact]));
  const updates: { before: StoredRow; after: RecordValues }[] = [];
  const removals: { before: StoredRow; instead: RecordValues }[] = [];
  let differingClosed = 0;
  for (const row of stored) {
    const closed = closedAt(row.booking_date);
    const record = expected.get(row.invoice_id);
    if (closed) {
      updates.push({ before: row, after: closedValues(row, factOf.get(row.invoice_id), planOfRecord(closed.config, person, row), values) });
      if (record && record.computed.amount !== row.amount_cents) differingClosed += 1;
    } else if (record && !closedAt(record.fact.booking_date))
      updates.push({ before: row, after: recordValues(person.id, record, row, values) });
    else if (isRead(row.booking_date)) removals.push({ before: row, instead: emptiedValues(row, values) });
  }
  return {
    updates: updates.filter(({ before, after }) => !isSame(before, after)),
    removals: removals.filter(({ before, instead }) => !isSame(before, instead)),
    differingClosed,
  };
};

/** The hold of its original that a memo without a record begins with (decisions 2.23). */
const inheritedHold = ({ credit_of_id }: FactRow, families: Families): StoredMoney | undefined => {
  const original = credit_of_id === null ? null : families.recorded(credit_of_id);
  return original?.held ? { adjusted: 0, paid: 0, paid_on: null, held: true, held_until: original.held_until } : undefined;
};

/** Compares one person's records with the expected ones. Pure: reads and writes nothing. */
export const diffPerson = (read: PersonFacts, context: DiffContext): PersonDiff => {
  const { person, range, facts, stored } = read;
  const { current, closedMonths } = context;
  const comparing: Comparing = {
    read,
    context,
    closedAt: (day) => closedMonths.get(monthOfDay(day)),
    isRead: (day) => isFullyRead(current.config, person, range, day),
    byInvoice: new Map(stored.map((row) => [row.invoice_id, row])),
  };
  const originals = originalsFor(comparing);
  const expected = expectedRecords(current.config, person, facts, range, originals, undefined, ({ booking_date }) => {
    const closed = closedMonths.get(monthOfDay(booking_date));
    return closed !== undefined && closed.memos !== 'netSales';
  });
  const values = valueContextOf(comparing, expected, originals);
  const inserts = facts.flatMap((fact): RecordChange[] => {
    const record = comparing.byInvoice.has(fact.id) || comparing.closedAt(fact.booking_date) ? undefined : expected.get(fact.id);
    return record ? [{ before: null, after: recordValues(person.id, record, inheritedHold(fact, context.families), values) }] : [];
  });
  const comparison = context.comparesClosed ? compareClosed(read, context, expected, originals) : notCompared;
  return { inserts, ...compareStored(comparing, expected, values), ...comparison, computed: expected };
};
