import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { GridColumn } from '../../../src/ui/grid/types.ts';

type Row = { id: string };
const columns: readonly GridColumn<Row>[] = Array.from({ length: 20 }, (_, index) => ({
  key: `c${index}`,
  header: `c${index}`,
  width: 100,
  cell: () => `c${index}`,
  text: () => `c${index}`,
  ...(index === 19 ? { pinned: 'end' as const } : {}),
}));
const rows: readonly Row[] = Array.from({ length: 60 }, (_, index) => ({ id: String(index) }));
const windowWidth = window.innerWidth;

beforeEach(() => {
  window.innerWidth = 400;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.innerWidth = windowWidth;
});

const show = () =>
  render(
    <Grid
      label="Events"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      layout={{ order: [], hidden: [], widths: {} }}
      onLayoutChange={() => {}}
      sort={null}
      onSort={() => {}}
      state="ready"
      empty="none"
      copy
    />,
  );
/** The texts of a row's cells, and the number of columns in each gap between them. */
const rowOf = (index: number): (string | number)[] =>
  [...document.querySelectorAll<HTMLTableCellElement>(`tr[data-row="${index}"] > td`)].map((cell) =>
    cell.classList.contains('grid-rest') ? cell.colSpan : (cell.textContent ?? ''),
  );
const names = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => `c${from + index}`);
const scrollTo = (left: number): void =>
  act(() => {
    const scroller = document.querySelector('.grid-scroller') as HTMLElement;
    scroller.scrollLeft = left;
    fireEvent.scroll(scroller);
  });

it('decisions 6.04: cells of columns out of view are not rendered, and their space is kept', () => {
  show();
  // 400 px are visible and the next 240 px are rendered in advance; the last column is always visible.
  expect(rowOf(0)).toEqual([...names(0, 6), 12, 'c19', 1]);
  expect(document.querySelectorAll('thead th')).toHaveLength(20);
  scrollTo(1000);
  // The first two stay visible, and c8 to c15 are nearby: from 840 to 1600 px.
  expect(rowOf(1)).toEqual(['c0', 'c1', 6, ...names(8, 15), 3, 'c19', 1]);
  const cell = document.querySelector('tr[data-row="1"] > td[aria-colindex="13"]');
  expect(cell?.textContent).toBe('c12');
});

it('spec 2.45: the focused cell stays when scrolled out of view, and End reaches a cell not rendered before', () => {
  show();
  scrollTo(0);
  const cellAt = (index: number) => document.querySelector<HTMLElement>(`tr[data-row="0"] > td[aria-colindex="${index}"]`);
  fireEvent.mouseDown(cellAt(4) as HTMLElement);
  expect(document.activeElement?.textContent).toBe('c3');
  scrollTo(1200);
  expect(rowOf(0)).toEqual(['c0', 'c1', 1, 'c3', 6, ...names(10, 19), 1]);
  expect(document.activeElement?.textContent).toBe('c3');
  scrollTo(0);
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
  expect(document.activeElement?.textContent).toBe('c19');
});

it('decisions 8.02: prints every row and column, and then shows the window again', () => {
  show();
  const count = () => document.querySelectorAll('tr[data-row]').length;
  const countBefore = count();
  expect(countBefore).toBeLessThan(60);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect([count(), rowOf(0)]).toEqual([60, [...names(0, 19), 1]]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect([count(), rowOf(0)]).toEqual([countBefore, [...names(0, 6), 12, 'c19', 1]]);
});
