import { Plot } from './Plot.tsx';
import type { ChartProps } from './types.ts';

const MAX_BAR_PX = 40;
/** The fraction of the available width that bars fill. */
const FILL_RATIO = 0.72;
/** The minimum height, so that small nonzero values stay visible. */
const MIN_HEIGHT_PX = 1.5;

/**
 * Values over days or months as columns from zero, several series side by side. For named items instead of dates, use `Bars`.
 * Keys, table and files work as in `LineChart`.
 * @example
 * <BarChart label="Forecast" format="money" overLabel="Close month"
 *   over={[{ key: '2026-11', label: 'November 2026', short: 'Nov' }]}
 *   series={[{ key: 'weighted', label: 'Weighted value', points: [{ value: 1_250_000, href: '/deals?close=2026-11' }] }]} />
 */
export function BarChart(props: ChartProps) {
  const { length } = props.series;
  return (
    <Plot
      {...props}
      namePosition="above"
      renderMark={({ x, y, band }, point, value) => {
        const width = Math.min(MAX_BAR_PX, (band * FILL_RATIO) / Math.max(1, length));
        const height = value === 0 ? 0 : Math.max(MIN_HEIGHT_PX, Math.abs(y(value) - y(0)));
        const barX = x(point.index) + (point.series - length / 2) * width;
        return (
          <rect className="chart-column" x={barX} width={Math.max(1, width - 1)} y={value < 0 ? y(0) : y(0) - height} height={height} />
        );
      }}
    />
  );
}
