import { setImmediate } from 'node:timers/promises';
import type { Cents } from '../../../../contract/rules/money.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { EVER, type PersonRange } from '../../../db/repositories/commissions/facts.ts';
import type { Repositories, Store } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { monthOfDay, readClosedMonths } from './closedMonths.ts';
import { type DiffedPerson, diffPeople } from './diffPeople.ts';
import { readPeriods } from './readPeriods.ts';

/** One statement reads about this many rows; what is more is read day after day by the next ones. */
const SLICE = 500;

type Dated = Readonly<{ booking_date: Day }>;
/** Rows of a person's range in order of their days, `most` of them. */
type ReadSlice<Row> = (ranges: readonly PersonRange[], most?: number) => Promise<Row[]>;

/** All rows of one person's range, whole days at a time, by statements that are short each. */
const bySlices = async <Row extends Dated>(range: PersonRange, read: ReadSlice<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for (let from = range.from; ; ) {
    const rows = await read([{ ...range, from }], SLICE + 1);
    const [first, last] = [rows[0], rows[SLICE]];
    if (!first || !last) return [...all, ...rows];
    if (first.booking_date < last.booking_date) {
      all.push(...rows.filter(({ booking_date }) => booking_date < last.booking_date));
      from = last.booking_date;
    } else {
      all.push(...(await read([{ ...range, from, to: last.booking_date }])));
      from = addDays(last.booking_date, 1);
    }
  }
};

/** The same repositories, whose long reads are made of short statements. */
export const sliced = (within: Repositories): Repositories => {
  const { facts, records } = within;
  const eachOf = async <Row extends Dated>(ranges: readonly PersonRange[], read: ReadSlice<Row>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const range of ranges) rows.push(...(await bySlices(range, read)));
    return rows;
  };
  return {
    ...within,
    facts: {
      ...facts,
      credited: (ranges, teams, _most, activities) => eachOf(ranges, (range, most) => facts.credited(range, teams, most, activities)),
    },
    records: { ...records, stored: (ranges) => eachOf(ranges, records.stored) },
  };
};

/** `openSince`: what the records of open months, booked from a day on, come to as they stand, in the moment in which the difference was read. */
export type PreviewedPerson = DiffedPerson & Readonly<{ openSince: (day: Day) => Cents }>;

/**
 * What everybody's records would differ in, as a preview: nothing is written, and nobody waits long for it. It reads person by person, each as of one moment of their own, in short statements (decisions 7.08), and the next person while this one is computed.
 */
export async function* previewEverybody(
  store: Pick<Store, 'facts' | 'snapshot'>,
  current: VersionedConfig,
  today: Day,
): AsyncGenerator<PreviewedPerson> {
  const read = (user_id: number) =>
    store.snapshot(async (within) => {
      const people = new Map((await within.facts.people([user_id])).map((person) => [person.id, person]));
      const reading = { current, closedMonths: await readClosedMonths(within), today };
      return { people, reading, money: await readPeriods(sliced(within), [{ user_id, ...EVER }], people, reading) };
    });
  const everybody = await store.facts.everybody();
  let ahead: ReturnType<typeof read> | null = null;
  for (const [at, id] of everybody.entries()) {
    const { people, reading, money } = await (ahead ?? read(id));
    const next = everybody[at + 1];
    ahead = next === undefined ? null : read(next);
    // Awaited in its turn; a caller that stops early never awaits it, so that its failure must not count as unhandled.
    ahead?.catch(() => {});
    const open = money.stored.filter(({ booking_date }) => !reading.closedMonths.has(monthOfDay(booking_date)));
    const openSince = (day: Day): Cents =>
      open.reduce((sum, { booking_date, amount_cents }) => sum + (booking_date < day ? 0 : amount_cents), 0);
    for (const diffed of await diffPeople(money, people, reading)) yield { ...diffed, openSince };
    await setImmediate();
  }
}
