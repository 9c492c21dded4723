import { setImmediate } from 'node:timers/promises';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { type Asked, EVER } from '../../../db/repositories/commissions/facts.ts';
import type { Repositories, Store } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type Found, findChanges, frozenMonths, readRanges } from './recomputeWork.ts';

/** One statement reads about this many rows; what is more is read day after day by the next ones. */
const SLICE = 500;

type Dated = Readonly<{ booking_date: Day }>;
/** Rows of a person's range in order of their days, `most` of them. */
type ReadSlice<Row> = (asked: readonly Asked[], most?: number) => Promise<Row[]>;

/** All rows of one person's range, whole days at a time, by statements that are short each. */
const bySlices = async <Row extends Dated>(range: Asked, read: ReadSlice<Row>): Promise<Row[]> => {
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

const sliced = (within: Repositories): Repositories => {
  const { facts, records } = within;
  const eachOf = async <Row extends Dated>(asked: readonly Asked[], read: ReadSlice<Row>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const range of asked) rows.push(...(await bySlices(range, read)));
    return rows;
  };
  return {
    ...within,
    facts: { ...facts, credited: (asked, teams) => eachOf(asked, (range, most) => facts.credited(range, teams, most)) },
    records: { ...records, stored: (asked) => eachOf(asked, records.stored) },
  };
};

/**
 * What everybody's records would differ in, for who only wants to know: nothing is written, and nobody waits long for it. It reads person by
 * person, each as of one moment of their own, in short statements (decisions 7.08), and the next person while this one is computed.
 */
export async function* changesBySlices(
  store: Pick<Store, 'facts' | 'snapshot'>,
  current: VersionedConfig,
  today: Day,
): AsyncGenerator<Found> {
  const read = (user_id: number) =>
    store.snapshot(async (within) => {
      const people = new Map((await within.facts.people([user_id])).map((person) => [person.id, person]));
      const reading = { current, frozen: await frozenMonths(within), today };
      return { people, reading, money: await readRanges(sliced(within), [{ user_id, ...EVER }], people, reading) };
    });
  const everybody = await store.facts.everybody();
  let ahead: ReturnType<typeof read> | null = null;
  for (const [at, id] of everybody.entries()) {
    const { people, reading, money } = await (ahead ?? read(id));
    const next = everybody[at + 1];
    ahead = next === undefined ? null : read(next);
    // It is told in its turn; who stops before that is not told of it.
    ahead?.catch(() => {});
    yield* await findChanges(money, people, reading);
    await setImmediate();
  }
}
