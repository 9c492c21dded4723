import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { GridToolbar } from '../../src/ui/grid/toolbar/GridToolbar.tsx';
import type { GridColumn, GridLayout, LayoutChange } from '../../src/ui/grid/types.ts';

type Item = { id: string };
const column = (key: string, header: string): GridColumn<Item> => ({
  key,
  header,
  width: 150,
  cell: (item) => item.id,
  text: (item) => `${key} ${item.id}`,
});
const columns = [column('a', 'Alpha'), column('b', 'Beta'), column('c', 'Gamma')];

const show = (layout: Partial<GridLayout> = {}, rows: Item[] = [{ id: '1' }]) => {
  const changes = vi.fn<(change: LayoutChange) => void>();
  render(
    <GridToolbar
      columns={columns}
      layout={{ order: [], hidden: [], widths: {}, ...layout }}
      onLayoutChange={changes}
      rows={rows}
      fileName="items.csv"
    />,
  );
  return changes;
};
const openMenu = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return within(screen.getByRole('dialog', { name: 'Columns' }));
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('columns are hidden and shown by their checkbox', () => {
  const changes = show({ hidden: ['b'] });
  const menu = openMenu();
  fireEvent.click(menu.getByRole('checkbox', { name: 'Beta' }));
  fireEvent.click(menu.getByRole('checkbox', { name: 'Alpha' }));
  expect(changes.mock.calls).toEqual([[{ type: 'column.show', key: 'b' }], [{ type: 'column.hide', key: 'a' }]]);
});

test('the last shown column cannot be hidden', () => {
  show({ hidden: ['a', 'b'] });
  expect(openMenu().getByRole<HTMLInputElement>('checkbox', { name: 'Gamma' }).disabled).toBe(true);
});

test('buttons move a column past hidden ones and announce its place; at an end, they do nothing', () => {
  const changes = show({ order: ['c', 'b', 'a'], hidden: ['b'] });
  const menu = openMenu();
  expect(menu.getAllByRole('checkbox').map((box) => box.closest('.check')?.textContent)).toEqual(['Gamma', 'Beta', 'Alpha']);
  expect(menu.getByRole<HTMLButtonElement>('button', { name: 'Move left: Gamma' }).disabled).toBe(true);
  expect(menu.getByRole<HTMLButtonElement>('button', { name: 'Move right: Alpha' }).disabled).toBe(true);
  fireEvent.click(menu.getByRole('button', { name: 'Move right: Gamma' }));
  expect(changes.mock.calls).toEqual([[{ type: 'column.move', key: 'c', to: 2 }]]);
  expect(menu.getByRole('status').textContent).toBe('Gamma is now column 2 of 2');
});

test('buttons change a width by 16 px, never below 60', () => {
  const changes = show({ widths: { a: 200, b: 64 } });
  const menu = openMenu();
  fireEvent.click(menu.getByRole('button', { name: 'Wider: Alpha' }));
  fireEvent.click(menu.getByRole('button', { name: 'Narrower: Beta' }));
  expect(changes.mock.calls).toEqual([[{ type: 'column.resize', key: 'a', width: 216 }], [{ type: 'column.resize', key: 'b', width: 60 }]]);
});

test('Reset columns requests the table’s own layout', () => {
  const changes = show();
  fireEvent.click(openMenu().getByRole('button', { name: 'Reset columns' }));
  expect(changes.mock.calls).toEqual([[{ type: 'layout.reset' }]]);
});

test('Export CSV writes the shown columns in their order', async () => {
  let blob: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((received) => {
    blob = received as Blob;
    return 'blob:x';
  });
  show({ order: ['c', 'a', 'b'], hidden: ['a'] });
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await blob?.text()).toContain('Gamma,Beta\r\nc 1,b 1\r\n');
});

test('has nothing to export without rows', () => {
  show({}, []);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
});
