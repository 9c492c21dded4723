import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { FactRow, PersonRange, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { isBeforeBooks } from '../../plans/books.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { readClosedMonths } from './closedMonths.ts';
import { type DiffedPerson, diffPeople } from './diffPeople.ts';
import { rootsOf, teamReachOf } from './expected/index.ts';
import { settleLateDiffs } from './lateFacts/propose.ts';
import { withShortReads } from './previewEverybody.ts';
import { findMoved, lostPairsIn, MAX_MOVES, rangesOf, readPeople, readPeriods } from './readPeriods.ts';

/**
 * The change in cents: amounts of records of open months, their part released by customer payments, and proposals for closed
 * months. `range`: the days over which it was computed.
 */
export type FactsPreview = Readonly<{ records: number; amount: number; released: number; proposed: number; range: DateRange }>;
type PreviewRequest = Readonly<{ current: VersionedConfig; today: Day; days: readonly Day[]; movedTo: ReadonlyMap<number, Day> }>;
/**
 * The facts after a planned change. `credited`: the person's facts within the range; `lost`: the invoices with these ids, of records in
 * closed months, that are no longer credited to the person.
 */
export type FactsChange = Readonly<{
  credited: (facts: readonly FactRow[], person: PersonRow, range: PersonRange) => readonly FactRow[];
  lost: (ids: readonly number[], facts: readonly FactRow[], person: PersonRow) => readonly FactRow[];
}>;

/** Compares amounts only, because a record's position in its quota period may change without them. */
const amountKeyOf = (row: Readonly<{ amount_cents: number; released_cents: number }>): string =>
  `${row.amount_cents} ${row.released_cents}`;

const readFor = (store: Pick<Store, 'snapshot'>, userId: number, { current, today }: PreviewRequest, days: readonly Day[]) =>
  store.snapshot(async (tx) => {
    const people = await readPeople(tx, [userId]);
    const reading = { current, closedMonths: await readClosedMonths(tx), today, comparesClosed: true };
    const affected = days.map((day) => ({ user_id: userId, day }));
    const ranges = rangesOf(affected, people, current, reading.closedMonths);
    return { people, reading, money: await readPeriods(withShortReads(tx), ranges, people, reading) };
  });

const sumsOf = (diffs: readonly DiffedPerson[], settled: Awaited<ReturnType<typeof settleLateDiffs>>) => {
  const sum = { records: 0, amount: 0, released: 0, proposed: 0 };
  const centsOf = (key: 'amount_cents' | 'released_cents', row: Readonly<Record<typeof key, number>> | null): number => row?.[key] ?? 0;
  for (const { diff } of diffs) {
    for (const { before: old, after: now } of [...diff.inserts, ...diff.updates]) {
      sum.amount += centsOf('amount_cents', now) - centsOf('amount_cents', old);
      sum.released += centsOf('released_cents', now) - centsOf('released_cents', old);
    }
    for (const { before: old } of diff.removals) {
      sum.amount -= old.amount_cents;
      sum.released -= old.released_cents;
    }
    const changedAmounts = diff.updates.filter(({ before: old, after: now }) => amountKeyOf(old) !== amountKeyOf(now));
    sum.records += diff.inserts.length + changedAmounts.length + diff.removals.length;
  }
  for (const { proposals, voided } of settled) {
    for (const { amount, replaces } of proposals) sum.proposed += amount - (replaces?.amount_cents ?? 0);
    for (const { row } of voided) sum.proposed -= row.amount_cents;
  }
  return sum;
};

/** The invoices that the person loses by the change. */
const readLostAfter = async (
  store: Pick<Store, 'snapshot'>,
  lost: ReturnType<typeof lostPairsIn>,
  person: PersonRow,
  change: FactsChange,
): Promise<readonly FactRow[]> => {
  if (lost.length === 0) return [];
  const stored = await store.snapshot(({ facts }) => facts.ofHolders(lost));
  return change.lost(
    lost.map(({ invoice_id }) => invoice_id),
    stored,
    person,
  );
};

/**
 * Previews the effect of changed facts on one person's records. Writes nothing, and reads in short statements (decisions 7.08).
 * @param request `days`: the days of the changed facts, which decide which quota periods are read; `movedTo`: new booking days of invoices
 */
export const previewFacts = async (
  store: Pick<Store, 'snapshot'>,
  userId: number,
  request: PreviewRequest,
  change: FactsChange,
): Promise<FactsPreview | null> => {
  const { current, movedTo } = request;
  let days = request.days;
  for (let move = 0; ; move += 1) {
    const { people, reading, money } = await readFor(store, userId, request, days);
    const person = people.get(userId);
    const [range] = money.ranges;
    if (!person || !range) return null;
    // Facts before the books begin create no records (decisions 2.12).
    const facts = change.credited(money.facts, person, range).filter(({ booking_date }) => !isBeforeBooks(current, booking_date));
    const moved = await store.snapshot((tx) =>
      findMoved(tx, { ...money, facts: [...facts] }, people, reading.closedMonths, teamReachOf(current.config)),
    );
    if (moved.days.length > 0 && move < MAX_MOVES) {
      days = [...days, ...moved.days.map(({ day }) => day)];
      continue;
    }
    const before = await diffPeople(money, people, reading);
    const originals = await store.snapshot(({ records }) => records.originals(rootsOf([...money.facts, ...facts])));
    const lostInvoices = await readLostAfter(store, lostPairsIn({ ...money, facts: [...facts] }, reading.closedMonths), person, change);
    const after = await diffPeople({ ...money, facts, originals, lostInvoices }, people, reading);
    const [sumsWithout, sumsWith] = await store.snapshot(async (tx) => [
      sumsOf(before, await settleLateDiffs(tx, before, reading)),
      sumsOf(after, await settleLateDiffs(tx, after, { ...reading, movedTo })),
    ]);
    // Marked records differ even without these facts, so both sides are computed.
    return {
      records: Math.max(0, sumsWith.records - sumsWithout.records),
      amount: sumsWith.amount - sumsWithout.amount,
      released: sumsWith.released - sumsWithout.released,
      proposed: sumsWith.proposed - sumsWithout.proposed,
      range: { start_date: range.from, end_date: range.to },
    };
  }
};
