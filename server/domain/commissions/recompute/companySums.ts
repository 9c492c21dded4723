import type { Day } from '../../../../contract/rules/time/period.ts';
import type { SumsChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { addedColumns, type Sums, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
type Row = { -readonly [Key in keyof SumsChange]: SumsChange[Key] };

const zero: Sums = {
  records: 0,
  positive_records: 0,
  positive_net_cents: 0,
  override_cents: 0,
  gross_cents: 0,
  net_cents: 0,
  commissionable_cents: 0,
  base_cents: 0,
  over_cents: 0,
  amount_cents: 0,
  adjustments_cents: 0,
  released_cents: 0,
  paid_cents: 0,
  due_cents: 0,
};
const isZero = (row: Sums): boolean => sumColumns.every((name) => row[name] === 0);

/** Adds to each sum what one record has, or takes it away. */
const addRecord = (row: Row, of: RecordValues, times: 1 | -1): void => {
  row.records += times;
  if (of.net_cents > 0) {
    row.positive_records += times;
    row.positive_net_cents += times * of.net_cents;
  }
  if (of.credit === 'override') row.override_cents += times * of.net_cents;
  for (const name of addedColumns) row[name] += times * of[name];
};

/** By how much the company's sums of days and months differ after records were written. */
const companyChanges = (written: readonly Pair[]): SumsChange[] => {
  const days = new Map<string, Row>();
  const months = new Map<string, Row>();
  const rowOf = (rows: Map<string, Row>, span: Row['span'], first_day: Day, status: Row['status']): Row => {
    const key = `${first_day}${status}`;
    let row = rows.get(key);
    if (!row) {
      row = { span, first_day, status, ...zero };
      rows.set(key, row);
    }
    return row;
  };
  for (const { before, after } of written) {
    if (before) addRecord(rowOf(days, 'day', before.booking_date, before.status), before, -1);
    if (after) addRecord(rowOf(days, 'day', after.booking_date, after.status), after, 1);
  }
  for (const day of days.values()) {
    const month = rowOf(months, 'month', monthOfDay(day.first_day), day.status);
    for (const name of sumColumns) month[name] += day[name];
  }
  return [...days.values(), ...months.values()].filter((row) => !isZero(row));
};

const monthsOf = (written: readonly Pair[]): { user_id: number; month: Day }[] => {
  const months = new Map<string, { user_id: number; month: Day }>();
  for (const row of written.flatMap(({ before, after }) => [before, after])) {
    if (!row) continue;
    const month = { user_id: row.user_id, month: monthOfDay(row.booking_date) };
    months.set(`${month.user_id} ${month.month}`, month);
  }
  return [...months.values()];
};

/** Keeps the sums of people's months and of the company equal to the records: once a transaction, after its last record. */
export const keepSums = async ({ records }: Pick<Repositories, 'records'>, written: readonly Pair[]): Promise<void> => {
  if (written.length === 0) return;
  await records.rollUp(monthsOf(written));
  const changes = companyChanges(written);
  if (changes.length > 0) await records.addToCompany(changes);
};
