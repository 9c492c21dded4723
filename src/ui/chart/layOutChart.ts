import type { ChartProps } from './types.ts';
import { createTicks, tickText } from './values.ts';

/** The approximate maximum width of a letter in bold 12 px text. */
const LETTER_PX = 7.6;
const HEIGHT_PX = 240;
const LINE_PX = 18;
const MARGIN_PX = { top: 12, right: 12, bottom: 24 };
/** The width from which names fit at the ends of the lines. */
const WIDE_PX = 520;
/** In characters; longer names appear above the chart. */
const MAX_NAME_LENGTH = 24;

const estimateWidth = (text: string): number => text.length * LETTER_PX;
const longestWidth = (texts: readonly string[]): number => Math.max(0, ...texts.map(estimateWidth));

/** Names in rows above the plot, each preceded by its color. */
const layOutLegend = (names: readonly string[], width: number) => {
  let [x, row] = [0, 0];
  return names.map((name) => {
    const itemWidth = estimateWidth(name) + 36;
    if (x > 0 && x + itemWidth > width) [x, row] = [0, row + 1];
    const label = { name, x, y: row * LINE_PX + 12 };
    x += itemWidth;
    return label;
  });
};

/** The layout of a chart that is `width` px wide; `namePosition` says where the series names appear. */
export const layOutChart = (
  { over, series, format, heightPx = HEIGHT_PX }: Pick<ChartProps, 'over' | 'series' | 'format' | 'heightPx'>,
  width: number,
  namePosition: 'ends' | 'above',
) => {
  const ticks = createTicks(
    series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? [])),
    format,
  );
  const tickTexts = ticks.map((tick, index) => tickText(format, tick, index === ticks.length - 1));
  const names = series.map(({ label }) => label);
  const hasNamesAtEnds = namePosition === 'ends' && width >= WIDE_PX && names.every((name) => name.length <= MAX_NAME_LENGTH);
  const legend = series.length > 1 && !hasNamesAtEnds ? layOutLegend(names, width) : [];
  const top = MARGIN_PX.top + (legend.at(-1)?.y ?? 0);
  const left = longestWidth(tickTexts) + 8;
  const right = width - MARGIN_PX.right - (series.length > 1 && hasNamesAtEnds ? longestWidth(names) + 8 : 0);
  const bottom = top + heightPx - MARGIN_PX.top - MARGIN_PX.bottom;
  const [min = 0, max = 1] = [ticks[0], ticks.at(-1)];
  const band = Math.max(0, right - left) / Math.max(1, over.length);
  const labelInterval = Math.max(1, Math.ceil((longestWidth(over.map(({ label, short = label }) => short)) + 8) / (band || 1)));
  return {
    width,
    height: bottom + MARGIN_PX.bottom,
    ...{ left, right, top, bottom, band, legend, atEnds: hasNamesAtEnds },
    ticks: ticks.map((value, index) => ({ value, text: tickTexts[index] ?? '' })),
    /** Shows every nth label under the axis, always including the last. */
    isLabelled: (index: number): boolean => (over.length - 1 - index) % labelInterval === 0,
    x: (index: number): number => left + band * (index + 0.5),
    y: (value: number): number => bottom - ((value - min) / (max - min)) * (bottom - top),
    /** The index of the point at `x` px from the left edge of the plot. */
    indexAt: (x: number): number | null => (x < left || x >= right ? null : Math.min(over.length - 1, Math.floor((x - left) / band))),
  };
};
export type ChartLayout = ReturnType<typeof layOutChart>;

/** Spreads the heights of names at line ends so that the names do not overlap; keeps their order. */
export const spreadOut = (heights: readonly number[], top: number, bottom: number): number[] => {
  const order = heights.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let nextFreeHeight = top;
  for (const label of order) {
    label.y = Math.max(label.y, nextFreeHeight);
    nextFreeHeight = label.y + LINE_PX - 4;
  }
  const overflow = Math.max(0, nextFreeHeight - (LINE_PX - 4) - bottom);
  return heights.map((_, index) => (order.find((label) => label.index === index)?.y ?? 0) - overflow);
};
