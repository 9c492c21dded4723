import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { PlaceColumn } from './place.ts';

/** The one cell that Tab reaches: row −1 is the header; the column goes by key, so that it may move. */
export type ActiveCell = { row: number; key: string };

type Frame = {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly PlaceColumn[];
  rowCount: number;
  rowHeight: number;
};

/** Width of the first columns that stay in place. */
const pinnedWidth = (box: HTMLElement, columns: readonly PlaceColumn[]): number => {
  const headers = [...box.querySelectorAll<HTMLElement>('thead th')].slice(0, 3);
  return headers.reduce((sum, header, at) => sum + (getComputedStyle(header).left.endsWith('px') ? (columns[at]?.width ?? 0) : 0), 0);
};

/** Scrolls so far that the cell is seen whole, beside a header and first columns that stay in place. */
const reveal = ({ scroller, columns, rowHeight }: Frame, { row, key }: ActiveCell): void => {
  const box = scroller.current;
  const header = box?.querySelector<HTMLElement>('thead th');
  if (!box || !header) return;
  const at = columns.findIndex((column) => column.key === key);
  const left = columns.slice(0, at).reduce((sum, column) => sum + column.width, 0);
  const right = left + (columns[at]?.width ?? 0);
  const pinned = pinnedWidth(box, columns);
  // A last column that stays covers what is under it, and is always in sight itself.
  const last = box.querySelector<HTMLElement>('thead th[data-pinned]');
  const isPinned = last !== null && getComputedStyle(last).position === 'sticky';
  const covered = isPinned ? last.offsetWidth : 0;
  const stays = isPinned && last.dataset.key === key;
  if (!stays && left >= pinned && left - pinned < box.scrollLeft) box.scrollLeft = left - pinned;
  else if (!stays && right + covered > box.scrollLeft + box.clientWidth) box.scrollLeft = right + covered - box.clientWidth;
  if (row < 0) return;
  const seen = box.clientHeight - header.offsetHeight;
  if (row * rowHeight < box.scrollTop) box.scrollTop = row * rowHeight;
  else if ((row + 1) * rowHeight > box.scrollTop + seen) box.scrollTop = (row + 1) * rowHeight - seen;
};

/**
 * Roving tabindex. A cell that is gone (its row, its column) hands over to the nearest one that is there.
 * `go` moves the focus after the next render, when the cell is in the DOM for certain.
 */
export const useActiveCell = (frame: Frame) => {
  const [chosen, choose] = useState<ActiveCell>({ row: -1, key: '' });
  const wanted = useRef<'seen' | 'focused' | null>(null);
  const { columns, rowCount, scroller } = frame;
  const active: ActiveCell = {
    row: Math.min(chosen.row, rowCount - 1),
    key: columns.some((column) => column.key === chosen.key) ? chosen.key : (columns[0]?.key ?? ''),
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]:is(th, td)');
    if (wanted.current === 'seen') {
      reveal(frame, active);
      // Where the page scrolls.
      if (scroller.current?.closest('[data-flows]')) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    wanted.current = null;
    // A field in it has the focus already.
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  });
  // A new object each time: the effect above must run even when the place stays and only the column moved.
  const go = useCallback((cell: ActiveCell) => {
    wanted.current = 'seen';
    choose({ ...cell });
  }, []);
  /** Focus without scrolling: what moved under the pointer would take its second click elsewhere. */
  const press = useCallback((cell: ActiveCell) => {
    wanted.current = 'focused';
    choose({ ...cell });
  }, []);
  return { active, choose, go, press };
};

export type Focus = ReturnType<typeof useActiveCell>;
