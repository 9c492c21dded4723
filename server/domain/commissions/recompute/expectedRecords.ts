import type { CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import { type Booking, type Computed, computePeriod, type Original } from '../../../../contract/rules/commission/engine.ts';
import { isExcluded, type Plan, quotaFor } from '../../../../contract/rules/commission/plan.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { FactRow, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { StoredRow } from '../../../db/repositories/commissions/records.ts';
import { type Credited, creditOf, personPeriodOf, quotaPeriodOf } from './credits.ts';

/** What a record should be: the credit and what the engine made of it. */
export type ExpectedRecord = Credited & Readonly<{ computed: Computed; excluded: boolean }>;
/** What was read of one person: their invoices and records of a range. */
export type PersonFacts = Readonly<{ person: PersonRow; range: DateRange; facts: readonly FactRow[]; stored: readonly StoredRow[] }>;
export type OriginalOf = (invoiceId: number) => Original | null;
/** Originals out of the records: `recorded` for those that are not computed here, `fixed` for those whose worth stands whatever is computed. */
export type Originals = Readonly<{ recorded: OriginalOf; fixed: OriginalOf }>;
/** How people were credited and what their quota was when a month was closed; `quota` null: as today. */
export type AsClosed = Readonly<{ credit: (fact: FactRow) => Credited | null; quota: (plan: Plan, start: Day) => number | null }>;
type Group = Readonly<{ plan: Plan; start: Day; credits: Credited[] }>;

/** A memo of a memo of a record of another period is no longer a chain than this. */
const ROUNDS = 8;

export const contains = (range: DateRange, { start_date, end_date }: DateRange): boolean =>
  range.start_date <= start_date && end_date <= range.end_date;

/** Does the range that was read hold the quota period of `day`? */
export const isFullyRead = (config: CommissionsConfig, person: PersonRow, range: DateRange, day: Day): boolean =>
  contains(range, personPeriodOf(config, person, day));

const bookingOf = (
  { fact, plan, net, gross, credit, rateOverride, rateClause }: Credited,
  original: Original | null,
  settled: boolean,
): Booking => ({
  id: fact.id,
  invoiceNumber: fact.invoice_number,
  bookingDate: fact.booking_date,
  net,
  gross,
  credit,
  creditOf: fact.credit_of_id,
  original,
  settled,
  rateOverride,
  rateClause,
  excluded: isExcluded(plan, fact),
});

/** Written out: a million of them are made. */
const recordOf = (
  { fact, plan, credit, sharePpm, net, gross, rateOverride, rateClause }: Credited,
  computed: Computed,
  excluded: boolean,
): ExpectedRecord => ({ fact, plan, credit, sharePpm, net, gross, rateOverride, rateClause, computed, excluded });

export const originalIn = (record: ExpectedRecord | undefined): Original | null => {
  if (!record) return null;
  const { parts, amount, base, over } = record.computed;
  return { parts, amount, base, over, net: record.net };
};

const isSame = (a: Original | null, b: Original | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.amount === b.amount &&
    a.base === b.base &&
    a.net === b.net &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, at) => part.net === b.parts[at]?.net && part.rate === b.parts[at]?.rate));

/** Credits by quota period and plan, of the periods that lie wholly in the range; earlier ones first. */
const groupsOf = (facts: readonly FactRow[], range: DateRange, creditFor: (fact: FactRow) => Credited | null): Group[] => {
  const groups = new Map<string, Group>();
  for (const fact of facts) {
    const credited = creditFor(fact);
    if (!credited) continue;
    const period = quotaPeriodOf(credited.plan, fact.booking_date);
    if (!contains(range, period)) continue;
    const key = `${period.start_date} ${credited.plan.id}`;
    const group = groups.get(key);
    if (group) group.credits.push(credited);
    else groups.set(key, { plan: credited.plan, start: period.start_date, credits: [credited] });
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
};

/**
 * What one person's records should be, by invoice, for every quota period that lies wholly in the range that was read. Periods whose
 * memos take back what a later one made are computed again, until every memo has found what its original was computed to be.
 */
export const expectedRecords = (
  config: CommissionsConfig,
  person: PersonRow,
  facts: readonly FactRow[],
  range: DateRange,
  { recorded, fixed }: Originals,
  asClosed: AsClosed = { credit: (fact) => creditOf(config, person, fact), quota: () => null },
): Map<number, ExpectedRecord> => {
  const records = new Map<number, ExpectedRecord>();
  const quotaHolder = { id: String(person.id), role: person.role, joinedOn: person.joined_on };
  const originalOf = (invoiceId: number): Original | null => originalIn(records.get(invoiceId)) ?? recorded(invoiceId);
  /** What memos of other periods' records were computed with. */
  const used = new Map<number, Original | null>();
  const compute = ({ plan, start, credits }: Group): void => {
    const byInvoice = new Map(credits.map((credited) => [credited.fact.id, credited]));
    const bookings = credits.map((credited) => {
      const { id, credit_of_id: memoOf } = credited.fact;
      if (memoOf === null) return bookingOf(credited, null, false);
      const closed = fixed(memoOf);
      if (closed || byInvoice.has(memoOf)) return bookingOf(credited, closed, closed !== null);
      const original = originalOf(memoOf);
      used.set(id, original);
      return bookingOf(credited, original, false);
    });
    const quota = asClosed.quota(plan, start) ?? quotaFor(plan, quotaHolder, start);
    for (const computed of computePeriod(plan, quota, bookings)) {
      const credited = byInvoice.get(computed.id);
      if (credited) records.set(computed.id, recordOf(credited, computed, isExcluded(plan, credited.fact)));
    }
  };
  const isBehind = ({ fact: { id, credit_of_id: memoOf } }: Credited): boolean =>
    memoOf !== null && used.has(id) && !isSame(used.get(id) ?? null, originalOf(memoOf));
  const groups = groupsOf(facts, range, asClosed.credit);
  let left = groups;
  for (let round = 0; left.length > 0 && round < ROUNDS; round += 1) {
    for (const group of left) compute(group);
    left = used.size === 0 ? [] : groups.filter(({ credits }) => credits.some(isBehind));
  }
  return records;
};
