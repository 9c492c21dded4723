import { fireEvent, render, screen } from '@testing-library/react';
import { useActorRef, useSelector } from '@xstate/react';
import { StrictMode, useCallback, useMemo, useState } from 'react';
import { vi } from 'vitest';
import { gridEditingMachine } from '../../../src/machines/lists/gridEditing.machine.ts';
import { CellEditor } from '../../../src/ui/grid/editing/CellEditor.tsx';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { CellRef, CellWrite, CellEditorKind as Editor, GridColumn, GridProps } from '../../../src/ui/grid/types.ts';

export type Item = { id: string; name: string; note: string; ready: string };
const keys = ['id', 'name', 'note', 'ready'] as const;
const columns: readonly GridColumn<Item>[] = keys.map((key) => ({
  key,
  header: key,
  width: 100,
  cell: (item) => item[key],
  text: (item) => item[key],
}));
export const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `I-${index + 1}`,
    name: `Name ${index + 1}`,
    note: `Note ${index + 1}`,
    ready: 'No',
  }));
const answers = ['', 'Yes', 'No'].map((value) => ({ value, label: value || '-- Select --' }));
const editorOf = (item: Item, key: string): Editor | null => {
  // This person can't edit the second item.
  if (key === 'id' || item.id === 'I-2') return null;
  if (key === 'ready') return { label: 'Ready', value: item.ready, kind: 'select', options: answers };
  return key === 'note' ? { label: 'Note', value: item.note, kind: 'long' } : { label: 'Name', value: item.name, kind: 'text' };
};
const layout = { order: [], hidden: [], widths: {} };
const ignore = () => {};

type Commit = (id: string, key: string, value: string | null) => void;
type Write = (cells: readonly CellWrite<Item>[]) => void;
type HostProps = Partial<GridProps<Item>> & { onCommit: Commit; onClose?: () => void; onWrite?: Write };
/** Acts as a screen: the grid's own machine, with rows that change immediately. */
function Host({ onCommit, onClose, onWrite, ...overrides }: HostProps) {
  const [rows, setRows] = useState(overrides.rows ?? items(6));
  const machine = useMemo(
    () =>
      gridEditingMachine.provide({
        actions: {
          relayCommit: (_, { row, key, value }) => {
            onCommit(row?.id ?? '', key, value);
            setRows((current) => current.map((item) => (item.id === row?.id ? { ...item, [key]: value } : item)));
          },
          relayClosed: () => onClose?.(),
        },
      }),
    [onCommit, onClose],
  );
  const ref = useActorRef(machine);
  const { row, key, first } = useSelector(ref, ({ context }) => context);
  const leave = useCallback((cell: CellRef) => ref.send({ type: 'cell.leave', cell }), [ref]);
  return (
    <Grid<Item>
      label="Items"
      columns={columns}
      rowKey={(item) => item.id}
      layout={layout}
      onLayoutChange={ignore}
      sort={null}
      onSort={ignore}
      state="ready"
      empty=""
      Field={CellEditor}
      editorOf={editorOf}
      {...overrides}
      rows={rows}
      editing={row && { rowKey: row.id, key, draft: first }}
      onEditStart={(cell) => ref.send({ type: 'cell.open', ...cell })}
      onEditDraft={(cell, value) => ref.send({ type: 'draft.change', cell, value })}
      onEditCommit={(cell, value, next) => ref.send({ type: 'cell.commit', cell, value, next })}
      onEditLeave={leave}
      onEditCancel={(cell) => ref.send({ type: 'cell.cancel', cell })}
      onCellsWrite={(cells) => {
        onWrite?.(cells);
        const valuesOf = (id: string) =>
          Object.fromEntries(cells.filter(({ row: item }) => item.id === id).map(({ key: to, value }) => [to, value]));
        setRows((current) => current.map((item) => ({ ...item, ...valuesOf(item.id) })));
      }}
    />
  );
}
export const show = (overrides: Partial<GridProps<Item>> = {}) => {
  const onCommit = vi.fn<Commit>();
  const onClose = vi.fn();
  const onWrite = vi.fn<Write>();
  const onRowOpen = vi.fn();
  render(
    <StrictMode>
      <Host onCommit={onCommit} onClose={onClose} onWrite={onWrite} onRowOpen={onRowOpen} {...overrides} />
      <button type="button">Outside</button>
    </StrictMode>,
  );
  return { onCommit, onClose, onRowOpen, onWrite };
};
export const focused = () => document.activeElement as HTMLElement;
export const field = () => focused() as HTMLInputElement;
export const press = (key: string, modifiers: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(focused(), { key, ...modifiers });
export const goTo = (text: string) => fireEvent.mouseDown(screen.getByText(text));
export const write = (value: string) => fireEvent.change(focused(), { target: { value } });
