import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { rowsAsText } from '../../../src/ui/grid/editing/copyText.ts';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { GridProps } from '../../../src/ui/grid/types.ts';

type Item = { id: string; name: string; note: string };
const keys = ['id', 'name', 'note'] as const;
const columns: GridProps<Item>['columns'] = keys.map((key) => ({
  key,
  header: key.toUpperCase(),
  width: 100,
  cell: (item) => item[key],
  text: (item) => item[key],
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
  const grid = (more: Partial<GridProps<Item>> = {}) => (
    <StrictMode>
      <Grid {...base} {...overrides} {...more} />
    </StrictMode>
  );
  const { rerender } = render(grid());
  return { again: (overrides: Partial<GridProps<Item>>) => rerender(grid(overrides)) };
};
const ticking = { selected: new Set<string>(), onToggle: () => {}, onToggleAll: () => {}, label: (item: Item) => item.id };
const focused = () => document.activeElement as HTMLElement;
const press = (key: string, modifiers: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(focused(), { key, ...modifiers });
const goTo = (text: string, modifiers: Partial<MouseEventInit> = {}) => fireEvent.mouseDown(screen.getByText(text), modifiers);
const announcement = () => screen.getByRole('status').textContent;

afterEach(cleanup);

const copied = () => {
  const setData = vi.fn();
  fireEvent.copy(focused(), { clipboardData: { setData } });
  return setData.mock.calls[0]?.[1];
};
const countSelected = () => screen.getByRole('grid').querySelectorAll('td[aria-selected="true"]').length;

test('Shift and arrows select cells, which are copied as tab-separated text; both are announced', () => {
  show({ copy: true, selection: ticking });
  goTo('Name 2');
  press('ArrowDown', { shiftKey: true });
  press('ArrowRight', { shiftKey: true });
  expect(announcement()).toBe('2 × 2 cells selected');
  expect(countSelected()).toBe(4);
  expect(copied()).toBe('Name 2\tNote 2\nName 3\tNote 3');
  expect(announcement()).toBe('4 cells copied');
});

test('Shift and a click, or a drag, selects from the focused cell; a plain arrow or Escape clears the selection', () => {
  show({ copy: true });
  goTo('I-1');
  goTo('Name 3', { shiftKey: true });
  expect(countSelected()).toBe(6);
  press('Escape');
  expect(countSelected()).toBe(0);
  goTo('Note 4');
  fireEvent.mouseOver(screen.getByText('Name 5'), { buttons: 1 });
  fireEvent.mouseOver(screen.getByText('I-6'), { buttons: 1 });
  expect(countSelected()).toBe(9);
  fireEvent.mouseOver(screen.getByText('I-1'), { buttons: 0 });
  expect(countSelected()).toBe(9);
  press('ArrowUp');
  expect(countSelected()).toBe(0);
  expect(copied()).toBe('I-5');
  expect(announcement()).toBe('Cell copied');
});

test('a new row order clears the selection', () => {
  const { again } = show({ copy: true });
  goTo('Name 2');
  press('ArrowDown', { shiftKey: true });
  again({ rows: items(6).reverse() });
  expect(countSelected()).toBe(0);
});

test('without `copy`, a Shift click only moves the focus, and copying is left to the browser', () => {
  show();
  goTo('I-1');
  goTo('Name 3', { shiftKey: true });
  expect(countSelected()).toBe(0);
  expect(copied()).toBeUndefined();
});

test('copied text quotes a tab, a line break or a leading quote, and keeps everything else as shown', () => {
  const text = (value: string) => rowsAsText([{ text: () => value }], [null]);
  expect(text('a\tb')).toBe('"a\tb"');
  expect(text('say "hi"\nbye')).toBe('"say ""hi""\nbye"');
  expect(text('"x')).toBe('"""x"');
  expect(text('5" <b>=HYPERLINK(1)')).toBe('5" <b>=HYPERLINK(1)');
});

test('decisions 2.18: copied text stays text in a spreadsheet, and a plain number stays a number', () => {
  const text = (value: string) => rowsAsText([{ text: () => value }], [null]);
  expect(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx', '\rx', ' =1'].map(text)).toEqual([
    "'=1+1",
    "'+1",
    "'-cmd",
    "'@SUM(A1)",
    '"\'\tx"',
    '"\'\rx"',
    "' =1",
  ]);
  expect(['-12.50', '-$1,250.00', '12', 'Mesa Library'].map(text)).toEqual(['-12.50', '-$1,250.00', '12', 'Mesa Library']);
});
