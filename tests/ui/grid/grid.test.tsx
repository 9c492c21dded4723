import { cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { GridColumn, GridLayout, GridProps, LayoutChange } from '../../../src/ui/grid/types.ts';

type Item = { id: string; name: string; price: number };
const text = (pick: (item: Item) => string) => ({ cell: pick, text: pick });
const columns: readonly GridColumn<Item>[] = [
  { key: 'id', header: 'Id', width: 80, sortable: true, ...text((item) => item.id) },
  { key: 'name', header: 'Name', width: 120, ...text((item) => item.name) },
  { key: 'price', header: 'Price', width: 90, align: 'end', sortable: true, ...text((item) => String(item.price)) },
];
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `I-${index + 1}`, name: `Item ${index + 1}`, price: index }));
const start: GridLayout = { order: ['id', 'name', 'price'], hidden: [], widths: {} };

/** Applies a change as a screen's machine does, so that tests can press keys in a row. */
const applied = (layout: GridLayout, change: LayoutChange): GridLayout => {
  if (change.type === 'column.resize') return { ...layout, widths: { ...layout.widths, [change.key]: change.width } };
  if (change.type !== 'column.move') throw new Error(`the grid itself never sends ${change.type}`);
  const order = layout.order.filter((key) => key !== change.key);
  order.splice(change.to, 0, change.key);
  return { ...layout, order };
};

const own = {
  label: 'Items',
  columns,
  rows: items(5),
  rowKey: (item: Item) => item.id,
  sort: null,
  empty: 'Nothing',
  state: 'ready' as const,
};
type HostProps = Partial<GridProps<Item>> & Pick<GridProps<Item>, 'onLayoutChange' | 'onSort'>;
function Host(overrides: HostProps) {
  const [layout, setLayout] = useState(overrides.layout ?? start);
  const onLayoutChange = (change: LayoutChange) => {
    overrides.onLayoutChange(change);
    setLayout((current) => applied(current, change));
  };
  return <Grid<Item> {...own} {...overrides} layout={layout} onLayoutChange={onLayoutChange} />;
}

const show = (overrides: Partial<GridProps<Item>> = {}) => {
  const changes = vi.fn<(change: LayoutChange) => void>();
  const onSort = vi.fn<(key: string) => void>();
  const onRowOpen = vi.fn<(row: Item) => void>();
  const view = render(
    <StrictMode>
      <Host {...overrides} onLayoutChange={changes} onSort={onSort} onRowOpen={onRowOpen} />
    </StrictMode>,
  );
  return { changes, onSort, onRowOpen, view };
};

const focused = () => document.activeElement as HTMLElement;
const press = (key: string, modifiers: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(focused(), { key, ...modifiers });
const enter = () => screen.getByRole<HTMLElement>('grid').querySelector<HTMLElement>('[tabindex="0"]')?.focus();
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const columnStyle = (columnIndex: number) => screen.getAllByRole<HTMLElement>('columnheader')[columnIndex]?.style.width;

afterEach(cleanup);

test('the grid announces its size: all rows with the header, the columns, and the position of each row', () => {
  show({ total: 120, firstRowIndex: 25 });
  const grid = screen.getByRole('grid', { name: 'Items' });
  expect(grid.getAttribute('aria-rowcount')).toBe('121');
  expect(grid.getAttribute('aria-colcount')).toBe('3');
  expect(within(grid).getByText('I-1').closest('tr')?.getAttribute('aria-rowindex')).toBe('27');
});

test('announces an unknown total as −1', () => {
  show({ total: null });
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
});

test('renders only a window of 10,000 rows, and spacers keep the full height', () => {
  show({ rows: items(10_000), rowHeight: 40 });
  const grid = screen.getByRole('grid');
  const rows = grid.querySelectorAll('tr[data-row]').length;
  expect(rows).toBeGreaterThan(20);
  expect(rows).toBeLessThan(60);
  const gaps = [...grid.querySelectorAll<HTMLElement>('.grid-gap')].reduce((sum, gap) => sum + Number.parseFloat(gap.style.height), 0);
  expect(gaps + rows * 40).toBe(400_000);
});

test('scrolling renders the rows at that position', () => {
  show({ rows: items(10_000), rowHeight: 40 });
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  expect(screen.queryByText('I-5001')).toBeNull();
  scroller.scrollTop = 200_000;
  fireEvent.scroll(scroller);
  expect(screen.getByText('I-5001')).toBeTruthy();
  expect(screen.queryByText('I-1')).toBeNull();
});

test('the focused row stays in the DOM when it is scrolled away, and keys continue from it', () => {
  show({ rows: items(1000), rowHeight: 40 });
  enter();
  press('ArrowDown');
  press('ArrowDown');
  expect(focused().textContent).toBe('I-2');
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  scroller.scrollTop = 20_000;
  fireEvent.scroll(scroller);
  expect(focused().textContent).toBe('I-2');
  press('ArrowDown');
  expect(focused().textContent).toBe('I-3');
});

test('one cell is in the tab order, and arrows move it through header and rows', () => {
  show();
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]').length).toBe(1);
  enter();
  expect(focused().textContent).toBe('Id');
  press('ArrowRight');
  expect(focused().textContent).toBe('Name');
  press('ArrowDown');
  expect(focused().textContent).toBe('Item 1');
  press('ArrowLeft');
  press('ArrowLeft');
  expect(focused().textContent).toBe('I-1');
  press('ArrowUp');
  press('ArrowUp');
  expect(focused().textContent).toBe('Id');
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]').length).toBe(1);
});

test('Home and End go to the ends of a row, and with Control to the ends of the grid', () => {
  show();
  enter();
  press('ArrowDown');
  press('End');
  expect(focused().textContent).toBe('0');
  press('End', { ctrlKey: true });
  expect(focused().textContent).toBe('4');
  press('Home');
  expect(focused().textContent).toBe('I-5');
  press('Home', { ctrlKey: true });
  expect(focused().textContent).toBe('I-1');
});

test('Enter and Space sort on a sortable header, and do nothing on others', () => {
  const { onSort, onRowOpen } = show({ sort: { key: 'price', direction: 'desc' } });
  expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('none');
  expect(screen.getByRole('columnheader', { name: 'Name' }).hasAttribute('aria-sort')).toBe(false);
  enter();
  press('Enter');
  press('ArrowRight');
  press('Enter');
  press('ArrowRight');
  press(' ');
  fireEvent.click(screen.getByRole('columnheader', { name: 'Price' }));
  expect(onSort.mock.calls).toEqual([['id'], ['price'], ['price']]);
  expect(onRowOpen).not.toHaveBeenCalled();
});

test('decisions 8.04: Enter, a click and the row’s button open a row', () => {
  const { onRowOpen } = show({ rowLabel: (item) => `Open ${item.id}` });
  enter();
  press('ArrowDown');
  press('Enter');
  fireEvent.click(screen.getByText('Item 3'));
  fireEvent.click(screen.getByRole('button', { name: 'Open I-5' }));
  fireEvent.click(screen.getByText('Item 2'), { shiftKey: true });
  expect(onRowOpen.mock.calls.map(([row]) => row.id)).toEqual(['I-1', 'I-3', 'I-5']);
});

test('decisions 8.04: a row with an address opens by a link, also in another tab', () => {
  const { onRowOpen } = show({ rowLabel: (item) => `Open ${item.id}`, rowHref: (item) => `?row=${item.id}` });
  const link = screen.getByRole('link', { name: 'Open I-5' });
  expect(link.getAttribute('href')).toBe('?row=I-5');
  expect(screen.queryByRole('button', { name: 'Open I-5' })).toBeNull();
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(onRowOpen).not.toHaveBeenCalled();
  expect(fireEvent.click(link)).toBe(false);
  expect(onRowOpen.mock.calls.map(([row]) => row.id)).toEqual(['I-5']);
});

test('decisions 8.04: text in the first cell can be selected, and clicks on it reach the row and the link', () => {
  const { onRowOpen } = show({ rowLabel: (item) => `Open ${item.id}`, rowHref: (item) => `?row=${item.id}` });
  const followed: string[] = [];
  const link = screen.getByRole('link', { name: 'Open I-5' });
  link.addEventListener('click', (event) => {
    followed.push(`${event.ctrlKey || event.metaKey}`);
    event.preventDefault();
  });
  const text = screen.getByText('I-5');
  fireEvent.click(text, { ctrlKey: true });
  fireEvent(text, new MouseEvent('auxclick', { button: 1, bubbles: true }));
  expect(followed).toEqual(['true', 'true']);
  window.getSelection()?.selectAllChildren(text);
  fireEvent.click(text);
  expect(onRowOpen).not.toHaveBeenCalled();
  window.getSelection()?.removeAllRanges();
  fireEvent.click(text);
  expect(onRowOpen.mock.calls.map(([row]) => row.id)).toEqual(['I-5']);
});

test('decisions 8.04: in a grid whose rows do not open, Enter follows a cell’s link', () => {
  const clicked = vi.fn((event: Event) => event.preventDefault());
  const linked = {
    key: 'id',
    header: 'Id',
    width: 150,
    cell: ({ id }: Item) => <a href={`/items/${id}`}>{id}</a>,
    text: ({ id }: Item) => id,
  };
  render(<Host columns={[linked]} onLayoutChange={() => {}} onSort={() => {}} />);
  document.addEventListener('click', clicked);
  enter();
  press('ArrowDown');
  press('Enter');
  document.removeEventListener('click', clicked);
  expect(clicked.mock.calls.map(([{ target }]) => (target as HTMLElement).getAttribute('href'))).toEqual(['/items/I-1']);
});

test('Control and an arrow move the column, which keeps the focus and announces its new place', () => {
  const { changes } = show();
  enter();
  press('ArrowRight', { ctrlKey: true });
  expect(headers()).toEqual(['Name', 'Id', 'Price']);
  expect(focused().textContent).toBe('Id');
  expect(screen.getByRole('status').textContent).toBe('Id is now column 2 of 3');
  press('ArrowRight', { metaKey: true });
  press('ArrowRight', { ctrlKey: true });
  expect(headers()).toEqual(['Name', 'Price', 'Id']);
  expect(changes).toHaveBeenCalledTimes(2);
});

test('a move skips hidden columns', () => {
  const { changes } = show({ layout: { ...start, hidden: ['name'] } });
  enter();
  press('ArrowRight', { ctrlKey: true });
  expect(changes.mock.calls).toEqual([[{ type: 'column.move', key: 'id', to: 2 }]]);
  expect(screen.getByRole('status').textContent).toBe('Id is now column 2 of 2');
});

test('spec 9.08: Shift and an arrow change the width by 16 px, never below 60', () => {
  const { changes } = show();
  enter();
  press('ArrowRight', { shiftKey: true });
  expect(changes.mock.calls.at(-1)).toEqual([{ type: 'column.resize', key: 'id', width: 96 }]);
  expect(screen.getByRole('status').textContent).toBe('Id is 96 pixels wide');
  for (let presses = 0; presses < 5; presses += 1) press('ArrowLeft', { shiftKey: true });
  expect(columnStyle(0)).toBe('60px');
});

test('the pointer resizes: shows the width while it moves, and reports it once, clamped, on release', () => {
  const { changes } = show();
  const handle = screen.getByRole('columnheader', { name: 'Name' }).querySelector('.grid-resize') as HTMLElement;
  fireEvent.pointerDown(handle, { clientX: 200, button: 0 });
  fireEvent.pointerMove(document, { clientX: 230 });
  expect(columnStyle(1)).toBe('150px');
  fireEvent.pointerMove(document, { clientX: 20 });
  expect(columnStyle(1)).toBe('60px');
  expect(changes).not.toHaveBeenCalled();
  fireEvent.pointerUp(document);
  expect(changes.mock.calls).toEqual([[{ type: 'column.resize', key: 'name', width: 60 }]]);
});

test('Escape while resizing restores the old width', () => {
  const { changes } = show();
  const handle = screen.getByRole('columnheader', { name: 'Name' }).querySelector('.grid-resize') as HTMLElement;
  fireEvent.pointerDown(handle, { clientX: 200, button: 0 });
  fireEvent.pointerMove(document, { clientX: 300 });
  fireEvent.keyDown(document, { key: 'Escape' });
  fireEvent.pointerUp(document);
  expect(columnStyle(1)).toBe('120px');
  expect(changes).not.toHaveBeenCalled();
});

test('a growing column stops growing while it is resized, and once it has a width of its own', () => {
  const growing = columns.map((column) => ({ ...column, grows: column.key === 'name' }));
  const { changes } = show({ columns: growing });
  const header = screen.getByRole<HTMLElement>('columnheader', { name: 'Name' });
  Object.defineProperty(header, 'offsetWidth', { value: 200 });
  expect(header.dataset.grows).toBe('true');
  const handle = header.querySelector('.grid-resize') as HTMLElement;
  fireEvent.pointerDown(handle, { clientX: 200, button: 0 });
  fireEvent.pointerMove(document, { clientX: 230 });
  expect([header.style.width, header.style.flexGrow]).toEqual(['230px', '0']);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect([header.style.width, header.style.flexGrow]).toEqual(['120px', '']);
  enter();
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  expect(changes.mock.calls.at(-1)).toEqual([{ type: 'column.resize', key: 'name', width: 216 }]);
  expect(header.dataset.grows).toBeUndefined();
});

test('dragging a header onto another moves the column', () => {
  const { changes } = show();
  const data = { setData: vi.fn(), effectAllowed: '' };
  const dragHandle = screen.getByText('Price').closest('[draggable]') as HTMLElement;
  const target = screen.getByRole('columnheader', { name: 'Id' });
  target.getBoundingClientRect = () => ({ left: 0, width: 80 }) as DOMRect;
  fireEvent.dragStart(dragHandle, { dataTransfer: data });
  const dragOver = createEvent.dragOver(target, { dataTransfer: data });
  // happy-dom's drag events have no coordinates.
  Object.defineProperty(dragOver, 'clientX', { value: 10 });
  fireEvent(target, dragOver);
  fireEvent.drop(target, { dataTransfer: data });
  expect(changes.mock.calls).toEqual([[{ type: 'column.move', key: 'price', to: 0 }]]);
  expect(headers()).toEqual(['Price', 'Id', 'Name']);
});

test('a saved layout ignores unknown keys, puts new columns last, keeps widths, and hides hidden columns', () => {
  show({ layout: { order: ['gone', 'price', 'price'], hidden: ['name', 'gone'], widths: { price: 5, gone: 300 } } });
  expect(headers()).toEqual(['Price', 'Id']);
  expect(columnStyle(0)).toBe('60px');
});

test('shows skeletons while loading without rows, and otherwise keeps the rows', () => {
  const { view } = show({ state: 'loading', rows: [], skeletonRows: 7 });
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  expect(view.container.querySelectorAll('tbody tr').length).toBe(7);
  expect(screen.queryByText('Nothing')).toBeNull();
  cleanup();
  show({ state: 'loading' });
  expect(screen.getByText('I-1')).toBeTruthy();
});

test('says why there are no rows', () => {
  show({ rows: [] });
  expect(screen.getByText('Nothing')).toBeTruthy();
});

test('renders only the changed row again', () => {
  const cell = vi.fn((item: Item) => item.name);
  const counted: readonly GridColumn<Item>[] = [{ key: 'name', header: 'Name', width: 100, cell, text: cell }];
  const layout: GridLayout = { order: [], hidden: [], widths: {} };
  const rows = items(20);
  const ignore = () => {};
  const grid = (received: Item[]) => (
    <Grid
      label="x"
      columns={counted}
      rows={received}
      rowKey={(item) => item.id}
      layout={layout}
      onLayoutChange={ignore}
      sort={null}
      onSort={ignore}
      state="ready"
      empty=""
    />
  );
  const { rerender } = render(grid(rows));
  cell.mockClear();
  rerender(grid(rows.map((item) => (item.id === 'I-4' ? { ...item, name: 'Changed' } : item))));
  expect(cell.mock.calls.map(([item]) => item.id)).toEqual(['I-4']);
});
