import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { PersonIds } from '../../../db/repositories/reports/reportFigures.ts';
import type { Store } from '../../../db/repositories/store.ts';

/** `money` in cents, `percent` as a fraction, `month` as its first day. */
export type ValueKind = 'text' | 'money' | 'percent' | 'count' | 'month';
export type ReportColumn = Readonly<{ title: string; kind: ValueKind }>;
export type Value = string | number | null;
export type Row = readonly Value[];
export type Table = Readonly<{ columns: readonly ReportColumn[]; rows: readonly Row[] }>;
export type Tile = Readonly<{ label: string; kind: ValueKind; value: Value }>;
/** `isRest`: the bar combines those that are not drawn separately. */
type Bar = Readonly<{ label: string; value: number; isRest?: true }>;
export type Chart = Readonly<{ title: string; kind: ValueKind; bars: readonly Bar[] }>;
/** Totals of all rows; `total` is shown below their columns, `groups` is null if there are few rows. */
export type Summary = Readonly<{ tiles: readonly Tile[]; chart: Chart; groups: Table | null; total: Row }>;

/** A report's rows in batches, and the summary, available after all were read. `most`: maximum number of rows. */
export type Source = Readonly<{
  columns: readonly ReportColumn[];
  maxRows: number;
  note: string;
  batches: () => AsyncIterable<readonly Row[]>;
  summary: () => Summary;
}>;
type Stores = Pick<Store, 'reportFigures' | 'quotaPeople' | 'config'>;
/** `ids`: the people included; null for everyone. `today`: in the company's time zone. */
export type ReportContext = Readonly<{ store: Stores; range: DateRange; ids: PersonIds; today: Day; at: Date }>;
export type SourceOf = (question: ReportContext) => Promise<Source>;
