import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';

const OVERSCAN = 5;
// The window moves in steps of some rows, so that slow scrolling does not render at every row.
const STEP = 2;
const FIRST_GUESS_PX = 900;
// So much beside what is seen, and in such steps: sideways all rows render.
const BESIDE_PX = 120;
const ASIDE_STEP_PX = 120;

/** What must be in the DOM: rows [first, end), and what lies between two places from the left edge of the columns. */
export type Window = Readonly<{ first: number; end: number; left: number; right: number }>;

/**
 * Renders only when the window changes, not at every scroll event.
 * The element is read in its events alone: React asks for a snapshot after it changed the DOM too, and reading then would force a layout.
 */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): Window => {
  const seen = useRef({ top: 0, height: FIRST_GUESS_PX, left: 0, width: globalThis.innerWidth });
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = scroller.current;
      if (!element) return () => {};
      const table = element.querySelector('table');
      const read = () => {
        const { scrollTop: top, scrollLeft: left, clientHeight, clientWidth } = element;
        // Without a layout there is nothing out of sight.
        seen.current = { top, left, height: clientHeight || FIRST_GUESS_PX, width: clientWidth || Number.POSITIVE_INFINITY };
        // For the style sheet alone: nothing renders for it.
        element.toggleAttribute('data-aside', left > 0);
        element.toggleAttribute('data-fits', table !== null && table.offsetWidth <= clientWidth);
        changed();
      };
      // On paper nothing is out of sight.
      const readAll = () => {
        seen.current = { top: 0, left: 0, height: Number.POSITIVE_INFINITY, width: Number.POSITIVE_INFINITY };
        changed();
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
    const { top, height, left, width } = seen.current;
    const at = Math.floor(top / rowHeight / STEP) * STEP;
    const aside = Math.floor(left / ASIDE_STEP_PX) * ASIDE_STEP_PX;
    const rows = `${Math.max(0, at - OVERSCAN)}:${at + Math.ceil(height / rowHeight) + STEP + OVERSCAN}`;
    return `${rows}:${aside - BESIDE_PX}:${aside + width + ASIDE_STEP_PX + BESIDE_PX}`;
  };
  const [first = 0, end = 0, from = 0, to = 0] = useSyncExternalStore(subscribe, snapshot).split(':').map(Number);
  return { first: Math.min(first, count), end: Math.min(end, count), left: from, right: to };
};
