import type { ChartLayout } from './layOutChart.ts';
import type { ChartProps } from './types.ts';
import { chartValueText } from './values.ts';

type Props = Pick<ChartProps, 'over' | 'series' | 'format'> & { index: number; layout: ChartLayout };

/** Shows the exact figures at one position; screen readers get them from the points. */
export function Tip({ index, layout, over, series, format }: Props) {
  const isRight = layout.x(index) > layout.width / 2;
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={{ top: layout.top, ...(isRight ? { right: layout.width - layout.x(index) + 12 } : { left: layout.x(index) + 12 }) }}
    >
      <strong>{over[index]?.label}</strong>
      <dl>
        {series.map(({ key, label, points }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="money">{chartValueText(format, points[index]?.value ?? null)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
