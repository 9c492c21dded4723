import type { Day } from '../../../../contract/rules/time/period.ts';
import type { CompanyChange, MonthChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { addedColumns, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
/** Totals in the order of `sumColumns`; the first four are derived. */
type Added = number[];

const zeroSums = (): Added => sumColumns.map(() => 0);
const addAt = (sums: Added, index: number, cents: number): void => {
  sums[index] = (sums[index] ?? 0) + cents;
};
const addRecord = (sums: Added, record: RecordValues, times: 1 | -1): void => {
  const { net_cents: net } = record;
  addAt(sums, 0, times);
  if (net > 0) addAt(sums, 1, times);
  if (net > 0) addAt(sums, 2, times * net);
  if (record.credit === 'override') addAt(sums, 3, times * net);
  for (let index = 0; index < addedColumns.length; index += 1)
    addAt(sums, index + 4, times * record[addedColumns[index] as (typeof addedColumns)[number]]);
};
const isDifferent = (sums: Added): boolean => sums.some((sum) => sum !== 0);

const placeIn = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};
type ByStatus = Map<RecordValues['status'], Added>;
type ByDay = Map<Day, ByStatus>;
const noDays = (): ByDay => new Map();
const noStatuses = (): ByStatus => new Map();

/** How the written records change the monthly totals of people and the daily and monthly totals of the company. */
const changesOf = (written: readonly Pair[]): Readonly<{ months: MonthChange[]; company: CompanyChange[] }> => {
  const people = new Map<number, ByDay>();
  const company = { day: noDays(), month: noDays() };
  const monthOf = new Map<Day, Day>();
  const add = (record: RecordValues, times: 1 | -1): void => {
    const { user_id, booking_date: day, status } = record;
    const month = placeIn(monthOf, day, () => monthOfDay(day));
    addRecord(placeIn(placeIn(placeIn(people, user_id, noDays), month, noStatuses), status, zeroSums), record, times);
    addRecord(placeIn(placeIn(company.day, day, noStatuses), status, zeroSums), record, times);
  };
  for (const { before, after } of written) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  for (const [day, statuses] of company.day)
    for (const [status, sums] of statuses) {
      const month = monthOf.get(day) ?? monthOfDay(day);
      const whole = placeIn(placeIn(company.month, month, noStatuses), status, zeroSums);
      for (const [index, sum] of sums.entries()) addAt(whole, index, sum);
    }
  const rowsOf = <Row>(days: ByDay, rowOf: (day: Day, status: RecordValues['status'], added: Added) => Row): Row[] =>
    [...days].flatMap(([day, statuses]) =>
      [...statuses].flatMap(([status, sums]) => (isDifferent(sums) ? [rowOf(day, status, sums)] : [])),
    );
  return {
    months: [...people].flatMap(([user_id, days]) => rowsOf(days, (month, status, added) => ({ user_id, month, status, addends: added }))),
    company: (['day', 'month'] as const).flatMap((span) =>
      rowsOf(company[span], (first_day, status, added) => ({ span, first_day, status, addends: added })),
    ),
  };
};

/**
 * Updates the monthly totals of people to match the records; call it once per transaction, after the last record is written.
 * @returns a function that updates the company totals, whose rows all writers lock; call it right before writing the audit entries
 */
export const updateTotals = async ({ records }: Pick<Repositories, 'records'>, written: readonly Pair[]): Promise<() => Promise<void>> => {
  const { months, company } = changesOf(written);
  if (months.length > 0) await records.addToMonths(months);
  return async () => {
    if (company.length > 0) await records.addToCompany(company);
  };
};
