import type { Day } from '../../../../contract/rules/time/period.ts';
import type { CompanyChange, MonthChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { addedColumns, type Sums, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
type Row<T> = { -readonly [Key in keyof T]: T[Key] };

const zero = Object.fromEntries(sumColumns.map((name) => [name, 0])) as Sums;
const isZero = (row: Sums): boolean => sumColumns.every((name) => row[name] === 0);

/** Adds to each sum what one record has, or takes it away. */
const addRecord = (row: Row<Sums>, of: RecordValues, times: 1 | -1): void => {
  row.records += times;
  if (of.net_cents > 0) {
    row.positive_records += times;
    row.positive_net_cents += times * of.net_cents;
  }
  if (of.credit === 'override') row.override_cents += times * of.net_cents;
  for (const name of addedColumns) row[name] += times * of[name];
};

/** Most of what is written again: the record counts in the same rows as before, with other amounts. */
const staysIn = (before: RecordValues, after: RecordValues): boolean =>
  before.status === after.status &&
  before.booking_date === after.booking_date &&
  before.net_cents === after.net_cents &&
  before.credit === after.credit;

/** By how much the sums of people's months, and of the company's days and months, differ after records were written. */
const changesOf = (written: readonly Pair[]): Readonly<{ months: MonthChange[]; company: CompanyChange[] }> => {
  const [months, company] = [new Map<string, Row<MonthChange>>(), new Map<string, Row<CompanyChange>>()];
  const rowOf = <T>(rows: Map<string, Row<T>>, key: string, make: () => Row<T>): Row<T> => {
    const row = rows.get(key) ?? make();
    rows.set(key, row);
    return row;
  };
  const companyRow = (span: CompanyChange['span'], first_day: Day, status: CompanyChange['status']): Row<CompanyChange> =>
    rowOf<CompanyChange>(company, `${span} ${first_day} ${status}`, () => ({ span, first_day, status, ...zero }));
  /** The rows in which a record counts, but for the company's months. */
  const rowsOf = ({ user_id, booking_date: day, status }: RecordValues): readonly Row<Sums>[] => {
    const month = monthOfDay(day);
    return [
      rowOf<MonthChange>(months, `${user_id} ${month} ${status}`, () => ({ user_id, month, status, ...zero })),
      companyRow('day', day, status),
    ];
  };
  for (const { before, after } of written) {
    if (before && after && staysIn(before, after)) {
      const changed = addedColumns.filter((name) => before[name] !== after[name]);
      for (const row of changed.length === 0 ? [] : rowsOf(after)) for (const name of changed) row[name] += after[name] - before[name];
    } else {
      if (before) for (const row of rowsOf(before)) addRecord(row, before, -1);
      if (after) for (const row of rowsOf(after)) addRecord(row, after, 1);
    }
  }
  for (const day of [...company.values()]) {
    const month = companyRow('month', monthOfDay(day.first_day), day.status);
    for (const name of sumColumns) month[name] += day[name];
  }
  const differing = <T extends Sums>(rows: Map<string, T>): T[] => [...rows.values()].filter((row) => !isZero(row));
  return { months: differing(months), company: differing(company) };
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
