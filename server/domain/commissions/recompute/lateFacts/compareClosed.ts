import type { Holder } from '../../../../../contract/rules/commission/holder.ts';
import { type Plan, quotaFor } from '../../../../../contract/rules/commission/plan.ts';
import { createCounters, type QuotaCounter } from '../../../../../contract/rules/commission/quota.ts';
import { groupBy } from '../../../../../contract/rules/groupBy.ts';
import type { Day } from '../../../../../contract/rules/time/period.ts';
import { type FactRow, type PersonRow, peopleDayOf } from '../../../../db/repositories/commissions/facts.ts';
import type { StoredRow } from '../../../../db/repositories/commissions/records.ts';
import { isBeforeBooks } from '../../../plans/books.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { personOn } from '../../../shared/personOn.ts';
import { type ClosedMonth, type ClosedMonths, monthOfDay } from '../closedMonths.ts';
import {
  contains,
  creditAsClosed,
  creditOf,
  type ExpectedRecord,
  expectedRecords,
  holderOf,
  isFullyRead,
  type Originals,
  originalIn,
  type PeriodRules,
  type PersonFacts,
  planOfRecord,
  planOn,
  quotaPeriodOf,
} from '../expected/index.ts';
import { type ClosedChanges, noClosedChanges } from './closedChanges.ts';

/**
 * A closed month's record of an invoice compared with today's facts: `expected` is null if nobody is credited, `stored` is undefined if
 * there is no record. `isOther`: facts about the people on that day have changed since the month was closed.
 */
export type LateFact = Readonly<{ invoiceId: number; expected: ExpectedRecord | null; stored: StoredRow | undefined; isOther?: boolean }>;
export type ClosedComparison = Readonly<{ late: readonly LateFact[]; undecided: ReadonlySet<number> }>;

/** The counters of a closed month, each with the quota its records were computed with. */
const countersAsClosed = (
  { config, memos }: ClosedMonth,
  person: PersonRow,
  own: readonly StoredRow[],
  { isOther, startThen, hasOtherLeaves }: ClosedChanges,
): PeriodRules['counter'] => {
  const currentCounters = createCounters(config, holderOf(person));
  const counters = new Map<string, QuotaCounter>();
  const counterOf: PeriodRules['counter'] = (plan, day) => {
    if (memos !== 'record') return currentCounters(plan, day);
    const range = quotaPeriodOf(plan, day);
    const key = `${range.start_date} ${plan.id}`;
    const counter = counters.get(key) ?? {
      range,
      quota: quotaFor(plan, { ...holderOf(person), joinedOn: personOn(person, day).joined_on }, range.start_date),
    };
    counters.set(key, counter);
    return counter;
  };
  /** True if a changed start date, leave or role gives a different quota. */
  const isMoved = (plan: Plan, row: StoredRow): boolean => {
    const joinedOn = startThen(person.id, row.booking_date);
    const quotaAt = (holder: Holder): number => quotaFor(plan, holder, quotaPeriodOf(plan, row.booking_date).start_date);
    const holderThen = holderOf(personOn(person, row.booking_date));
    const isRamped = joinedOn !== null && quotaAt({ ...holderThen, joinedOn }) !== quotaAt(holderThen);
    const isAway = plan.leave === 'prorate' && hasOtherLeaves(person.id, row.booking_date);
    return isRamped || isAway || isOther(person.id, row.booking_date);
  };
  const recorded = new Map<QuotaCounter, QuotaCounter>();
  for (const row of own) {
    const plan = planOfRecord(config, person, row);
    if (plan && isMoved(plan, row)) continue;
    const counter = plan && counterOf(plan, row.booking_date);
    // Records that this engine did not compute have a quota of 0.
    if (counter && row.quota_cents !== 0) recorded.set(counter, { ...counter, quota: row.quota_cents });
  }
  return (plan, day) => {
    const counter = counterOf(plan, day);
    return recorded.get(counter) ?? counter;
  };
};

/** Expected records under the configuration of each closed month, with the credits and quotas recorded there. */
const expectedByClosing = (
  { person, facts, range, stored }: PersonFacts,
  closedMonths: ClosedMonths,
  originals: Originals,
  changes: ClosedChanges,
  isOther: (fact: FactRow) => boolean,
) => {
  const byRules = new Map<string, Map<number, ExpectedRecord>>();
  return (closing: ClosedMonth): Map<number, ExpectedRecord> => {
    const { version, config, memos, sellers } = closing;
    const key = `${version} ${memos} ${sellers}`;
    const cached = byRules.get(key);
    if (cached) return cached;
    const rows = stored.filter(({ booking_date }) => {
      const closed = closedMonths.get(monthOfDay(booking_date));
      return closed?.version === version && closed.memos === memos && closed.sellers === sellers;
    });
    const byInvoice = new Map(rows.map((row) => [row.invoice_id, row]));
    const own = rows.filter(({ credit, plan_id }) => credit !== 'override' && plan_id !== '');
    // A lead may have been paid under the seller's plan, so the plan of that record does not apply to the lead's own sales.
    const sales = own.filter(({ credit }) => credit === 'sale');
    const byMonth = groupBy(sales, ({ booking_date }) => monthOfDay(booking_date));
    const rules: PeriodRules = {
      credit: (fact) =>
        isOther(fact)
          ? creditOf(config, person, fact, sellers)
          : creditAsClosed(config, person, fact, byInvoice.get(fact.id), byMonth.get(monthOfDay(fact.booking_date)) ?? [], sellers),
      counter: countersAsClosed(closing, person, own, changes),
      memos,
    };
    const records = expectedRecords(config, person, facts, range, originals, rules);
    byRules.set(key, records);
    return records;
  };
};

/**
 * Computes closed months from today's facts, each with the rules it was closed with. A fact that moved to an open month counts with its
 * amount there, because its record remains in the closed month.
 * @param expected the person's invoices as computed under today's configuration
 * @returns `undecided`: invoices of closed months for which too few facts were loaded
 */
export const compareClosed = (
  read: PersonFacts,
  {
    current,
    closedMonths,
    changes = noClosedChanges,
  }: Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; changes?: ClosedChanges }>,
  expected: ReadonlyMap<number, ExpectedRecord>,
  originals: Originals,
): ClosedComparison => {
  const { person, range, facts, stored } = read;
  const finalOriginals = { ...originals, fixed: (id: number) => originals.fixed(id) ?? originalIn(expected.get(id)) };
  const isOther = (fact: FactRow): boolean => {
    const managers = fact.above.length === 0 ? [] : [fact.manager_id, ...fact.above.map(({ id }) => id)];
    return [person.id, fact.salesperson_id, ...managers].some((id) => id !== null && changes.isOther(id, peopleDayOf(fact)));
  };
  const recordsUnder = expectedByClosing(read, closedMonths, finalOriginals, changes, isOther);
  const closedAt = (day: Day): ClosedMonth | undefined => closedMonths.get(monthOfDay(day));
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const recorded = stored.filter(({ booking_date }) => closedAt(booking_date));
  const isRecorded = new Set(recorded.map(({ invoice_id }) => invoice_id));
  /** Null if too few facts were loaded. */
  const lateRecord = (row: StoredRow, fact: FactRow | undefined): LateFact | null => {
    const unexpected = { invoiceId: row.invoice_id, expected: null, stored: row };
    if (!fact) return unexpected;
    const closed = closedAt(fact.booking_date);
    const record = (closed ? recordsUnder(closed) : expected).get(fact.id);
    if (record) return { ...unexpected, expected: record };
    const plan = closed ? planOfRecord(closed.config, person, row) : planOn(current.config, person, fact.booking_date);
    return contains(range, quotaPeriodOf(plan, fact.booking_date)) ? unexpected : null;
  };
  const lateFacts: LateFact[] = [];
  const undecided = new Set<number>();
  // Records from before the start of the books, if it was moved later, keep their closed values.
  for (const row of recorded.filter(({ booking_date }) => !isBeforeBooks(current, booking_date))) {
    const lateFact = lateRecord(row, factOf.get(row.invoice_id));
    if (lateFact) lateFacts.push(lateFact);
    else undecided.add(row.invoice_id);
  }
  for (const fact of facts.filter(({ id }) => !isRecorded.has(id))) {
    const closed = closedAt(fact.booking_date);
    const record = closed && recordsUnder(closed).get(fact.id);
    if (record) lateFacts.push({ invoiceId: fact.id, expected: record, stored: undefined, isOther: isOther(fact) });
    else if (closed && !isFullyRead(closed.config, person, range, fact.booking_date)) undecided.add(fact.id);
  }
  return { late: lateFacts, undecided };
};
