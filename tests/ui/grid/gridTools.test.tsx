import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { GridColumn, GridProps } from '../../../src/ui/grid/types.ts';

type Item = { id: string; name: string; note: string };
const keys = ['id', 'name', 'note'] as const;
const columns: readonly GridColumn<Item>[] = keys.map((key) => ({
  key,
  header: key.toUpperCase(),
  width: 100,
  sortable: key !== 'note',
  cell: (item) => item[key],
  text: (item) => item[key],
  ...(key === 'note' ? { tip: (item: Item) => (item.id === 'I-5' ? null : `All of ${item.note}`) } : {}),
}));
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `I-${index + 1}`, name: `Name ${index + 1}`, note: `Note ${index + 1}` }));
const base: GridProps<Item> = {
  label: 'Items',
  columns,
  rows: items(6),
  rowKey: (item) => item.id,
  layout: { order: [], hidden: [], widths: {} },
  onLayoutChange: () => {},
  sort: null,
  onSort: () => {},
  state: 'ready',
  empty: '',
};
const show = (overrides: Partial<GridProps<Item>> = {}) => {
  const onLayoutChange = vi.fn<GridProps<Item>['onLayoutChange']>();
  const grid = (more: Partial<GridProps<Item>> = {}) => (
    <StrictMode>
      <Grid {...base} {...overrides} onLayoutChange={onLayoutChange} {...more} />
    </StrictMode>
  );
  const { rerender } = render(grid());
  return { onLayoutChange, again: (overrides: Partial<GridProps<Item>>) => rerender(grid(overrides)) };
};
const focused = () => document.activeElement as HTMLElement;
const press = (key: string, modifiers: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(focused(), { key, code: key, ...modifiers });
const enter = () => screen.getByRole('grid').querySelector<HTMLElement>('[tabindex="0"]')?.focus();
const goTo = (text: string) => fireEvent.mouseDown(screen.getByText(text));
const announcement = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const ticking = (selected: readonly string[]) => ({
  selected: new Set(selected),
  onToggle: vi.fn(),
  onToggleAll: vi.fn(),
  label: (item: Item) => `Select ${item.id}`,
});

test('checkboxes come before all columns, and ticked rows are announced', () => {
  show({ selection: ticking(['I-2']) });
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('4');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select I-2' }).checked).toBe(true);
  expect(screen.getByText('I-2').closest('tr')?.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('I-1').closest('tr')?.getAttribute('aria-selected')).toBe('false');
});

test('the header checkbox is ticked for all loaded rows, and mixed for some', () => {
  const selection = ticking(['I-2']);
  const { again } = show({ selection });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' });
  expect([box.checked, box.indeterminate]).toEqual([false, true]);
  fireEvent.click(box);
  expect(selection.onToggleAll).toHaveBeenCalledOnce();
  again({ selection: ticking(items(6).map(({ id }) => id)) });
  expect([box.checked, box.indeterminate]).toEqual([true, false]);
});

test('Space on a checkbox cell ticks it, with Shift from the last one to it; the pointer may hit the cell beside the box', () => {
  const selection = ticking([]);
  show({ selection });
  enter();
  press(' ');
  expect(selection.onToggleAll).toHaveBeenCalledOnce();
  press('ArrowDown');
  press(' ');
  press('ArrowDown');
  press('ArrowDown');
  press(' ', { shiftKey: true });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select I-4' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select I-5' }).closest('td') as HTMLElement, { shiftKey: true });
  expect(selection.onToggle.mock.calls).toEqual([
    ['I-1', false],
    ['I-3', true],
    ['I-4', false],
    ['I-5', true],
  ]);
});

test('a tick renders only its own row', () => {
  const cell = vi.fn((item: Item) => item.name);
  const testColumns = [{ ...(columns[1] as GridColumn<Item>), cell }];
  const { again } = show({ columns: testColumns, selection: ticking([]) });
  cell.mockClear();
  again({ selection: ticking(['I-3']) });
  expect(new Set(cell.mock.calls.map(([item]) => item.id))).toEqual(new Set(['I-3']));
});

// The menu is loaded lazily: opened once here, it opens immediately in every test.
beforeAll(async () => {
  show({ columnMenu: true });
  openMenu('ID');
  await screen.findByRole('menu');
  cleanup();
});

const menu = () => screen.getByRole('menu');
const item = (name: string) => screen.getByRole('menuitem', { name });
const isDisabled = (name: string) => item(name).getAttribute('aria-disabled') === 'true';
const choose = (name: string) => fireEvent.click(within(item(name)).getByText(name));

test.each([
  ['the context menu key', () => press('ContextMenu')],
  ['Shift and F10', () => press('F10', { shiftKey: true })],
  ['Alt and arrow down', () => press('ArrowDown', { altKey: true })],
  ['a right click', () => fireEvent.contextMenu(screen.getByRole('columnheader', { name: 'ID' }))],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Column menu: ID' }))],
])('spec 2.45: %s opens a column menu, and Escape returns the focus to the header', (_, open) => {
  show({ columnMenu: true, onSortTo: () => {} });
  enter();
  open();
  expect(menu().getAttribute('aria-label')).toBe('Column menu: ID');
  expect(focused()).toBe(menu());
  expect(menu().getAttribute('aria-activedescendant')).toBe(item('Sort ascending').id);
  press('Escape');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe(screen.getByRole('columnheader', { name: 'ID' }));
});

const openMenu = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Column menu: ${name}` }));

test('the menu sorts by its own direction, not by the current one, and says so', () => {
  const onSortTo = vi.fn();
  show({ columnMenu: true, onSortTo, sort: { key: 'name', direction: 'asc' } });
  openMenu('NAME');
  expect(isDisabled('Sort ascending')).toBe(true);
  choose('Sort descending');
  expect(onSortTo.mock.calls).toEqual([['name', 'desc']]);
  expect(announcement()).toBe('Sorted by NAME, descending');
  openMenu('NOTE');
  expect(isDisabled('Sort descending')).toBe(true);
});

test('the menu moves, hides and resets; it disables steps at the ends, for the last column and for a default width', () => {
  const { onLayoutChange, again } = show({ columnMenu: true });
  openMenu('ID');
  expect([isDisabled('Move left'), isDisabled('Reset width')]).toEqual([true, true]);
  choose('Move right');
  openMenu('NOTE');
  choose('Hide');
  expect(focused()).toBe(screen.getByRole('columnheader', { name: 'NAME' }));
  again({ layout: { order: [], hidden: ['name', 'note'], widths: { id: 300 } } });
  openMenu('ID');
  expect(isDisabled('Hide')).toBe(true);
  choose('Reset width');
  openMenu('ID');
  choose('Reset columns');
  expect(onLayoutChange.mock.calls.map(([change]) => change)).toEqual([
    { type: 'column.move', key: 'id', to: 1 },
    { type: 'column.hide', key: 'note' },
    { type: 'column.resetWidth', key: 'id' },
    { type: 'layout.reset' },
  ]);
});

const { tooltipShowMs, tooltipHideMs } = limits.events;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const readTooltip = () => screen.queryByRole('tooltip');

test('spec 2.46: a tooltip shows after 250 ms and hides after 400 ms', () => {
  show();
  const cell = screen.getByText('Note 2');
  fireEvent.pointerOver(cell);
  wait(tooltipShowMs - 1);
  expect(readTooltip()).toBeNull();
  wait(1);
  expect(readTooltip()?.textContent).toBe('All of Note 2');
  expect(cell.getAttribute('aria-describedby')).toBe(readTooltip()?.id);
  fireEvent.pointerOut(cell);
  wait(tooltipHideMs - 1);
  expect(readTooltip()).not.toBeNull();
  wait(1);
  expect(readTooltip()).toBeNull();
  expect(cell.hasAttribute('aria-describedby')).toBe(false);
});

test('focus shows it too; Escape hides it and reaches nothing else', () => {
  const around = vi.fn();
  show();
  goTo('Note 2');
  press('ArrowDown');
  wait(tooltipShowMs);
  expect(readTooltip()?.textContent).toBe('All of Note 3');
  document.addEventListener('keydown', around);
  press('Escape');
  document.removeEventListener('keydown', around);
  expect(readTooltip()).toBeNull();
  expect(around).not.toHaveBeenCalled();
});

test('a dialog opened over the grid gets its Escape even if a tooltip is still there', () => {
  const around = vi.fn();
  show();
  fireEvent.pointerOver(screen.getByText('Note 2'));
  wait(tooltipShowMs);
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.addEventListener('keydown', around);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  dialog.remove();
  expect(around).toHaveBeenCalledTimes(1);
  expect(readTooltip()).toBeNull();
});

test('the pointer may move onto the tooltip; a cell without one hides the previous tooltip after its delay', () => {
  show();
  fireEvent.pointerOver(screen.getByText('Note 4'));
  wait(tooltipShowMs);
  fireEvent.pointerOut(screen.getByText('Note 4'), { relatedTarget: readTooltip() });
  fireEvent.pointerOver(readTooltip() as HTMLElement, { relatedTarget: screen.getByText('Note 4') });
  wait(10 * tooltipHideMs);
  expect(readTooltip()).not.toBeNull();
  fireEvent.pointerOver(screen.getByText('Note 5'));
  wait(tooltipHideMs);
  expect(readTooltip()).toBeNull();
});

test('onEnd is called once for each number of rows, and again after a reload', () => {
  const onEnd = vi.fn();
  const rows = items(200);
  const { again } = show({ rows, onEnd, rowHeight: 40 });
  expect(onEnd).not.toHaveBeenCalled();
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  for (const top of [7000, 7100, 7200]) {
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
  }
  expect(onEnd).toHaveBeenCalledTimes(1);
  again({ rows: rows.map((row) => ({ ...row })) });
  expect(onEnd).toHaveBeenCalledTimes(1);
  again({ rows: items(210) });
  expect(onEnd).toHaveBeenCalledTimes(2);
  again({ rows: items(210), state: 'loading' });
  again({ rows: items(210) });
  expect(onEnd).toHaveBeenCalledTimes(3);
});

test('the tail is rendered after the rows', () => {
  show({ tail: 'Loading more…' });
  expect(screen.getByText('Loading more…').closest('table')).toBeNull();
});
