import { setImmediate } from 'node:timers/promises';
import type { CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { ALL_DAYS, type PersonRange } from '../../../db/repositories/commissions/facts.ts';
import type { StoredRow } from '../../../db/repositories/commissions/records.ts';
import type { Repositories, Store } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { monthOfDay, readClosedMonths } from './closedMonths.ts';
import { type DiffedPerson, diffPeople } from './diffPeople.ts';
import { teamReachOf } from './expected/index.ts';
import { byUser, rangesOf, readPeople, readPeriods } from './readPeriods.ts';

/** Approximate rows per query; later days follow in further queries. */
const SLICE_ROWS = 500;

type Dated = Readonly<{ booking_date: Day }>;
/** Reads up to `most` rows of a person's range, ordered by day. */
type ReadSlice<Row> = (ranges: readonly PersonRange[], most?: number) => Promise<Row[]>;

/** Reads all rows of one person's range in short queries of whole days. */
const readBySlices = async <Row extends Dated>(range: PersonRange, read: ReadSlice<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for (let from = range.from; ; ) {
    const rows = await read([{ ...range, from }], SLICE_ROWS + 1);
    const [first, last] = [rows[0], rows[SLICE_ROWS]];
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

/** The same repositories, with long reads split into short queries. */
export const withShortReads = (tx: Repositories): Repositories => {
  const { facts, records } = tx;
  const readEach = async <Row extends Dated>(ranges: readonly PersonRange[], read: ReadSlice<Row>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const range of ranges) rows.push(...(await readBySlices(range, read)));
    return rows;
  };
  return {
    ...tx,
    facts: {
      ...facts,
      credited: (ranges, reach, _most, rare) => readEach(ranges, (range, most) => facts.credited(range, reach, most, rare)),
    },
    records: { ...records, stored: (ranges) => readEach(ranges, records.stored) },
  };
};

/** `open`: the stored records of open months, from the same snapshot as the difference; `openSince`: their total from a day on. */
export type PreviewedPerson = DiffedPerson & Readonly<{ open: readonly StoredRow[]; openSince: (day: Day) => Cents }>;

/**
 * People read together if only some quota periods are read. Few, because nobody else can use the embedded database in that time: 13 were
 * no faster than 4, and others waited three times as long. Periods of a year are read one person at a time.
 */
const GROUP_PEOPLE = 4;
const GROUP_PEOPLE_BY_YEAR = 1;
const groupSizeOf = ({ plans }: CommissionsConfig): number =>
  plans.some(({ quota }) => quota.period === 'year') ? GROUP_PEOPLE_BY_YEAR : GROUP_PEOPLE;
const groupsOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));

/** The day, and later days on which a plan may take effect: the quota period of any of them may start before the day. */
const planStartsSince = ({ plans }: CommissionsConfig, day: Day): Day[] => {
  const starts = plans.flatMap(({ effectiveFrom, effectiveTo }) => [effectiveFrom, effectiveTo && addDays(effectiveTo, 1)]);
  return [...new Set([day, ...starts.flatMap((start) => (start !== null && start > day ? start : []))])];
};

/**
 * Yields the differences in everyone's records as a preview, without writing or blocking others for long. Each person is read in their own
 * snapshot by short queries (decisions 7.08), or in a small group if only some quota periods are read; the next group is read while this
 * one is computed.
 * @param only these people, by id; `from`: only quota periods that end on or after this day, under any plan in force since then
 */
export async function* previewEverybody(
  store: Pick<Store, 'facts' | 'snapshot'>,
  current: VersionedConfig,
  today: Day,
  { only, from = ALL_DAYS.from }: Readonly<{ only?: readonly number[]; from?: Day }> = {},
): AsyncGenerator<PreviewedPerson> {
  const isPartial = from !== ALL_DAYS.from;
  const starts = isPartial ? planStartsSince(current.config, from) : [];
  const read = (ids: readonly number[]) =>
    store.snapshot(async (tx) => {
      const people = await readPeople(tx, ids);
      const reading = { current, closedMonths: await readClosedMonths(tx), today };
      const days = ids.flatMap((user_id) => starts.map((day) => ({ user_id, day })));
      const firstDays = new Map(rangesOf(days, people, current, reading.closedMonths).map((range) => [range.user_id, range.from]));
      const ranges = ids.map((user_id) => ({ user_id, from: firstDays.get(user_id) ?? ALL_DAYS.from, to: ALL_DAYS.to }));
      return { people, reading, money: await readPeriods(isPartial ? tx : withShortReads(tx), ranges, people, reading) };
    });
  const groups = groupsOf(only ?? (await store.facts.everybody(teamReachOf(current.config))), isPartial ? groupSizeOf(current.config) : 1);
  let nextGroup: ReturnType<typeof read> | null = null;
  for (const [index, ids] of groups.entries()) {
    const { people, reading, money } = await (nextGroup ?? read(ids));
    const next = groups[index + 1];
    nextGroup = next === undefined ? null : read(next);
    // Awaited in the next round; if the caller stops early, a failure must not count as an unhandled rejection.
    nextGroup?.catch(() => {});
    const stored = byUser(money.stored.filter(({ booking_date }) => !reading.closedMonths.has(monthOfDay(booking_date))));
    for (const diffed of await diffPeople(money, people, reading)) {
      const openRecords = stored.get(diffed.person.id) ?? [];
      const openSince = (day: Day): Cents =>
        openRecords.reduce((sum, { booking_date, amount_cents }) => sum + (booking_date < day ? 0 : amount_cents), 0);
      yield { ...diffed, open: openRecords, openSince };
    }
    await setImmediate();
  }
}
