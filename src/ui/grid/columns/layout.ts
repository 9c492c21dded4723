import { limits } from '../../../../contract/limits.ts';
import type { GridColumn, GridLayout } from '../types.ts';

const { minColumnWidth, maxColumnWidth } = limits.table;
// Used without measuring: the width of a letter of the bold 12 px header in a wide system font.
const LETTER_PX = 9;
// Left and right together.
const HEADER_PADDING_PX = 30;
const SORT_ARROW_PX = 20;
/** Headers in several lines have 11 px text. */
const WRAPPED_RATIO = 11 / 12;
const MENU_BUTTON_PX = 16;
/** Dense tables have this much less padding per column. */
const DENSE_SAVING_PX = 8;

let ruler: CanvasRenderingContext2D | null | undefined;
const widthCache = new Map<string, number>();
/** Used without measuring: the width of a digit of the 13 px figures. */
const DIGIT_PX = 8;
/** Left and right together. */
const FIGURE_PADDING_PX = 28;

/** The width of a header text in its actual font, px. */
const textWidth = (text: string): number => {
  const cached = widthCache.get(text);
  if (cached !== undefined) return cached;
  if (ruler === undefined) {
    ruler = document.createElement('canvas').getContext('2d');
    if (ruler) ruler.font = `600 12px ${getComputedStyle(document.body).fontFamily || 'system-ui'}`;
  }
  const width = ruler ? Math.ceil(ruler.measureText(text).width) : text.length * LETTER_PX;
  widthCache.set(text, width);
  return width;
};

/** The width of the widest of these amounts, px. */
export const figureWidth = (texts: readonly string[], dense = false): number => {
  const maxLength = texts.reduce((max, text) => Math.max(max, text.length), 0);
  return maxLength === 0 ? 0 : maxLength * DIGIT_PX + FIGURE_PADDING_PX - (dense ? DENSE_SAVING_PX : 0);
};

/** Limits a column to 60 to 2000 px, rounded to whole pixels. */
export const clampWidth = (width: number): number => Math.min(maxColumnWidth, Math.max(minColumnWidth, Math.round(width)));

/** The width the user chose, otherwise the default, widened to fit the header with its menu button (spec 2.45). */
export const columnWidth = (
  column: Pick<GridColumn<never>, 'key' | 'header' | 'width' | 'wraps' | 'sortable'>,
  widths: GridLayout['widths'],
  { menu = false, dense = false }: { menu?: boolean; dense?: boolean } = {},
): number => {
  const lines = column.wraps ? column.header.split(' ') : [column.header];
  const extraPx = (column.sortable ? SORT_ARROW_PX : 0) + (menu ? MENU_BUTTON_PX : 0) - (dense ? DENSE_SAVING_PX : 0);
  const header = Math.ceil(Math.max(...lines.map(textWidth)) * (column.wraps ? WRAPPED_RATIO : 1)) + HEADER_PADDING_PX + extraPx;
  return clampWidth(widths[column.key] ?? Math.max(column.width, header));
};

/** All keys in the saved order, without unknown and repeated ones; new columns come last. */
export const resolveOrder = (columns: readonly { key: string }[], order: readonly string[]): string[] => {
  const keys = new Set(columns.map((column) => column.key));
  return [...new Set([...order.filter((key) => keys.has(key)), ...keys])];
};

/** The visible columns in order. A layout that hides every column shows the first. */
export const visibleColumns = <Column extends { key: string }>(
  columns: readonly Column[],
  order: readonly string[],
  hidden: readonly string[],
): Column[] => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const orderedColumns = resolveOrder(columns, order).flatMap((key) => byKey.get(key) ?? []);
  const visible = orderedColumns.filter((column) => !hidden.includes(column.key));
  return visible.length > 0 ? visible : orderedColumns.slice(0, 1);
};

/** The index in the full order that moves `key` next to `target`; null if it is already there. */
export const moveBeside = (order: readonly string[], key: string, target: string, side: 'before' | 'after'): number | null => {
  if (key === target) return null;
  const otherKeys = order.filter((otherKey) => otherKey !== key);
  const newIndex = otherKeys.indexOf(target) + (side === 'after' ? 1 : 0);
  return newIndex === order.indexOf(key) ? null : newIndex;
};

/** The index in the full order that moves `key` one visible column left (−1) or right (+1); null at either end. */
export const moveBy = (order: readonly string[], visible: readonly string[], key: string, delta: -1 | 1): number | null => {
  const target = visible[visible.indexOf(key) + delta];
  return target === undefined ? null : moveBeside(order, key, target, delta === 1 ? 'after' : 'before');
};
