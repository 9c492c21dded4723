import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Ids } from '../../../db/repositories/reports/reportFigures.ts';
import type { Store } from '../../../db/repositories/store.ts';

/** `money` in cents, `percent` a fraction, `month` its first day. */
export type ValueKind = 'text' | 'money' | 'percent' | 'count' | 'month';
export type ReportColumn = Readonly<{ title: string; kind: ValueKind }>;
export type Value = string | number | null;
export type Row = readonly Value[];
export type Table = Readonly<{ columns: readonly ReportColumn[]; rows: readonly Row[] }>;
export type Tile = Readonly<{ label: string; kind: ValueKind; value: Value }>;
/** `isRest`: several that are not drawn one by one. */
type Bar = Readonly<{ label: string; value: number; isRest?: true }>;
export type Chart = Readonly<{ title: string; kind: ValueKind; bars: readonly Bar[] }>;
/** What all rows come to; `total` stands under their columns, `groups` is null where the rows are few themselves. */
export type Summary = Readonly<{ tiles: readonly Tile[]; chart: Chart; groups: Table | null; total: Row }>;

/** The rows of a report, batch by batch, and their summary, which is known once all were read. `most`: so many rows at most. */
export type Source = Readonly<{
  columns: readonly ReportColumn[];
  most: number;
  note: string;
  batches: () => AsyncIterable<readonly Row[]>;
  summary: () => Summary;
}>;
type Stores = Pick<Store, 'reportFigures' | 'quotaPeople' | 'config'>;
/** `ids`: whose figures are read; null: everybody's. `today`: the company's day. */
export type Question = Readonly<{ store: Stores; range: DateRange; ids: Ids; today: Day; at: Date }>;
export type SourceOf = (question: Question) => Promise<Source>;
