import type { Day } from '../../../../contract/rules/time/period.ts';
import type { CompanyChange, MonthChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { addedColumns, type Sums, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
/** Sums in the order of `sumColumns`, whose first four are worked out. */
type Added = number[];

const nothing = (): Added => sumColumns.map(() => 0);
/** What one record adds to sums. */
const addedBy = (of: RecordValues): Added => {
  const { net_cents: net } = of;
  const added = [1, net > 0 ? 1 : 0, Math.max(net, 0), of.credit === 'override' ? net : 0];
  for (const name of addedColumns) added.push(of[name]);
  return added;
};
const addTo = (sums: Added, added: Added, times: 1 | -1): void => {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + times * (added[at] ?? 0);
};
const named = (sums: Added): Sums => Object.fromEntries(sumColumns.map((name, at) => [name, sums[at] ?? 0])) as Sums;
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

/** By how much the sums of people's months, and of the company's days and months, differ after records were written. */
const changesOf = (written: readonly Pair[]): Readonly<{ months: MonthChange[]; company: CompanyChange[] }> => {
  const people = new Map<number, ByDay>();
  const company = { day: noDays(), month: noDays() };
  const monthOf = new Map<Day, Day>();
  const add = (of: RecordValues, times: 1 | -1): void => {
    const { user_id, booking_date: day, status } = of;
    const month = placeIn(monthOf, day, () => monthOfDay(day));
    const added = addedBy(of);
    addTo(placeIn(placeIn(placeIn(people, user_id, noDays), month, noStatuses), status, nothing), added, times);
    addTo(placeIn(placeIn(company.day, day, noStatuses), status, nothing), added, times);
  };
  for (const { before, after } of written) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  for (const [day, statuses] of company.day)
    for (const [status, sums] of statuses) {
      const month = monthOf.get(day) ?? monthOfDay(day);
      addTo(placeIn(placeIn(company.month, month, noStatuses), status, nothing), sums, 1);
    }
  const rowsOf = <Row>(days: ByDay, rowOf: (day: Day, status: RecordValues['status'], sums: Sums) => Row): Row[] =>
    [...days].flatMap(([day, statuses]) =>
      [...statuses].flatMap(([status, sums]) => (isDifferent(sums) ? [rowOf(day, status, named(sums))] : [])),
    );
  return {
    months: [...people].flatMap(([user_id, days]) => rowsOf(days, (month, status, sums) => ({ user_id, month, status, ...sums }))),
    company: (['day', 'month'] as const).flatMap((span) =>
      rowsOf(company[span], (first_day, status, sums) => ({ span, first_day, status, ...sums })),
    ),
  };
};

/**
 * Keeps the sums of people's months equal to the records: once a transaction, after its last record.
 * @returns does the same for the company's sums, which all writers share: to be called right before the audit rows
 */
export const keepSums = async ({ records }: Pick<Repositories, 'records'>, written: readonly Pair[]): Promise<() => Promise<void>> => {
  const { months, company } = changesOf(written);
  if (months.length > 0) await records.addToMonths(months);
  return async () => {
    if (company.length > 0) await records.addToCompany(company);
  };
};
