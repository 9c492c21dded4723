import { type ClipboardEvent, useRef, useState } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { copyText } from './copyText.ts';
import type { GridProps } from './types.ts';
import type { ActiveCell, Focus } from './useActiveCell.ts';
import type { Columns } from './useColumns.ts';

type Corner = ActiveCell & { rowKey: string };

/** The selected rectangle lies between a corner that stays and the cell with the focus; copying hands out its text. */
export const useRange = <Row>(props: GridProps<Row>, { visible }: Columns<Row>, { active, go }: Focus, say: (text: string) => void) => {
  const { rows, rowKey, copy = false } = props;
  const [corner, setCorner] = useState<Corner | null>(null);
  const dragging = useRef(false);
  const at = (key: string): number =>
    Math.max(
      0,
      visible.findIndex((column) => column.key === key),
    );
  const between = ({ row, key }: ActiveCell, end: ActiveCell) => ({
    top: Math.min(row, end.row),
    bottom: Math.max(row, end.row),
    left: Math.min(at(key), at(end.key)),
    right: Math.max(at(key), at(end.key)),
  });
  const cornerRow = corner && rows[corner.row];
  // Rows that were sorted or replaced are others than those that were selected.
  const area =
    corner && cornerRow !== undefined && cornerRow !== null && rowKey(cornerRow) === corner.rowKey && active.row >= 0
      ? between(corner, active)
      : null;

  const clear = () => {
    if (corner) setCorner(null);
  };
  const extend = (to: ActiveCell): boolean => {
    if (!copy || to.row < 0 || active.row < 0) return false;
    const from = area && corner ? corner : active;
    const row = rows[from.row];
    if (row === undefined) return false;
    setCorner({ row: from.row, key: from.key, rowKey: rowKey(row) });
    const { top, bottom, left, right } = between(from, to);
    say(fill(messages.grid.range, { rows: bottom - top + 1, columns: right - left + 1 }));
    go(to);
    return true;
  };
  /** "from:to" of the columns selected in a row, '' outside. */
  const inRow = (index: number): string => (area && index >= area.top && index <= area.bottom ? `${area.left}:${area.right}` : '');
  const onCopy = (event: ClipboardEvent) => {
    // A field copies its own selection.
    if (!copy || active.row < 0 || !(event.target instanceof Element) || !event.target.matches('td')) return;
    const { top, bottom, left, right } = area ?? between(active, active);
    const cells = copyText(visible.slice(left, right + 1), rows.slice(top, bottom + 1));
    event.preventDefault();
    event.clipboardData.setData('text/plain', cells);
    const count = (bottom - top + 1) * (right - left + 1);
    say(count === 1 ? messages.grid.copiedOne : fill(messages.grid.copied, { count }));
  };
  return { area, clear, extend, inRow, onCopy, dragging };
};

export type Range = ReturnType<typeof useRange>;
