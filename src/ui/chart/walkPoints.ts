import type { ChartSeries } from './types.ts';

/** A point: its series and its position on the axis. */
export type At = Readonly<{ series: number; index: number }>;

const along = (points: ChartSeries['points'], from: number, by: 1 | -1): number | null => {
  for (let index = from; index >= 0 && index < points.length; index += by) if (points[index]?.value != null) return index;
  return null;
};

/** The target of a key: Left, Right, Home and End move within the series, Up and Down to the next series with a value; null if none. */
export const stepTo = ({ series: own, index }: At, key: string, series: readonly ChartSeries[]): At | null => {
  const points = series[own]?.points ?? [];
  const to = (found: number | null): At | null => (found === null ? null : { series: own, index: found });
  if (key === 'ArrowLeft') return to(along(points, index - 1, -1));
  if (key === 'ArrowRight') return to(along(points, index + 1, 1));
  if (key === 'Home') return to(along(points, 0, 1));
  if (key === 'End') return to(along(points, points.length - 1, -1));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const by = key === 'ArrowUp' ? -1 : 1;
  for (let other = own + by; other >= 0 && other < series.length; other += by)
    if (series[other]?.points[index]?.value != null) return { series: other, index };
  return null;
};
