import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';

const OVERSCAN_ROWS = 5;
// The window moves in steps of several rows, so that slow scrolling does not render for each row.
const ROW_STEP = 2;
const FIRST_GUESS_PX = 900;
// Overscan and step size of columns; each step rerenders all rows.
const OVERSCAN_PX = 120;
const SCROLL_STEP_PX = 120;

/** The part that must be in the DOM: rows [first, end), and the columns between `left` and `right` px. */
export type GridWindow = Readonly<{ first: number; end: number; left: number; right: number }>;

/**
 * Renders only when the window changes, not on every scroll event.
 * It reads the element only in event handlers: React also takes snapshots after DOM changes, when reading would force a layout.
 */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): GridWindow => {
  const viewport = useRef({ top: 0, height: FIRST_GUESS_PX, left: 0, width: globalThis.innerWidth });
  const subscribe = useCallback(
    (notifyChange: () => void) => {
      const element = scroller.current;
      if (!element) return () => {};
      const table = element.querySelector('table');
      const read = () => {
        const { scrollTop: top, scrollLeft: left, clientHeight, clientWidth } = element;
        // Without a layout, as in tests, everything counts as visible.
        viewport.current = { top, left, height: clientHeight || FIRST_GUESS_PX, width: clientWidth || Number.POSITIVE_INFINITY };
        // Only for CSS: triggers no render.
        element.toggleAttribute('data-aside', left > 0);
        element.toggleAttribute('data-fits', table !== null && table.offsetWidth <= clientWidth);
        notifyChange();
      };
      const readAll = () => {
        viewport.current = { top: 0, left: 0, height: Number.POSITIVE_INFINITY, width: Number.POSITIVE_INFINITY };
        notifyChange();
      };
      element.addEventListener('scroll', read, { passive: true });
      window.addEventListener('beforeprint', readAll);
      window.addEventListener('afterprint', read);
      const observer = new ResizeObserver(read);
      observer.observe(element);
      if (table) observer.observe(table);
      return () => {
        element.removeEventListener('scroll', read);
        window.removeEventListener('beforeprint', readAll);
        window.removeEventListener('afterprint', read);
        observer.disconnect();
      };
    },
    [scroller],
  );
  const snapshot = () => {
    const { top, height, left, width } = viewport.current;
    const firstRow = Math.floor(top / rowHeight / ROW_STEP) * ROW_STEP;
    const scrolledPx = Math.floor(left / SCROLL_STEP_PX) * SCROLL_STEP_PX;
    const rows = `${Math.max(0, firstRow - OVERSCAN_ROWS)}:${firstRow + Math.ceil(height / rowHeight) + ROW_STEP + OVERSCAN_ROWS}`;
    return `${rows}:${scrolledPx - OVERSCAN_PX}:${scrolledPx + width + SCROLL_STEP_PX + OVERSCAN_PX}`;
  };
  const [first = 0, end = 0, from = 0, to = 0] = useSyncExternalStore(subscribe, snapshot).split(':').map(Number);
  return { first: Math.min(first, count), end: Math.min(end, count), left: from, right: to };
};
