import type { CommissionsConfig } from '../../contract/rules/config.ts';
import { type Booking, type Computed, computePeriod, type Original } from '../../contract/rules/engine.ts';
import type { DateRange, Day } from '../../contract/rules/period.ts';
import { isExcluded, type Plan, quotaFor } from '../../contract/rules/plan.ts';
import type { FactRow, PersonRow } from '../db/repositories/facts.ts';
import { type Credited, creditOf, planOn, rangeOf } from './recomputeCredits.ts';

/** What a record should be: the credit and what the engine made of it. */
export type Target = Credited & Readonly<{ computed: Computed; excluded: boolean }>;
export type OriginalOf = (invoiceId: number) => Original | null;
/** Originals out of the records: `recorded` for those that are not computed here, `fixed` for those that were closed under other rules. */
export type Originals = Readonly<{ recorded: OriginalOf; fixed: OriginalOf }>;

const holds = (range: DateRange, { start_date, end_date }: DateRange): boolean =>
  range.start_date <= start_date && end_date <= range.end_date;

/** Is all that is computed together with `day` inside the range that was read? */
export const isWhole = (config: CommissionsConfig, person: PersonRow, range: DateRange, day: Day): boolean =>
  holds(range, rangeOf(planOn(config, person, day), day));

/** An original of which nothing in the period has the id: then the one that is given is read. */
const elsewhere = (invoiceId: number): number => -invoiceId;

const bookingOf = (
  { fact, plan, net, gross, credit, rateOverride }: Credited,
  memoOf: number | null,
  original: Original | null,
): Booking => ({
  id: fact.id,
  invoiceNumber: fact.invoice_number,
  bookingDate: fact.booking_date,
  net,
  gross,
  credit,
  creditOf: memoOf,
  original,
  rateOverride,
  excluded: isExcluded(plan, fact),
});

const originalIn = (target: Target | undefined): Original | null => {
  if (!target) return null;
  const { parts, amount, base, over } = target.computed;
  return { parts, amount, base, over, net: target.net };
};

/**
 * What one person's records should be, by invoice, for every quota period that lies wholly in the range that was read. Earlier periods
 * come first, so that a credit memo finds what its original was computed to be.
 */
export const targetsOf = (
  config: CommissionsConfig,
  person: PersonRow,
  facts: readonly FactRow[],
  range: DateRange,
  { recorded, fixed }: Originals,
): Map<number, Target> => {
  const groups = new Map<string, { plan: Plan; start: Day; credits: Credited[] }>();
  for (const fact of facts) {
    const credited = creditOf(config, person, fact);
    if (!credited) continue;
    const period = rangeOf(credited.plan, fact.booking_date);
    if (!holds(range, period)) continue;
    const key = `${period.start_date} ${credited.plan.id}`;
    const group = groups.get(key);
    if (group) group.credits.push(credited);
    else groups.set(key, { plan: credited.plan, start: period.start_date, credits: [credited] });
  }
  const targets = new Map<number, Target>();
  const quotaHolder = { id: String(person.id), role: person.role, createdAt: person.created_on };
  for (const { plan, start, credits } of [...groups.values()].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const byInvoice = new Map(credits.map((credited) => [credited.fact.id, credited]));
    const bookings = credits.map((credited) => {
      const memoOf = credited.fact.credit_of_id;
      if (memoOf === null) return bookingOf(credited, null, null);
      const closed = fixed(memoOf);
      if (closed) return bookingOf(credited, elsewhere(memoOf), closed);
      return bookingOf(credited, memoOf, originalIn(targets.get(memoOf)) ?? recorded(memoOf));
    });
    for (const computed of computePeriod(plan, quotaFor(plan, quotaHolder, start), bookings)) {
      const credited = byInvoice.get(computed.id);
      if (credited) targets.set(computed.id, { ...credited, computed, excluded: isExcluded(plan, credited.fact) });
    }
  }
  return targets;
};
