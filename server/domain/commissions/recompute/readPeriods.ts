import type { CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import { matchesOnField } from '../../../../contract/rules/commission/matching.ts';
import { groupBy } from '../../../../contract/rules/groupBy.ts';
import { type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import {
  ALL_DAYS,
  type FactRow,
  type OptionalFacts,
  type PersonRange,
  type PersonRow,
} from '../../../db/repositories/commissions/facts.ts';
import type { MemoRow } from '../../../db/repositories/commissions/memoFamilies.ts';
import type { RecordOriginalRow, StoredRow } from '../../../db/repositories/commissions/records.ts';
import { NO_TEAMS, type TeamReach } from '../../../db/repositories/commissions/teamReach.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { booksBegin, isBeforeBooks } from '../../plans/books.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { roleOn } from '../../shared/personOn.ts';
import type { AffectedDay } from './affected.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { creditOf, isEmptied, personPeriodOf, rootsOf, teamReachOf } from './expected/index.ts';
import { type ClosedChanges, closedChanges, noClosedChanges } from './lateFacts/closedChanges.ts';

export type PeriodRepositories = Pick<Repositories, 'config' | 'facts' | 'periods' | 'records'>;

const lastDayOf = (month: Day): Day => periodAt('month', month).end_date;

const widenRange = (
  range: PersonRange | undefined,
  user_id: number,
  { start_date, end_date }: { start_date: Day; end_date: Day },
): PersonRange => ({
  user_id,
  from: range && range.from < start_date ? range.from : start_date,
  to: range && range.to > end_date ? range.to : end_date,
});

/** The quota periods of the affected days per person, including those under the configurations of closed months. */
export const rangesOf = (
  affected: readonly AffectedDay[],
  people: ReadonlyMap<number, PersonRow>,
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): PersonRange[] => {
  const ranges = new Map<number, PersonRange>();
  for (const { user_id, day } of affected) {
    const person = people.get(user_id);
    if (!person) continue;
    let range = ranges.get(user_id);
    // A memo uses the role of the person on the day of its original.
    for (const role of new Set([roleOn(person, day), ...person.stretches.map((stretch) => stretch.role)])) {
      const holder = { id: person.id, role };
      const period = personPeriodOf(config, holder, day);
      range = widenRange(range, user_id, period);
      for (const [month, closed] of closedMonths)
        if (month <= period.end_date && month >= monthOfDay(period.start_date))
          for (const index of [month, lastDayOf(month)]) range = widenRange(range, user_id, personPeriodOf(closed.config, holder, index));
    }
    if (range) ranges.set(user_id, range);
  }
  return [...ranges.values()];
};

export const byUser = <T extends { user_id: number }>(rows: readonly T[]): Map<number, T[]> => groupBy(rows, ({ user_id }) => user_id);

/** `comparesClosed`: also recompute closed months from today's facts. */
export type RecomputeContext = Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; today: Day; comparesClosed?: boolean }>;
export type People = ReadonlyMap<number, PersonRow>;
export const readPeople = async ({ facts }: Pick<Repositories, 'facts'>, ids: Iterable<number>): Promise<People> =>
  new Map((await facts.people([...new Set(ids)])).map((person) => [person.id, person]));
type PeriodData = Readonly<{ ranges: readonly PersonRange[]; facts: FactRow[]; stored: StoredRow[] }>;

/** Maximum number of moves followed: only closed months and marked periods separate facts from their records, so chains are short. */
export const MAX_MOVES = 4;

/** Data that the configurations need: the invoices of teams, and facts that few plans use. */
type ReadScope = Readonly<{ reach: TeamReach; rare: OptionalFacts }>;

/** Excludes invoices from before the books begin, which create no records. */
const readCredited = async (
  tx: PeriodRepositories,
  ranges: readonly PersonRange[],
  { reach, rare }: ReadScope,
  first: Day | null,
): Promise<FactRow[]> => {
  const rangesInBooks = first === null ? ranges : ranges.map((range) => ({ ...range, from: range.from < first ? first : range.from }));
  const nonEmpty = rangesInBooks.filter(({ from, to }) => from <= to);
  return nonEmpty.length === 0 ? [] : tx.facts.credited(nonEmpty, reach, undefined, rare);
};

const readMoney = async (
  tx: PeriodRepositories,
  ranges: readonly PersonRange[],
  readScope: ReadScope,
  first: Day | null,
): Promise<PeriodData> => {
  const [facts, stored] = await Promise.all([readCredited(tx, ranges, readScope, first), tx.records.stored(ranges)]);
  return { ranges, facts, stored };
};

type HasPair = (userId: number, invoiceId: number | null) => boolean;
/** Looks up whether an invoice is among a person's rows. */
const createPairLookup = <T extends Readonly<{ user_id: number }>>(rows: readonly T[], invoiceOf: (row: T) => number): HasPair => {
  const byPerson = new Map<number, Set<number | null>>();
  for (const row of rows) {
    const invoices = byPerson.get(row.user_id);
    if (invoices) invoices.add(invoiceOf(row));
    else byPerson.set(row.user_id, new Set([invoiceOf(row)]));
  }
  return (userId, invoiceId) => byPerson.get(userId)?.has(invoiceId) === true;
};
const factPairLookup = (facts: readonly FactRow[]): HasPair => createPairLookup(facts, ({ id }) => id);

/** Records of closed months whose invoice no longer belongs to the person. */
const withoutFacts = ({ facts, stored }: Pick<PeriodData, 'facts' | 'stored'>, closedMonths: ClosedMonths): StoredRow[] => {
  if (closedMonths.size === 0) return [];
  const isKnown = factPairLookup(facts);
  return stored.filter(
    ({ user_id, invoice_id, booking_date }) => closedMonths.has(monthOfDay(booking_date)) && !isKnown(user_id, invoice_id),
  );
};

/**
 * The people and invoices of closed months' records that payments still release, although the invoice no longer belongs to the person.
 */
export const lostPairsIn = (read: Pick<PeriodData, 'facts' | 'stored'>, closedMonths: ClosedMonths) =>
  withoutFacts(read, closedMonths).flatMap((row) => (isEmptied(row) ? [] : { user_id: row.user_id, invoice_id: row.invoice_id }));

/** `days`: more days to read; `facts`: those of records in the range that no longer belong to the person. */
type Moved = Readonly<{ days: AffectedDay[]; facts: FactRow[] }>;

/** False for a memo of a sale that its closed month credited only to others (decisions 2.23). */
const mayReverse = (memo: FactRow, people: People, closedMonths: ClosedMonths): boolean => {
  const { takes_back, credit_of_id, user_id } = memo;
  const person = people.get(user_id);
  if (!person || takes_back?.id !== credit_of_id) return true;
  const closed = closedMonths.get(monthOfDay(takes_back.booking_date));
  return closed === undefined || creditOf(closed.config, person, { ...memo, booking_date: takes_back.booking_date }) !== null;
};

/**
 * Finds facts whose record is outside the range, and records whose fact is: an invoice may have moved from a period that is computed
 * later, a record of a closed month does not move, and a team's fact no longer belongs to its former manager.
 */
export const findMoved = async (
  tx: PeriodRepositories,
  { ranges, facts, stored }: PeriodData,
  people: People,
  closedMonths: ClosedMonths,
  reach: TeamReach = NO_TEAMS,
): Promise<Moved> => {
  const byPerson = new Map(ranges.map((range) => [range.user_id, range]));
  const isOutside = ({ user_id, day }: AffectedDay): boolean => {
    const range = byPerson.get(user_id);
    return range !== undefined && (day < range.from || day > range.to);
  };
  const isRecorded = createPairLookup(stored, ({ invoice_id }) => invoice_id);
  const isKnown = factPairLookup(facts);
  const unrecorded = facts.filter(({ user_id, id }) => !isRecorded(user_id, id)).map(({ user_id, id }) => ({ user_id, invoice_id: id }));
  const factless = withoutFacts({ facts, stored }, closedMonths).map(({ user_id, invoice_id }) => ({ user_id, invoice_id }));
  const days = unrecorded.length === 0 ? [] : await tx.records.daysOf(unrecorded);
  const movedFacts = factless.length === 0 ? [] : await tx.facts.ofRecords(factless, reach);
  const originalPairs = facts
    .filter((memo) => memo.credit_of_id !== null && !isKnown(memo.user_id, memo.credit_of_id) && mayReverse(memo, people, closedMonths))
    .map(({ user_id, credit_of_id }) => ({ user_id, invoice_id: credit_of_id as number }));
  const lateOriginals = originalPairs.length === 0 ? [] : await tx.facts.lateOriginals(originalPairs);
  const all = [...days, ...lateOriginals, ...movedFacts.map(({ user_id, booking_date: day }) => ({ user_id, day }))];
  return { days: all.filter(isOutside), facts: movedFacts };
};

/** Reads the facts and records of the ranges, and those that moved out of them across a closed month. */
const readAll = async (
  tx: PeriodRepositories,
  ranges: readonly PersonRange[],
  people: People,
  context: RecomputeContext,
  readScope: ReadScope,
): Promise<PeriodData> => {
  const first = booksBegin(context.current);
  let read = await readMoney(tx, ranges, readScope, first);
  if (!context.comparesClosed) return read;
  for (let move = 0; ; move += 1) {
    const { days, facts } = await findMoved(tx, read, people, context.closedMonths, readScope.reach);
    const counted = facts.filter(({ booking_date }) => !isBeforeBooks(context.current, booking_date));
    if (days.length === 0 || move === MAX_MOVES) return { ...read, facts: [...read.facts, ...counted] };
    const widerRanges = rangesOf(days, people, context.current, context.closedMonths);
    const byPerson = new Map(read.ranges.map((range) => [range.user_id, range]));
    for (const { user_id, from, to } of widerRanges)
      byPerson.set(user_id, widenRange(byPerson.get(user_id), user_id, { start_date: from, end_date: to }));
    read = await readMoney(tx, [...byPerson.values()], readScope, first);
  }
};

/** A person's credit memo outside the range, for an invoice in it. */
export type OutsidePeriodMemo = MemoRow & Readonly<{ user_id: number }>;
/**
 * Adds the originals of credit memos among the facts, memos in other periods that reverse the facts, and invoices of closed months' records
 * that are no longer credited to their person: customer payments still release those records.
 */
export type ReadMoney = PeriodData &
  Readonly<{
    originals: RecordOriginalRow[];
    outside: OutsidePeriodMemo[];
    lostInvoices: readonly FactRow[];
    changes: ClosedChanges;
  }>;

/** Memos outside the ranges that also belong to the person; none if the ranges cover all time. */
const readMemosOutside = async (tx: PeriodRepositories, { ranges, facts }: PeriodData, reach: TeamReach): Promise<OutsidePeriodMemo[]> => {
  if (facts.length === 0 || ranges.every(({ from, to }) => from === ALL_DAYS.from && to === ALL_DAYS.to)) return [];
  const memos = await tx.facts.memosOfFacts([...new Set(facts.map(({ id }) => id))], reach);
  if (memos.length === 0) return [];
  const isKnown = factPairLookup(facts);
  return memos.flatMap((memo) => {
    const { salesperson_id, sales_lead_id, leader_ids, split_user_ids } = memo;
    const earnerIds = new Set([salesperson_id, sales_lead_id, ...split_user_ids, ...leader_ids]);
    return [...earnerIds].flatMap((user_id) =>
      user_id !== null && isKnown(user_id, memo.credit_of_id) && !isKnown(user_id, memo.id) ? [{ ...memo, user_id }] : [],
    );
  });
};

const readClosedChanges = async (tx: PeriodRepositories, { ranges, facts }: PeriodData, { levels }: TeamReach): Promise<ClosedChanges> => {
  const sellers = facts.map(({ salesperson_id }) => salesperson_id);
  const managerIds = levels > 1 ? facts.flatMap(({ manager_id, above }) => [manager_id, ...above.map(({ id }) => id)]) : [];
  const ids = [...ranges.map(({ user_id }) => user_id), ...sellers, ...managerIds.filter((id) => id !== null)];
  return closedChanges(await tx.facts.changedSinceClosing([...new Set(ids)]));
};

/** The optional facts that plans of these configurations use. */
export const optionalFactsOf = (configs: readonly CommissionsConfig[]): OptionalFacts => {
  const matchesOn = (field: 'activity_type' | 'customer_months'): boolean =>
    configs.some(({ plans }) => plans.some((plan) => matchesOnField(plan, field)));
  return { activities: matchesOn('activity_type'), customers: matchesOn('customer_months') };
};

/** Reads the facts and records of the ranges, the originals of their memos, and memos elsewhere that reverse them. */
export const readPeriods = async (
  tx: PeriodRepositories,
  ranges: readonly PersonRange[],
  people: People,
  context: RecomputeContext,
): Promise<ReadMoney> => {
  const { current, closedMonths } = context;
  const configs = [current, ...closedMonths.values()].map(({ config }) => config);
  const reach = teamReachOf(...configs);
  const read = await readAll(tx, ranges, people, context, { reach, rare: optionalFactsOf(configs) });
  const roots = rootsOf(read.facts);
  const originals = roots.length === 0 ? [] : await tx.records.originals(roots);
  const lost = lostPairsIn(read, closedMonths);
  const lostInvoices = lost.length === 0 ? [] : await tx.facts.ofHolders(lost);
  const changes = context.comparesClosed && closedMonths.size > 0 ? await readClosedChanges(tx, read, reach) : noClosedChanges;
  return { ...read, originals, outside: await readMemosOutside(tx, read, reach), lostInvoices, changes };
};
