import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback } from 'react';
import { clampWidth } from './layout.ts';

/**
 * Resizes by pointer. During the drag only the column's styles change, so no row renders; releasing the pointer reports the new width once.
 * Escape or a canceled pointer restores the old width.
 */
export const useResize = (table: RefObject<HTMLTableElement | null>, onResize: (key: string, width: number) => void) =>
  useCallback(
    (key: string, event: ReactPointerEvent<HTMLElement>) => {
      const header = table.current?.querySelector<HTMLElement>(`th[data-key="${CSS.escape(key)}"]`);
      if (!table.current || !header || event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      // The handle then also receives the following click, wherever the pointer is released, so that it does not sort.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const tableElement = table.current;
      const startX = event.clientX;
      const cells = table.current.querySelectorAll<HTMLElement>(`[aria-colindex="${header.getAttribute('aria-colindex')}"]`);
      const setWidth = Number.parseFloat(header.style.width);
      // A growing column is wider than it was set to, and stops growing while it is dragged.
      const startWidth = Math.max(setWidth, header.offsetWidth);
      const startTotal = Number.parseFloat(tableElement.style.width);
      let width = startWidth;
      const show = (next: number) => {
        width = next;
        for (const cell of cells) {
          cell.style.width = `${next}px`;
          cell.style.flexGrow = '0';
        }
        tableElement.style.width = `${startTotal + next - setWidth}px`;
      };
      const move = (moveEvent: PointerEvent) => show(clampWidth(startWidth + moveEvent.clientX - startX));
      const stop = () => {
        for (const cell of cells) cell.style.flexGrow = '';
        document.removeEventListener('pointermove', move);
        document.removeEventListener('pointerup', finish);
        document.removeEventListener('pointercancel', cancel);
        document.removeEventListener('keydown', abandon, true);
      };
      const finish = () => {
        if (width === startWidth) cancel();
        else {
          stop();
          onResize(key, width);
        }
      };
      const cancel = () => {
        show(setWidth);
        stop();
      };
      const abandon = (keyEvent: KeyboardEvent) => {
        if (keyEvent.key !== 'Escape') return;
        keyEvent.stopPropagation();
        cancel();
      };
      document.addEventListener('pointermove', move);
      document.addEventListener('pointerup', finish);
      document.addEventListener('pointercancel', cancel);
      document.addEventListener('keydown', abandon, true);
    },
    [table, onResize],
  );
