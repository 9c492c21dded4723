import type { Day } from '../../../../contract/rules/time/period.ts';
import type { CompanyChange, MonthChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { addedColumns, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
/** Totals in the order of `sumColumns`; the first four are derived. */
type Totals = number[];

const createTotals = (): Totals => sumColumns.map(() => 0);
const addCents = (sums: Totals, index: number, cents: number): void => {
  sums[index] = (sums[index] ?? 0) + cents;
};
const addRecord = (sums: Totals, record: RecordValues, times: 1 | -1): void => {
  const { net_cents: net } = record;
  addCents(sums, 0, times);
  if (net > 0) addCents(sums, 1, times);
  if (net > 0) addCents(sums, 2, times * net);
  if (record.credit === 'override') addCents(sums, 3, times * net);
  for (let index = 0; index < addedColumns.length; index += 1)
    addCents(sums, index + 4, times * record[addedColumns[index] as (typeof addedColumns)[number]]);
};
const hasChanges = (sums: Totals): boolean => sums.some((sum) => sum !== 0);

const getOrCreate = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  map.set(key, created);
  return created;
};
type ByStatus = Map<RecordValues['status'], Totals>;
type ByDay = Map<Day, ByStatus>;
const createDays = (): ByDay => new Map();
const createStatuses = (): ByStatus => new Map();

/** How the written records change the monthly totals of people and the daily and monthly totals of the company. */
const changesOf = (written: readonly Pair[]): Readonly<{ months: MonthChange[]; company: CompanyChange[] }> => {
  const people = new Map<number, ByDay>();
  const company = { day: createDays(), month: createDays() };
  const monthOf = new Map<Day, Day>();
  const add = (record: RecordValues, times: 1 | -1): void => {
    const { user_id, booking_date: day, status } = record;
    const month = getOrCreate(monthOf, day, () => monthOfDay(day));
    addRecord(
      getOrCreate(getOrCreate(getOrCreate(people, user_id, createDays), month, createStatuses), status, createTotals),
      record,
      times,
    );
    addRecord(getOrCreate(getOrCreate(company.day, day, createStatuses), status, createTotals), record, times);
  };
  for (const { before, after } of written) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  for (const [day, statuses] of company.day)
    for (const [status, sums] of statuses) {
      const month = monthOf.get(day) ?? monthOfDay(day);
      const monthTotals = getOrCreate(getOrCreate(company.month, month, createStatuses), status, createTotals);
      for (const [index, sum] of sums.entries()) addCents(monthTotals, index, sum);
    }
  const rowsOf = <Row>(days: ByDay, rowOf: (day: Day, status: RecordValues['status'], added: Totals) => Row): Row[] =>
    [...days].flatMap(([day, statuses]) => [...statuses].flatMap(([status, sums]) => (hasChanges(sums) ? [rowOf(day, status, sums)] : [])));
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
