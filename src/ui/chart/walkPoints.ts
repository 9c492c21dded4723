import type { ChartSeries } from './types.ts';

/** A point: the index of its series and its index on the axis. */
export type ChartPosition = Readonly<{ series: number; index: number }>;

const findNext = (points: ChartSeries['points'], from: number, direction: 1 | -1): number | null => {
  for (let index = from; index >= 0 && index < points.length; index += direction) if (points[index]?.value != null) return index;
  return null;
};

/**
 * The point that a key leads to, or null. Left, Right, Home and End move within the series, Up and Down to the next series with a value.
 */
export const pointAfterKey = (
  { series: current, index }: ChartPosition,
  key: string,
  series: readonly ChartSeries[],
): ChartPosition | null => {
  const points = series[current]?.points ?? [];
  const to = (target: number | null): ChartPosition | null => (target === null ? null : { series: current, index: target });
  if (key === 'ArrowLeft') return to(findNext(points, index - 1, -1));
  if (key === 'ArrowRight') return to(findNext(points, index + 1, 1));
  if (key === 'Home') return to(findNext(points, 0, 1));
  if (key === 'End') return to(findNext(points, points.length - 1, -1));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const direction = key === 'ArrowUp' ? -1 : 1;
  for (let next = current + direction; next >= 0 && next < series.length; next += direction)
    if (series[next]?.points[index]?.value != null) return { series: next, index };
  return null;
};
