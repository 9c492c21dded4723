import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CellEditor } from '../../../src/ui/grid/editing/CellEditor.tsx';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { CellEditorKind as Editor, GridColumn } from '../../../src/ui/grid/types.ts';

type Item = { id: string; name: string };
const columns: readonly GridColumn<Item>[] = [
  { key: 'name', header: 'Name', width: 100, cell: ({ name }) => name, text: ({ name }) => name },
];
const items = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ id: `I-${index + 1}`, name: `Name ${index + 1}` }));
const editorOf = ({ name }: Item): Editor => ({ label: 'Name', value: name, kind: 'text' });
const layout = { order: [], hidden: [], widths: {} };
const ignore = () => {};

afterEach(cleanup);

test('decisions 6.05: a row that disappears during an edit commits it like a click elsewhere, and the grid reports every change', () => {
  const [onEditDraft, onEditLeave] = [vi.fn(), vi.fn()];
  const grid = (rows: readonly Item[]) => (
    <StrictMode>
      <Grid<Item>
        label="Items"
        columns={columns}
        rows={rows}
        rowKey={(item) => item.id}
        layout={layout}
        onLayoutChange={ignore}
        sort={null}
        onSort={ignore}
        state="ready"
        empty=""
        Field={CellEditor}
        editorOf={editorOf}
        editing={{ rowKey: 'I-3', key: 'name', draft: 'Wr' }}
        onEditDraft={onEditDraft}
        onEditLeave={onEditLeave}
      />
    </StrictMode>
  );
  const { rerender } = render(grid(items(3)));
  const field = screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement;
  expect([field.value, onEditLeave.mock.calls]).toEqual(['Wr', []]);
  fireEvent.change(field, { target: { value: 'Written' } });
  expect(onEditDraft.mock.calls).toEqual([[{ rowKey: 'I-3', key: 'name' }, 'Written']]);
  rerender(grid(items(2)));
  expect(onEditLeave).toHaveBeenCalledWith({ rowKey: 'I-3', key: 'name' });
});
