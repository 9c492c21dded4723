import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { columnWidth, figureWidth } from '../../../src/ui/grid/columns/layout.ts';
import { toPieces } from '../../../src/ui/grid/pieces.ts';

test('spec 2.45: a column is as wide as its header with the menu button, unless a width is chosen', () => {
  const column = { key: 'a', header: 'A header of many words', width: 100 };
  const plainWidth = columnWidth(column, {});
  const withMenu = columnWidth(column, {}, { menu: true });
  expect(plainWidth).toBeGreaterThan(100);
  expect(withMenu).toBeGreaterThan(plainWidth);
  expect(columnWidth({ ...column, header: 'A', width: 300 }, {}, { menu: true })).toBe(300);
  expect(columnWidth(column, { a: 80 }, { menu: true })).toBe(80);
  expect(columnWidth({ ...column, header: '', width: 10 }, {})).toBe(limits.table.minColumnWidth);
});

test('a header without a sort arrow, in two lines or in a dense table needs less width', () => {
  const column = { key: 'a', header: 'Gross Amount', width: 60, sortable: true };
  const menuWidth = columnWidth(column, {});
  expect(columnWidth({ ...column, sortable: false }, {})).toBe(menuWidth - 20);
  expect(columnWidth({ ...column, wraps: true }, {})).toBeLessThan(menuWidth - 40);
  expect(columnWidth(column, {}, { dense: true })).toBe(menuWidth - 8);
  expect(figureWidth(['$1,000.00'])).toBe(100);
  expect(figureWidth(['$1,000.00'], true)).toBe(92);
});

test('the edited row and the focused row both stay in the DOM, in their places', () => {
  expect(toPieces(10, 12, [3, 40], 50)).toEqual([
    { kind: 'gap', size: 3, before: 3 },
    { kind: 'shown', index: 3 },
    { kind: 'gap', size: 6, before: 10 },
    { kind: 'shown', index: 10 },
    { kind: 'shown', index: 11 },
    { kind: 'gap', size: 28, before: 40 },
    { kind: 'shown', index: 40 },
    { kind: 'gap', size: 9, before: 50 },
  ]);
  expect(toPieces(0, 2, [1, -1, 9], 2)).toEqual([
    { kind: 'shown', index: 0 },
    { kind: 'shown', index: 1 },
  ]);
});
