import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';

const OVERSCAN = 5;
// The window moves in steps of some rows, so that slow scrolling does not render at every row.
const STEP = 2;
const FIRST_GUESS_PX = 900;

/**
 * The rows that must be in the DOM, as [first, end). Renders only when that changes, not at every scroll event.
 * The element is read in its events alone: React asks for a snapshot after it changed the DOM too, and reading then would force a layout.
 */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): readonly [number, number] => {
  const seen = useRef({ top: 0, height: FIRST_GUESS_PX });
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = scroller.current;
      if (!element) return () => {};
      const read = () => {
        seen.current = { top: element.scrollTop, height: element.clientHeight || FIRST_GUESS_PX };
        // For the style sheet alone: nothing renders for it.
        element.toggleAttribute('data-aside', element.scrollLeft > 0);
        changed();
      };
      element.addEventListener('scroll', read, { passive: true });
      const observer = new ResizeObserver(read);
      observer.observe(element);
      return () => {
        element.removeEventListener('scroll', read);
        observer.disconnect();
      };
    },
    [scroller],
  );
  const snapshot = () => {
    const { top, height } = seen.current;
    const at = Math.floor(top / rowHeight / STEP) * STEP;
    return `${Math.max(0, at - OVERSCAN)}:${at + Math.ceil(height / rowHeight) + STEP + OVERSCAN}`;
  };
  const [first = 0, end = 0] = useSyncExternalStore(subscribe, snapshot).split(':').map(Number);
  return [Math.min(first, count), Math.min(end, count)];
};
