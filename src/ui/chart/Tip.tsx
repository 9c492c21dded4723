import type { ChartLayout } from './place.ts';
import type { ChartProps } from './types.ts';
import { chartValueText } from './values.ts';

type Props = Pick<ChartProps, 'over' | 'series' | 'format'> & { at: number; places: ChartLayout };

/** Shows the exact figures at one position; screen readers get them from the points. */
export function Tip({ at: index, places, over, series, format }: Props) {
  const isRight = places.x(index) > places.width / 2;
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={{ top: places.top, ...(isRight ? { right: places.width - places.x(index) + 12 } : { left: places.x(index) + 12 }) }}
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
