import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Grid } from '../../src/ui/grid/Grid.tsx';
import type { AfterCommit, CellEditor, CellRef, GridColumn, GridProps } from '../../src/ui/grid/types.ts';

type Item = { id: string; name: string; note: string; ready: string };
const keys = ['id', 'name', 'note', 'ready'] as const;
const columns: readonly GridColumn<Item>[] = keys.map((key) => ({
  key,
  header: key,
  width: 100,
  cell: (item) => item[key],
  text: (item) => item[key],
}));
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `I-${at + 1}`, name: `Name ${at + 1}`, note: `Note ${at + 1}`, ready: 'No' }));
const answers = ['', 'Yes', 'No'].map((value) => ({ value, label: value || '-- Select --' }));
const editorOf = (item: Item, key: string): CellEditor | null => {
  // The second item may not be edited by this person.
  if (key === 'id' || item.id === 'I-2') return null;
  if (key === 'ready') return { label: 'Ready', value: item.ready, kind: 'select', options: answers };
  return key === 'note' ? { label: 'Note', value: item.note, kind: 'long' } : { label: 'Name', value: item.name, kind: 'text' };
};
const layout = { order: [], hidden: [], widths: {} };
const nothing = () => {};

type Commit = (id: string, key: string, value: string, then: AfterCommit) => void;
/** What a screen does with an edit: takes the value at once, or leaves the cell as it is (`refuses`), or shows it as being saved. */
function Host({ onCommit, refuses, ...over }: Partial<GridProps<Item>> & { onCommit: Commit; refuses?: boolean }) {
  const [rows, setRows] = useState(over.rows ?? items(6));
  const [editing, setEditing] = useState<CellRef | null>(null);
  return (
    <Grid<Item>
      label="Items"
      columns={columns}
      rowKey={(item) => item.id}
      layout={layout}
      onLayoutChange={nothing}
      sort={null}
      onSort={nothing}
      state="ready"
      empty=""
      editorOf={editorOf}
      {...over}
      rows={rows}
      editing={editing}
      onEditStart={(row, key) => setEditing({ rowKey: row.id, key })}
      onEditCommit={(row, key, value, then) => {
        onCommit(row.id, key, value, then);
        if (refuses) return;
        setRows((now) => now.map((each) => (each.id === row.id ? { ...each, [key]: value } : each)));
        setEditing(null);
      }}
      onEditCancel={() => {
        over.onEditCancel?.();
        setEditing(null);
      }}
    />
  );
}
const show = (over: Partial<GridProps<Item>> & { refuses?: boolean } = {}) => {
  const onCommit = vi.fn<Commit>();
  const onEditCancel = vi.fn();
  const onRowOpen = vi.fn();
  render(
    <StrictMode>
      <Host onCommit={onCommit} onRowOpen={onRowOpen} {...over} onEditCancel={onEditCancel} />
      <button type="button">Outside</button>
    </StrictMode>,
  );
  return { onCommit, onEditCancel, onRowOpen };
};
const focused = () => document.activeElement as HTMLElement;
const field = () => focused() as HTMLInputElement;
const press = (key: string, held: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(focused(), { key, ...held });
const goTo = (text: string) => fireEvent.mouseDown(screen.getByText(text));
const write = (value: string) => fireEvent.change(focused(), { target: { value } });

afterEach(cleanup);

test.each(['Enter', 'F2'])('%s edits the cell in its place, and the field says what it is', (key) => {
  show();
  goTo('Name 1');
  press(key);
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(focused());
  expect(field().value).toBe('Name 1');
});

test('a double click edits; a row that is read only opens instead', () => {
  const { onRowOpen } = show();
  fireEvent.doubleClick(screen.getByText('Name 3'));
  expect(field().value).toBe('Name 3');
  press('Escape');
  fireEvent.doubleClick(screen.getByText('Name 2'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(onRowOpen.mock.calls.map(([row]) => row.id)).toEqual(['I-2']);
});

test('what is typed on a cell begins its new text; with Control it stays a shortcut', () => {
  show();
  goTo('Name 1');
  press('a', { ctrlKey: true });
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Ж');
  expect(field().value).toBe('Ж');
});

test('a character on a choice picks the first option that begins with it', () => {
  show();
  fireEvent.mouseDown(screen.getAllByText('No')[0] as HTMLElement);
  press('y');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ready' }).value).toBe('Yes');
});

test('on a read-only cell F2 and characters do nothing, Enter opens the row', () => {
  const { onRowOpen } = show();
  goTo('Name 2');
  press('F2');
  press('x');
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Enter');
  expect(onRowOpen).toHaveBeenCalledOnce();
});

test('Enter hands out the value and goes down, once', () => {
  const { onCommit, onEditCancel } = show();
  goTo('Name 3');
  press('Enter');
  write('New');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([['I-3', 'name', 'New', 'down']]);
  expect(focused().textContent).toBe('Name 4');
  expect(screen.getByText('New')).toBeTruthy();
  expect(onEditCancel).not.toHaveBeenCalled();
});

test('an emptied field is handed out as an empty text', () => {
  const { onCommit } = show();
  goTo('Name 1');
  press('Enter');
  write('');
  press('Enter');
  expect(onCommit.mock.calls[0]?.[2]).toBe('');
});

test('Enter that ends a composition commits nothing', () => {
  const { onCommit } = show();
  goTo('Name 1');
  press('Enter');
  press('Enter', { isComposing: true });
  expect(onCommit).not.toHaveBeenCalled();
});

test('Tab goes to the next cell that can be edited, over rows that cannot, and edits it', () => {
  const { onCommit } = show();
  fireEvent.doubleClick(screen.getAllByText('No')[0] as HTMLElement);
  press('Tab');
  expect(onCommit.mock.calls).toEqual([['I-1', 'ready', 'No', 'next']]);
  expect(field().value).toBe('Name 3');
  press('Tab', { shiftKey: true });
  expect(screen.getByRole('combobox', { name: 'Ready' })).toBe(focused());
  expect(onCommit.mock.calls.at(-1)).toEqual(['I-3', 'name', 'Name 3', 'previous']);
});

test('after Tab the next cell waits until the one before is saved', () => {
  const saving = new Set<string>();
  const cellMark = (item: Item, key: string) => (saving.has(`${item.id} ${key}`) ? 'saving' : undefined);
  const props = { onCommit: () => saving.add('I-3 name'), cellMark };
  const { rerender } = render(<Host {...props} />);
  fireEvent.doubleClick(screen.getByText('Name 3'));
  press('Tab');
  expect(focused().textContent).toBe('Note 3');
  expect(screen.queryByRole('textbox')).toBeNull();
  saving.clear();
  rerender(<Host {...props} />);
  expect(field().value).toBe('Note 3');
});

test('Escape leaves the cell as it was, keeps the focus on it and closes nothing around it', () => {
  const around = vi.fn();
  document.addEventListener('keydown', around);
  const { onCommit, onEditCancel } = show();
  goTo('Name 1');
  press('Enter');
  write('Other');
  around.mockClear();
  press('Escape');
  document.removeEventListener('keydown', around);
  expect([onEditCancel.mock.calls.length, onCommit.mock.calls.length, around.mock.calls.length]).toEqual([1, 0, 0]);
  expect(focused().textContent).toBe('Name 1');
});

test('going elsewhere keeps what was changed and drops what was not', () => {
  const { onCommit, onEditCancel } = show();
  goTo('Name 1');
  press('Enter');
  goTo('Name 4');
  expect([onEditCancel.mock.calls.length, onCommit.mock.calls.length]).toEqual([1, 0]);
  press('Enter');
  write('Changed');
  screen.getByRole('button', { name: 'Outside' }).focus();
  expect(onCommit.mock.calls).toEqual([['I-4', 'name', 'Changed', 'stay']]);
});

test('a long text has several lines: Shift and Enter begin one, Enter commits', () => {
  const { onCommit } = show();
  goTo('Note 1');
  press('Enter');
  expect(focused().tagName).toBe('TEXTAREA');
  expect(press('Enter', { shiftKey: true })).toBe(true);
  write('one\ntwo');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([['I-1', 'note', 'one\ntwo', 'down']]);
});

test('an option chosen by the pointer is committed at once, one reached by arrows is not', () => {
  const { onCommit } = show();
  fireEvent.doubleClick(screen.getAllByText('No')[0] as HTMLElement);
  press('ArrowUp');
  write('Yes');
  expect(onCommit).not.toHaveBeenCalled();
  fireEvent.pointerDown(focused());
  write('');
  expect(onCommit.mock.calls).toEqual([['I-1', 'ready', '', 'stay']]);
});

test('the draft survives scrolling far away and back', () => {
  show({ rows: items(1000), rowHeight: 40 });
  goTo('Name 3');
  press('Enter');
  write('half writ');
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  scroller.scrollTop = 20_000;
  fireEvent.scroll(scroller);
  expect(screen.getByText('Name 505')).toBeTruthy();
  expect(field().value).toBe('half writ');
});

test('a value that was refused stays in its field, and Enter hands it out again', () => {
  const { onCommit } = show({ refuses: true });
  goTo('Name 1');
  press('Enter');
  write('Bad');
  press('Enter');
  const again = screen.getByRole<HTMLInputElement>('textbox');
  expect(again.value).toBe('Bad');
  again.focus();
  press('Enter');
  expect(onCommit.mock.calls.map(([, , value]) => value)).toEqual(['Bad', 'Bad']);
});

test('a cell that is being saved says so and its field cannot be changed; changed cells and rows say so in words', () => {
  show({
    refuses: true,
    cellMark: (item, key) => (key === 'name' ? (item.id === 'I-1' ? 'saving' : item.id === 'I-4' ? 'modified' : undefined) : undefined),
    rowMark: (item) => (item.id === 'I-4' ? 'modified' : undefined),
  });
  expect(screen.getByText('Name 1').textContent).toBe('Name 1 (being saved)');
  expect(screen.getByText('Name 4').textContent).toBe('Name 4 (changed)');
  expect(screen.getByText('I-4').textContent).toBe('I-4 (row with changes)');
  fireEvent.doubleClick(screen.getByText('Name 1'));
  expect(screen.getByRole<HTMLInputElement>('textbox').readOnly).toBe(true);
});
