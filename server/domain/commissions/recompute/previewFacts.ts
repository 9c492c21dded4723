import type { Day } from '../../../../contract/rules/time/period.ts';
import type { FactRow, PersonRange, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { isBeforeBooks } from '../../plans/books.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { readClosedMonths } from './closedMonths.ts';
import { hasTeams } from './credits.ts';
import { diffPeople } from './diffPeople.ts';
import { rootsOf } from './originals.ts';
import { sliced } from './previewEverybody.ts';
import { rangesOf, readPeriods } from './readPeriods.ts';

/** `left` and `entered`: invoices whose record goes from these quota periods, and comes into them. */
type Moves = Readonly<{ left: readonly number[]; entered: readonly number[] }>;
/** The change: cents of records of open months, of the part that customers' payments set free, and of proposals for closed ones. */
export type FactsPreview = Readonly<{ records: number; amount: number; released: number; proposed: number; sharesTeams: boolean }> & Moves;

/** Where a record stands in its quota period may change without its amount. */
const worthOf = (row: Readonly<{ amount_cents: number; released_cents: number }>): string => `${row.amount_cents} ${row.released_cents}`;

/**
 * Compares one person's records with those that other facts would make. Nothing is written, and it reads in short statements (decisions 7.08).
 * @param days the days of the facts that are other, which decide what quota periods are read
 * @param change the person's facts as they would be within the range
 */
export const previewFacts = async (
  store: Pick<Store, 'snapshot'>,
  userId: number,
  { current, today, days }: Readonly<{ current: VersionedConfig; today: Day; days: readonly Day[] }>,
  change: (facts: readonly FactRow[], person: PersonRow, range: PersonRange) => readonly FactRow[],
): Promise<FactsPreview | null> => {
  const read = await store.snapshot(async (within) => {
    const people = new Map((await within.facts.people([userId])).map((person) => [person.id, person]));
    const reading = { current, closedMonths: await readClosedMonths(within), today, comparesClosed: true };
    const touched = days.map((day) => ({ userId, day }));
    const ranges = rangesOf(touched, people, current, reading.closedMonths);
    return { people, reading, money: await readPeriods(sliced(within), ranges, people, reading) };
  });
  const person = read.people.get(userId);
  const [range] = read.money.ranges;
  if (!person || !range) return null;
  const before = await diffPeople(read.money, read.people, read.reading);
  // History makes no record, whoever brings it (decisions 2.12).
  const changed = change(read.money.facts, person, range).filter(({ booking_date }) => !isBeforeBooks(current, booking_date));
  const originals = await store.snapshot(({ records }) => records.originals(rootsOf([...read.money.facts, ...changed])));
  const after = await diffPeople({ ...read.money, facts: changed, originals }, read.people, read.reading);
  const sums = (diffs: typeof after) => {
    const sum = { records: 0, amount: 0, released: 0, proposed: 0 };
    for (const { diff } of diffs) {
      const was = (key: 'amount_cents' | 'released_cents', row: Readonly<Record<typeof key, number>> | null): number => row?.[key] ?? 0;
      for (const { before: old, after: now } of [...diff.inserts, ...diff.updates]) {
        sum.amount += was('amount_cents', now) - was('amount_cents', old);
        sum.released += was('released_cents', now) - was('released_cents', old);
      }
      for (const { before: old } of diff.gone) {
        sum.amount -= old.amount_cents;
        sum.released -= old.released_cents;
      }
      const moved = diff.updates.filter(({ before: old, after: now }) => worthOf(old) !== worthOf(now));
      sum.records += diff.inserts.length + moved.length + diff.gone.length;
      for (const { expected, stored } of diff.late) sum.proposed += (expected?.computed.amount ?? 0) - (stored?.amount_cents ?? 0);
    }
    return sum;
  };
  // What is marked and not computed yet differs without these facts too.
  const [without, withThem] = [sums(before), sums(after)];
  return {
    records: Math.max(0, withThem.records - without.records),
    amount: withThem.amount - without.amount,
    released: withThem.released - without.released,
    proposed: withThem.proposed - without.proposed,
    sharesTeams: hasTeams(current.config),
    left: after.flatMap(({ diff }) => diff.gone.map(({ before: old }) => old.invoice_id)),
    entered: after.flatMap(({ diff }) => diff.inserts.map(({ after: made }) => made.invoice_id)),
  };
};
