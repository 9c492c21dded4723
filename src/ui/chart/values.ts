import { fromCents } from '../../../contract/rules/money.ts';
import { formatMoney, formatPercent, NONE } from '../display/format.ts';
import type { ChartFormat } from './types.ts';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 });
const compactUsd = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
  style: 'currency',
  currency: 'USD',
});
const wholePercent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** The exact figure as read aloud. */
export const chartValueText = (format: ChartFormat, value: number | null): string => {
  if (value === null) return NONE;
  if (format === 'money') return formatMoney(value);
  return format === 'percent' ? formatPercent(value) : count.format(value);
};

/** The figure for a file: plain digits, empty if unknown. */
export const valueInFile = (format: ChartFormat, value: number | null): string => {
  if (value === null) return '';
  return format === 'money' ? fromCents(value).toFixed(2) : format === 'percent' ? formatPercent(value) : String(value);
};

/** look.md: only the top tick shows the currency. */
export const tickText = (format: ChartFormat, value: number, isTop: boolean): string => {
  if (format === 'percent') return wholePercent.format(value);
  if (format === 'count') return compact.format(value);
  return (isTop ? compactUsd : compact).format(fromCents(value));
};

const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const GRID_PARTS = 4;
/** A round step: 1, 2, 2.5 or 5 times a power of ten. */
const toRoundStep = (extent: number): number => {
  const power = 10 ** Math.floor(Math.log10(extent / GRID_PARTS));
  return (ROUND_STEPS.find((step) => step * power * GRID_PARTS >= extent) ?? 10) * power;
};

/** The values of the grid lines: ascending, including zero. All values have the same format. */
export const createTicks = (values: readonly number[], format: ChartFormat): number[] => {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  const minSpan = format === 'money' ? 400 : format === 'count' ? GRID_PARTS : 0.04;
  const step = toRoundStep(Math.max(max - min, minSpan));
  const [first, last] = [Math.floor(min / step), Math.max(Math.ceil(max / step), min < 0 ? 0 : 1)];
  // Multiplies instead of adding: 0.1 + 0.1 + 0.1 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
};
