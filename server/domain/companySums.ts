import type { RecordValues, SumsChange } from '../db/repositories/records.ts';
import { monthOfDay } from './recomputeChanges.ts';

type Pair = Readonly<{ before: RecordValues | null; after: RecordValues | null }>;
type Row = { -readonly [Key in keyof SumsChange]: SumsChange[Key] };

const add = (row: Row, of: RecordValues, times: 1 | -1): void => {
  const isPositive = of.net_cents > 0;
  row.records += times;
  row.positive_records += isPositive ? times : 0;
  row.positive_net_cents += isPositive ? times * of.net_cents : 0;
  row.gross_cents += times * of.gross_cents;
  row.net_cents += times * of.net_cents;
  row.base_cents += times * of.base_cents;
  row.over_cents += times * of.over_cents;
  row.amount_cents += times * of.amount_cents;
  row.adjustments_cents += times * of.adjustments_cents;
  row.paid_cents += times * of.paid_cents;
  row.due_cents += times * of.due_cents;
};

const empty = (span: Row['span'], first_day: Row['first_day'], status: Row['status']): Row => ({
  ...{ span, first_day, status, records: 0, positive_records: 0, positive_net_cents: 0, gross_cents: 0, net_cents: 0, base_cents: 0 },
  ...{ over_cents: 0, amount_cents: 0, adjustments_cents: 0, paid_cents: 0, due_cents: 0 },
});
const isNothing = ({ span: _span, first_day: _day, status: _status, ...sums }: SumsChange): boolean =>
  Object.values(sums).every((sum) => sum === 0);

/** Collects by how much the company's sums differ after records were written; as large as there are days, not records. */
export const sumsChanges = () => {
  const rows = new Map<string, Row>();
  const rowOf = (span: Row['span'], day: string, status: Row['status']): Row => {
    const key = `${span} ${day} ${status}`;
    const row = rows.get(key) ?? empty(span, day, status);
    rows.set(key, row);
    return row;
  };
  const note = (of: RecordValues | null, times: 1 | -1): void => {
    if (!of) return;
    add(rowOf('day', of.booking_date, of.status), of, times);
    add(rowOf('month', monthOfDay(of.booking_date), of.status), of, times);
  };
  return {
    add: (written: readonly Pair[]): void => {
      for (const { before, after } of written) {
        note(before, -1);
        note(after, 1);
      }
    },
    all: (): SumsChange[] => [...rows.values()].filter((row) => !isNothing(row)),
  };
};
