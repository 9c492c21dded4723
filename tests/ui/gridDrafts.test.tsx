import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Grid } from '../../src/ui/grid/Grid.tsx';
import type { CellEditor, CellRef, GridColumn } from '../../src/ui/grid/types.ts';

type Item = { id: string; name: string };
const columns: readonly GridColumn<Item>[] = [
  { key: 'name', header: 'Name', width: 100, cell: ({ name }) => name, text: ({ name }) => name },
];
const items = (count: number): Item[] => Array.from({ length: count }, (_, at) => ({ id: `I-${at + 1}`, name: `Name ${at + 1}` }));
const editorOf = ({ name }: Item): CellEditor => ({ label: 'Name', value: name, kind: 'text' });
const layout = { order: [], hidden: [], widths: {} };
const nothing = () => {};

afterEach(cleanup);

test('what is typed before the field is there, because the cell before is being saved, adds up', () => {
  const start = vi.fn();
  const grid = (editing: CellRef | null) => (
    <Grid<Item>
      label="Items"
      columns={columns}
      rows={items(3)}
      rowKey={(item) => item.id}
      layout={layout}
      onLayoutChange={nothing}
      sort={null}
      onSort={nothing}
      state="ready"
      empty=""
      editorOf={editorOf}
      editing={editing}
      onEditStart={start}
    />
  );
  const { rerender } = render(grid(null));
  const cell = screen.getByText('Name 1').closest('td') as HTMLElement;
  fireEvent.mouseDown(cell);
  for (const key of ['1', '0', '2']) fireEvent.keyDown(cell, { key });
  expect(start).toHaveBeenCalledTimes(3);
  rerender(grid({ rowKey: 'I-1', key: 'name' }));
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('102');
});

test('a row that goes away while it is edited is left as by a click elsewhere: what was written is not lost', async () => {
  const [onEditCommit, onEditCancel] = [vi.fn(), vi.fn()];
  const grid = (rows: readonly Item[]) => (
    <StrictMode>
      <Grid<Item>
        label="Items"
        columns={columns}
        rows={rows}
        rowKey={(item) => item.id}
        layout={layout}
        onLayoutChange={nothing}
        sort={null}
        onSort={nothing}
        state="ready"
        empty=""
        editorOf={editorOf}
        editing={{ rowKey: 'I-3', key: 'name' }}
        onEditCommit={onEditCommit}
        onEditCancel={onEditCancel}
      />
    </StrictMode>
  );
  const { rerender } = render(grid(items(3)));
  await Promise.resolve();
  expect(onEditCancel).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Written' } });
  rerender(grid(items(2)));
  await Promise.resolve();
  expect(onEditCommit.mock.calls.map(([row, key, value]) => [row.id, key, value])).toEqual([['I-3', 'name', 'Written']]);
  rerender(grid(items(3)));
  rerender(grid(items(2)));
  await Promise.resolve();
  expect(onEditCancel).toHaveBeenCalledTimes(1);
  expect(onEditCommit).toHaveBeenCalledTimes(1);
});
