import type { Day } from '../../../../contract/rules/time/period.ts';
import type { SumsChange } from '../../../db/repositories/commissions/recordSums.ts';
import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import { type Sums, sumColumns } from '../../../db/repositories/commissions/sumColumns.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { monthOfDay } from './closedMonths.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
type Row = { -readonly [Key in keyof SumsChange]: SumsChange[Key] };

/** What one record adds to each sum. */
const sumsOfOne = (of: RecordValues): Sums => ({
  ...of,
  records: 1,
  positive_records: of.net_cents > 0 ? 1 : 0,
  positive_net_cents: Math.max(of.net_cents, 0),
  override_cents: of.credit === 'override' ? of.net_cents : 0,
});
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

/** By how much the company's sums of days and months differ after records were written. */
const companyChanges = (written: readonly Pair[]): SumsChange[] => {
  const rows = new Map<string, Row>();
  const note = (of: RecordValues | null, times: 1 | -1): void => {
    if (!of) return;
    const one = sumsOfOne(of);
    for (const [span, day] of [['day', of.booking_date] as const, ['month', monthOfDay(of.booking_date)] as const]) {
      const key = `${span} ${day} ${of.status}`;
      const row = rows.get(key) ?? { span, first_day: day, status: of.status, ...zero };
      rows.set(key, row);
      for (const name of sumColumns) row[name] += times * one[name];
    }
  };
  for (const { before, after } of written) {
    note(before, -1);
    note(after, 1);
  }
  return [...rows.values()].filter((row) => !isZero(row));
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
