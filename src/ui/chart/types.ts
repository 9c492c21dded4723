/** Units of values: `money` in integer cents, `count` as is, `percent` as a fraction (0.0825 is 8.3%). */
export type ChartFormat = 'money' | 'count' | 'percent';
/** A value of a series. Null is unknown, shown as "—" and left out of the line. `href` is the page with the rows behind the value. */
export type ChartPoint = Readonly<{ value: number | null; href?: string }>;
/** `dashed` marks a comparison, such as the previous period: drawn behind the others in a muted color. */
/** `filled` shades the area below the line. */
export type ChartSeries = Readonly<{ key: string; label: string; points: readonly ChartPoint[]; dashed?: boolean; filled?: boolean }>;

export type ChartProps = Readonly<{
  /** The accessible name of the chart and its table. */
  label: string;
  /** The positions on the axis, one per point of each series: `label` is read aloud and shown in the table, `short` below the axis. */
  over: readonly Readonly<{ key: string; label: string; short?: string }>[];
  /** At most five. */
  series: readonly ChartSeries[];
  format: ChartFormat;
  /** The header of the table's first column, such as "Month". */
  overLabel: string;
  /** The height of the plot with its axis. @default 240 */
  heightPx?: number;
  /** Enables saving as CSV and PNG under this name (without extension). */
  fileName?: string;
}>;
