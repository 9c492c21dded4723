import type { Places } from './place.ts';
import type { ChartProps } from './types.ts';
import { valueText } from './values.ts';

type Props = Pick<ChartProps, 'over' | 'series' | 'format'> & { at: number; places: Places };

/** The exact figures at one position, next to it; screen readers get the same from the points. */
export function Tip({ at, places, over, series, format }: Props) {
  const isRight = places.x(at) > places.width / 2;
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={{ top: places.top, ...(isRight ? { right: places.width - places.x(at) + 12 } : { left: places.x(at) + 12 }) }}
    >
      <strong>{over[at]?.label}</strong>
      <dl>
        {series.map(({ key, label, points }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="money">{valueText(format, points[at]?.value ?? null)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
