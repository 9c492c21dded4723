import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { PlacedColumn } from './place.ts';

/** The tabbable cell. Row −1 is the header; the column is a key, because columns can move. */
export type ActiveCell = { row: number; key: string };

type Frame = {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly PlacedColumn[];
  rowCount: number;
  rowHeight: number;
};

/** The width of the sticky first columns, px. */
const pinnedWidth = (box: HTMLElement, columns: readonly PlacedColumn[]): number => {
  const headers = [...box.querySelectorAll<HTMLElement>('thead th')].slice(0, 3);
  return headers.reduce(
    (total, header, columnIndex) => total + (getComputedStyle(header).left.endsWith('px') ? (columns[columnIndex]?.width ?? 0) : 0),
    0,
  );
};

/** Scrolls until the whole cell is visible beside the sticky header and columns. */
const reveal = ({ scroller, columns, rowHeight }: Frame, { row, key }: ActiveCell): void => {
  const box = scroller.current;
  const header = box?.querySelector<HTMLElement>('thead th');
  if (!box || !header) return;
  const index = columns.findIndex((column) => column.key === key);
  const left = columns.slice(0, index).reduce((total, column) => total + column.width, 0);
  const right = left + (columns[index]?.width ?? 0);
  const pinned = pinnedWidth(box, columns);
  // A sticky last column covers other cells, but is itself always visible.
  const lastPinned = box.querySelector<HTMLElement>('thead th[data-pinned]');
  const isPinned = lastPinned !== null && getComputedStyle(lastPinned).position === 'sticky';
  const coveredPx = isPinned ? lastPinned.offsetWidth : 0;
  const staysPinned = isPinned && lastPinned.dataset.key === key;
  if (!staysPinned && left >= pinned && left - pinned < box.scrollLeft) box.scrollLeft = left - pinned;
  else if (!staysPinned && right + coveredPx > box.scrollLeft + box.clientWidth) box.scrollLeft = right + coveredPx - box.clientWidth;
  if (row < 0) return;
  const visibleHeight = box.clientHeight - header.offsetHeight;
  if (row * rowHeight < box.scrollTop) box.scrollTop = row * rowHeight;
  else if ((row + 1) * rowHeight > box.scrollTop + visibleHeight) box.scrollTop = (row + 1) * rowHeight - visibleHeight;
};

/**
 * Roving tabindex. If the row or column of the active cell disappears, the nearest cell takes over.
 * `go` moves focus after the next render, when the cell is in the DOM.
 */
export const useActiveCell = (frame: Frame) => {
  const [activeCell, setActiveCell] = useState<ActiveCell>({ row: -1, key: '' });
  const pendingMove = useRef<'seen' | 'focused' | null>(null);
  const { columns, rowCount, scroller } = frame;
  const active: ActiveCell = {
    row: Math.min(activeCell.row, rowCount - 1),
    key: columns.some((column) => column.key === activeCell.key) ? activeCell.key : (columns[0]?.key ?? ''),
  };
  useLayoutEffect(() => {
    if (pendingMove.current === null) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]:is(th, td)');
    if (pendingMove.current === 'seen') {
      reveal(frame, active);
      // For grids that scroll with the page.
      if (scroller.current?.closest('[data-flows]')) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    pendingMove.current = null;
    // An editor in the cell already has focus.
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  });
  // Always a new object: the effect above must also run if only the column moved and the position stayed the same.
  const goToCell = useCallback((cell: ActiveCell) => {
    pendingMove.current = 'seen';
    setActiveCell({ ...cell });
  }, []);
  /** Focuses without scrolling; if the cell moved under the pointer, a double click would hit another cell. */
  const press = useCallback((cell: ActiveCell) => {
    pendingMove.current = 'focused';
    setActiveCell({ ...cell });
  }, []);
  return { active, choose: setActiveCell, go: goToCell, press };
};

export type Focus = ReturnType<typeof useActiveCell>;
