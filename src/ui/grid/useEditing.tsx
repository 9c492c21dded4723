import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { CellEditor } from './CellEditor.tsx';
import type { AfterCommit, GridProps } from './types.ts';
import type { ActiveCell, Focus } from './useActiveCell.ts';
import type { Columns } from './useColumns.ts';

type Wish = { from: ActiveCell; to: ActiveCell };

/** Which cell is edited is said from outside; here: what begins and ends it, where the focus goes, and the field itself. */
export const useEditing = <Row,>(props: GridProps<Row>, { visible }: Columns<Row>, { active, choose, go }: Focus) => {
  const { rows, rowKey, editorOf, editing = null, cellMark } = props;
  const typed = useRef<string | null>(null);
  /** Tab went to a cell that is to be edited as soon as the one before is saved. */
  const wish = useRef<Wish | null>(null);
  /** A cell whose field was asked for and isn't there yet, because the one before is being saved: what is typed meanwhile adds up. */
  const asked = useRef<ActiveCell | null>(null);
  const key = editing?.key ?? '';
  const editedKey = editing?.rowKey ?? null;
  const index = useMemo(() => (editedKey === null ? -1 : rows.findIndex((row) => rowKey(row) === editedKey)), [rows, rowKey, editedKey]);
  const edited = rows[index];
  const editor = edited === undefined ? null : (editorOf?.(edited, key) ?? null);
  const cell: ActiveCell = { row: index, key };

  const start = (at: ActiveCell, char: string | null): boolean => {
    const row = rows[at.row];
    if (row === undefined || !editorOf?.(row, at.key)) return false;
    const again = asked.current?.row === at.row && asked.current.key === at.key;
    typed.current = again && char !== null ? (typed.current ?? '') + char : char;
    asked.current = at;
    wish.current = null;
    props.onEditStart?.(row, at.key);
    return true;
  };

  const now = useRef(editing);
  useLayoutEffect(() => {
    now.current = editing;
  });
  const has = index >= 0;
  // The keys go on from the cell that is edited, also when the screen chose it.
  useEffect(() => {
    if (has) choose({ row: index, key });
  }, [has, index, key, choose]);
  useEffect(() => {
    const { current } = asked;
    if (has || (current && (current.row !== active.row || current.key !== active.key))) asked.current = null;
  }, [has, active]);
  useEffect(() => {
    const { current } = wish;
    if (!current || editing) return;
    const { from, to } = current;
    const row = rows[from.row];
    if (row !== undefined && cellMark?.(row, from.key) === 'saving') return;
    wish.current = null;
    // Whoever went elsewhere meanwhile wants something else.
    const there = active.row === to.row && active.key === to.key && document.activeElement?.matches('td[tabindex="0"]');
    if (there) start(to, null);
  });

  /** The nearest cell before or after this one that can be edited, row by row. */
  const editableBeside = (by: -1 | 1): ActiveCell => {
    const width = visible.length;
    const from = index * width + visible.findIndex((column) => column.key === key);
    for (let at = from + by; at >= 0 && at < rows.length * width; at += by) {
      const row = rows[Math.floor(at / width)];
      const column = visible[at % width];
      if (row !== undefined && column && editorOf?.(row, column.key)) return { row: Math.floor(at / width), key: column.key };
    }
    return cell;
  };
  const targetOf = (then: AfterCommit): ActiveCell => {
    if (then === 'stay') return cell;
    if (then === 'down') return { row: Math.min(index + 1, rows.length - 1), key };
    return editableBeside(then === 'next' ? 1 : -1);
  };
  const commit = (value: string, then: AfterCommit) => {
    if (edited === undefined) return;
    const to = targetOf(then);
    const goesOn = then === 'next' || then === 'previous';
    typed.current = null;
    wish.current = goesOn && (to.row !== index || to.key !== key) ? { from: cell, to } : null;
    props.onEditCommit?.(edited, key, value, then);
    go(to);
  };
  const leave = (value: string | null) => {
    if (edited === undefined) return;
    typed.current = null;
    if (value === null) props.onEditCancel?.();
    else props.onEditCommit?.(edited, key, value, 'stay');
  };
  const field: ReactNode = editor && edited !== undefined && (
    <CellEditor
      key={`${editedKey} ${key}`}
      editor={editor}
      typed={typed.current}
      saving={cellMark?.(edited, key) === 'saving'}
      onCommit={commit}
      onLeave={leave}
      // Closed from outside it has nothing more to say; gone while it was open, it is left as by a click elsewhere.
      onGone={(value) => {
        if (now.current?.rowKey === editedKey && now.current.key === key) leave(value);
      }}
      onCancel={() => {
        typed.current = null;
        props.onEditCancel?.();
        go(cell);
      }}
    />
  );
  return { start, index: editor ? index : -1, key, field };
};

export type Editing = ReturnType<typeof useEditing>;
