/** What values are: `money` in whole cents, `count` as it is, `percent` as a fraction (0.0825 is 8.3%). */
export type ChartFormat = 'money' | 'count' | 'percent';
/** One value of a series: null is not known, shown as "—" and left out of the line. `href` is the page of the rows it is made of. */
export type ChartPoint = Readonly<{ value: number | null; href?: string }>;
/** `dashed` is what the others are compared with, such as the period before: drawn behind them, in the colour of what steps back. */
export type ChartSeries = Readonly<{ key: string; label: string; points: readonly ChartPoint[]; dashed?: boolean }>;

export type ChartProps = Readonly<{
  /** Names the chart and its table. */
  label: string;
  /** What the points stand over, as many as each series has: the full name is read out and in the table, `short` stands under the axis. */
  over: readonly Readonly<{ key: string; label: string; short?: string }>[];
  /** At most five. */
  series: readonly ChartSeries[];
  format: ChartFormat;
  /** Heads the first column of the table, such as "Month". */
  overLabel: string;
  /** Given, the chart can be saved as CSV and PNG under this name, without its ending. */
  fileName?: string;
}>;
