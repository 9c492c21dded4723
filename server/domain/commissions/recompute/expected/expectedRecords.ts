import { isDeepStrictEqual } from 'node:util';
import type { CommissionsConfig } from '../../../../../contract/rules/commission/config.ts';
import {
  type Booking,
  type Computed,
  computePeriod,
  type MemoRule,
  type Original,
} from '../../../../../contract/rules/commission/engine.ts';
import type { Holder } from '../../../../../contract/rules/commission/holder.ts';
import { exclusionOf, isExcluded, type Plan } from '../../../../../contract/rules/commission/plan.ts';
import { createCounters, type QuotaCounter } from '../../../../../contract/rules/commission/quota.ts';
import type { DateRange, Day } from '../../../../../contract/rules/time/period.ts';
import type { FactRow, PersonRow } from '../../../../db/repositories/commissions/facts.ts';
import type { StoredRow } from '../../../../db/repositories/commissions/records.ts';
import { type Credited, creditOf, personPeriodOf, planOn, quotaPeriodOf } from './credits.ts';
import { type Originals, originalFor, rootOf } from './originals.ts';

/** An expected record: the credit and the engine's result. */
export type ExpectedRecord = Omit<Credited, 'part' | 'share' | 'adds' | 'sold'> & Readonly<{ computed: Computed; excluded: boolean }>;
/** One person's invoices and records in a range. */
export type PersonFacts = Readonly<{ person: PersonRow; range: DateRange; facts: readonly FactRow[]; stored: readonly StoredRow[] }>;
/**
 * How to compute a period: the credit for a fact, the quota counter of a plan on a day, and whether memos reduce net sales or reverse a
 * record.
 */
export type PeriodRules = Readonly<{
  credit: (fact: FactRow) => Credited | null;
  counter: (plan: Plan, day: Day) => QuotaCounter;
  memos: MemoRule;
}>;
type Group = Readonly<{ plan: Plan; counter: QuotaCounter; credits: Credited[] }>;

/** Maximum length of a chain of memos on memos across periods. */
const MAX_ROUNDS = 8;

export const contains = (range: DateRange, { start_date, end_date }: DateRange): boolean =>
  range.start_date <= start_date && end_date <= range.end_date;

/** True if the loaded range contains the quota period of `day`. */
export const isFullyRead = (config: CommissionsConfig, person: PersonRow, range: DateRange, day: Day): boolean =>
  contains(range, personPeriodOf(config, person, day));

const bookingOf = (
  { fact, plan, measured, gross, credit, rateOverride, rateClause, counts, adds, sold, dealAmount, share }: Credited,
  creditOf: number | null,
  original: Original | null,
  settled: boolean,
): Booking => ({
  id: fact.id,
  invoiceNumber: fact.invoice_number,
  bookingDate: fact.booking_date,
  net: measured,
  gross,
  credit,
  plan,
  creditOf,
  original,
  settled,
  rateOverride,
  rateClause,
  counts,
  ...(dealAmount === null ? {} : { dealAmount }),
  ...(adds && { adds }),
  ...(sold === undefined ? {} : { sold }),
  ...(share && { share }),
  excluded: isExcluded(plan, fact),
  exclusion: exclusionOf(plan, fact),
});

/** Lists every property because it creates up to a million objects, and a spread is slow. */
const recordOf = (
  { fact, plan, credit, sharePpm, net, measured, gross, rateOverride, rateClause, counts, dealAmount }: Credited,
  computed: Computed,
  excluded: boolean,
): ExpectedRecord => ({
  fact,
  plan,
  credit,
  sharePpm,
  net,
  measured,
  gross,
  rateOverride,
  rateClause,
  counts,
  dealAmount,
  computed,
  excluded,
});

export const originalIn = (record: ExpectedRecord | undefined): Original | null => {
  if (!record) return null;
  const { parts, amount, base, over } = record.computed;
  return { parts, amount, base, over, net: base + over };
};

/** Credits grouped by quota counter, for the periods fully within the range; earlier ones first. */
const groupsOf = (facts: readonly FactRow[], range: DateRange, { credit, counter: counterOf }: PeriodRules): Group[] => {
  const groups = new Map<QuotaCounter, Group>();
  for (const fact of facts) {
    const credited = credit(fact);
    if (!credited || !contains(range, quotaPeriodOf(credited.plan, fact.booking_date))) continue;
    const counter = counterOf(credited.plan, fact.booking_date);
    const group = groups.get(counter);
    if (group) group.credits.push(credited);
    else groups.set(counter, { plan: credited.plan, counter, credits: [credited] });
  }
  return [...groups.values()].sort((a, b) => (a.counter.range.start_date < b.counter.range.start_date ? -1 : 1));
};

export const holderOf = ({ id, role, joined_on, stretches, leaves }: PersonRow): Holder => ({
  id: String(id),
  role,
  joinedOn: joined_on,
  leaves,
  ...(stretches.length > 1 && {
    stretches: stretches.map((stretch) => ({
      start_date: stretch.from_day,
      end_date: stretch.to_day,
      role: stretch.role,
      joinedOn: stretch.joined_on,
    })),
  }),
});

const currentRules = (config: CommissionsConfig, person: PersonRow): PeriodRules => ({
  credit: (fact) => creditOf(config, person, fact),
  counter: createCounters(config, holderOf(person)),
  memos: 'netSales',
});

/** Looks up the originals of memos from other quota periods: the records computed so far, then stored ones. */
const createLookup = (
  {
    config,
    person,
    facts,
    rules,
  }: Readonly<{ config: CommissionsConfig; person: PersonRow; facts: readonly FactRow[]; rules: PeriodRules }>,
  { recorded, fixed, membersOf }: Originals,
  records: ReadonlyMap<number, ExpectedRecord>,
) => {
  const memosOf = new Map<number, FactRow[]>();
  for (const fact of facts) {
    const root = rootOf(fact);
    if (root !== null) memosOf.set(root, [...(memosOf.get(root) ?? []), fact]);
  }
  const worthOf = (id: number): Original | null => fixed(id) ?? originalIn(records.get(id)) ?? recorded(id);
  return ({ fact, plan }: Credited): Original | null => {
    const root = rootOf(fact);
    if (root === null || rules.memos === 'record') return fact.credit_of_id === null ? null : worthOf(fact.credit_of_id);
    const members = new Map([...membersOf(root), ...(memosOf.get(root) ?? [])].map((member) => [member.id, member]));
    const counterOn = (day: Day): QuotaCounter => rules.counter(planOn(config, person, day) ?? plan, day);
    const recordedOn = membersOf(root).find(({ id }) => id === root)?.booking_date;
    const day = fixed(root) ? recordedOn : (records.get(root)?.fact.booking_date ?? recordedOn ?? fact.takes_back?.booking_date);
    const [originals, own] = [day === undefined ? null : counterOn(day), counterOn(fact.booking_date)];
    return originalFor(fact, root, [...members.values()], worthOf, {
      isOriginals: (on) => counterOn(on) === originals,
      isOwn: (on) => counterOn(on) === own,
    });
  };
};

/**
 * One person's expected records by invoice id, for every quota period fully within the loaded range. A credit memo whose original has no
 * record gets none (decisions 2.23). If memos reverse records of a period that is computed later, their own period is recomputed until
 * every memo has used the final result of its original.
 */
export const expectedRecords = (
  config: CommissionsConfig,
  person: PersonRow,
  facts: readonly FactRow[],
  range: DateRange,
  originals: Originals,
  rules: PeriodRules = currentRules(config, person),
  isStepless: (fact: FactRow) => boolean = () => false,
): Map<number, ExpectedRecord> => {
  const records = new Map<number, ExpectedRecord>();
  const findOriginal = createLookup({ config, person, facts, rules }, originals, records);
  /** Originals used so far, by the id of the memo from another period. */
  const usedOriginals = new Map<number, Original | null>();
  const isByRecord = rules.memos === 'record';
  /** A memo of a sale that earned nothing gets no record, but still reduces the counted sales. */
  const isOfUnearned = ({ fact }: Credited): boolean =>
    fact.credit_of_id !== null && originals.isUnearned(rootOf(fact) ?? fact.credit_of_id);
  const bookingsOf = (byInvoice: ReadonlyMap<number, Credited>): Booking[] =>
    [...byInvoice.values()].flatMap((credited): Booking[] => {
      const { id } = credited.fact;
      const memoOf = isByRecord ? credited.fact.credit_of_id : rootOf(credited.fact);
      if (memoOf === null) return [bookingOf(credited, null, null, false)];
      if (originals.isUnearned(memoOf) && !byInvoice.has(memoOf)) return [];
      const closed = originals.fixed(memoOf);
      if (byInvoice.has(memoOf) || (isByRecord && closed)) return [bookingOf(credited, memoOf, closed, closed !== null)];
      const original = findOriginal(credited);
      usedOriginals.set(id, original);
      return original || isByRecord ? [{ ...bookingOf(credited, memoOf, original, false), stepless: isStepless(credited.fact) }] : [];
    });
  const compute = ({ plan, counter, credits }: Group): void => {
    const byInvoice = new Map(credits.map((credited) => [credited.fact.id, credited]));
    for (const id of byInvoice.keys()) records.delete(id);
    for (const computed of computePeriod(plan, counter.quota, bookingsOf(byInvoice), rules.memos)) {
      const credited = byInvoice.get(computed.id);
      if (credited && !isOfUnearned(credited))
        records.set(computed.id, recordOf(credited, computed, isExcluded(credited.plan, credited.fact)));
    }
  };
  const isOutdated = (credited: Credited): boolean =>
    usedOriginals.has(credited.fact.id) && !isDeepStrictEqual(usedOriginals.get(credited.fact.id), findOriginal(credited));
  const groups = groupsOf(facts, range, rules);
  let remaining = groups;
  for (let round = 0; remaining.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const group of remaining) compute(group);
    remaining = usedOriginals.size === 0 ? [] : groups.filter(({ credits }) => credits.some(isOutdated));
  }
  return records;
};
