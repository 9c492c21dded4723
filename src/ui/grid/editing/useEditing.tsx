import { type ReactNode, useEffect, useMemo } from 'react';
import type { Columns } from '../columns/useColumns.ts';
import type { CommitKey, CellEditorKind as Editor, GridOpenedCell, GridProps } from '../types.ts';
import type { ActiveCell, Focus } from '../useActiveCell.ts';
import type { Block } from './useBlock.tsx';

/** The initial draft after typing a character on a cell: the character, or the first option that starts with it. */
const initialDraft = (editor: Editor, char: string): string => {
  if (editor.kind !== 'select') return char;
  return editor.options.find(({ label }) => label.toLowerCase().startsWith(char.toLowerCase()))?.value ?? editor.value;
};

/** Connects cells to the `gridEditing` machine, which owns the edited cell and its draft: maps keys to cells and renders the field. */
export const useEditing = <Row,>(props: GridProps<Row>, { visible }: Columns<Row>, { choose, go }: Focus, block: Block) => {
  const { rows, rowKey, editorOf, editing = null, onEditLeave, Field } = props;
  const key = editing?.key ?? '';
  const editedKey = editing?.rowKey ?? null;
  const index = useMemo(() => (editedKey === null ? -1 : rows.findIndex((row) => rowKey(row) === editedKey)), [rows, rowKey, editedKey]);
  const editedRow = rows[index];
  const editor = editedRow === undefined ? null : (editorOf?.(editedRow, key) ?? null);
  const cell: ActiveCell = { row: index, key };

  const toOpenedCell = (cell: ActiveCell, char: string | null): GridOpenedCell<Row> | null => {
    const row = rows[cell.row];
    const editorKind = row === undefined ? null : (editorOf?.(row, cell.key) ?? null);
    return row === undefined || editorKind === null
      ? null
      : { row, key: cell.key, draft: char === null ? null : initialDraft(editorKind, char) };
  };
  const start = (cell: ActiveCell, char: string | null): boolean => {
    const editorKind = toOpenedCell(cell, char);
    if (editorKind) props.onEditStart?.(editorKind);
    return editorKind !== null;
  };

  const hasEditor = editor !== null;
  // Makes the edited cell the active one, even if the screen opened it.
  useEffect(() => {
    if (hasEditor) choose({ row: index, key });
  }, [hasEditor, index, key, choose]);
  // If the row disappears or becomes read-only, the edit ends as after an outside click.
  useEffect(() => {
    if (editedKey !== null && !hasEditor) onEditLeave?.({ rowKey: editedKey, key });
  }, [editedKey, hasEditor, key, onEditLeave]);

  /** The nearest editable cell before or after this one, row by row; this cell if there is no other. */
  const findEditableNeighbour = (direction: -1 | 1): ActiveCell => {
    const width = visible.length;
    const from = index * width + visible.findIndex((column) => column.key === key);
    for (let position = from + direction; position >= 0 && position < rows.length * width; position += direction) {
      const row = rows[Math.floor(position / width)];
      const column = visible[position % width];
      if (row !== undefined && column && editorOf?.(row, column.key)) return { row: Math.floor(position / width), key: column.key };
    }
    return cell;
  };
  const commit = (value: string, commitKey: CommitKey) => {
    if (editing === null) return;
    if (commitKey === 'all' && block.writeAll(value)) {
      // All selected cells, including this one, already have the value.
      props.onEditCancel?.({ rowKey: editing.rowKey, key });
      go(cell);
      return;
    }
    block.release();
    const isStep = commitKey === 'next' || commitKey === 'previous';
    const cellBelow = { row: Math.min(index + 1, rows.length - 1), key };
    const nextCell = isStep ? findEditableNeighbour(commitKey === 'next' ? 1 : -1) : commitKey === 'down' ? cellBelow : cell;
    const isMoving = nextCell.row !== index || nextCell.key !== key;
    props.onEditCommit?.({ rowKey: editing.rowKey, key }, value, isStep && isMoving ? toOpenedCell(nextCell, null) : null);
    go(nextCell);
  };
  const field: ReactNode = editing && editor && Field && (
    <Field
      key={`${editing.rowKey} ${key}`}
      editor={editor}
      draft={editing.draft}
      onDraft={(value) => props.onEditDraft?.({ rowKey: editing.rowKey, key }, value)}
      onCommit={commit}
      onLeave={() => props.onEditLeave?.({ rowKey: editing.rowKey, key })}
      onCancel={() => {
        props.onEditCancel?.({ rowKey: editing.rowKey, key });
        go(cell);
      }}
    />
  );
  return { start, index: editor ? index : -1, key, field };
};

export type Editing = ReturnType<typeof useEditing>;
