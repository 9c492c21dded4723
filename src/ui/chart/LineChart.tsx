import { type ChartLayout, spreadOut } from './layOutChart.ts';
import { getTone, Plot } from './Plot.tsx';
import type { ChartProps, ChartSeries } from './types.ts';

/** The line breaks at unknown values. */
const toPath = ({ points }: ChartSeries, { x, y }: ChartLayout): string => {
  let command = 'M';
  const segments = points.map(({ value }, index) => {
    if (value === null) {
      command = 'M';
      return '';
    }
    const segment = `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    command = 'L';
    return segment;
  });
  return segments.join('');
};

/** The area between the line and zero, up to the first unknown value. */
const toArea = ({ points }: ChartSeries, { x, y }: ChartLayout): string => {
  const end = points.findIndex(({ value }) => value === null);
  const line = (end < 0 ? points : points.slice(0, end)).map(({ value }, index) => `${x(index).toFixed(1)} ${y(value ?? 0).toFixed(1)}`);
  return line.length < 2
    ? ''
    : `M${x(0).toFixed(1)} ${y(0).toFixed(1)}L${line.join('L')}L${x(line.length - 1).toFixed(1)} ${y(0).toFixed(1)}Z`;
};

const getLastValue = ({ points }: ChartSeries): number => points.findLast(({ value }) => value !== null)?.value ?? 0;

/** Series names at the ends of their lines. */
function Names({ layout, series }: { layout: ChartLayout; series: readonly ChartSeries[] }) {
  if (!layout.atEnds || series.length < 2) return null;
  const heights = spreadOut(
    series.map((line) => layout.y(getLastValue(line))),
    layout.top,
    layout.bottom,
  );
  return series.map((line, index) => (
    <text key={line.key} className={`chart-name ${getTone(line, index)}`} x={layout.right + 8} y={(heights[index] ?? 0) + 4}>
      {line.label}
    </text>
  ));
}

/**
 * A trend over days or months as lines from zero; `dashed` series are comparisons.
 * Arrow keys move between points, Enter opens a point's `href`; the table and the files contain the exact figures.
 * @example
 * <LineChart label="Commission" format="money" overLabel="Month" fileName="commission-trend"
 *   over={[{ key: '2026-01', label: 'January 2026', short: 'Jan' }, { key: '2026-02', label: 'February 2026', short: 'Feb' }]}
 *   series={[
 *     { key: 'now', label: '2026', points: [{ value: 520_000, href: '/commissions?period=month&…' }, { value: null }] },
 *     { key: 'past', label: '2025', dashed: true, points: [{ value: 480_000 }, { value: 470_000 }] },
 *   ]} />
 */
export function LineChart(props: ChartProps) {
  return (
    <Plot
      {...props}
      namePosition="ends"
      renderBehind={(layout) => (
        <>
          {props.series.map((line, index) =>
            line.filled ? <path key={line.key} className={`chart-area ${getTone(line, index)}`} d={toArea(line, layout)} /> : null,
          )}
          {props.series.map((line, index) => (
            <path key={line.key} className={`chart-line ${getTone(line, index)}`} d={toPath(line, layout)} />
          ))}
          <Names layout={layout} series={props.series} />
        </>
      )}
      renderMark={({ x, y }, point, value) => <circle className="chart-dot" cx={x(point.index)} cy={y(value)} r={4} />}
    />
  );
}
