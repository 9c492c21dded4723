import { type RefObject, useCallback, useSyncExternalStore } from 'react';

const OVERSCAN = 5;
// The window moves in steps of some rows, so that slow scrolling does not render at every row.
const STEP = 3;
const FIRST_GUESS = 24;

/** The rows that must be in the DOM, as [first, end). Renders only when that changes, not at every scroll event. */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): readonly [number, number] => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = scroller.current;
      if (!element) return () => {};
      element.addEventListener('scroll', changed, { passive: true });
      const observer = new ResizeObserver(changed);
      observer.observe(element);
      return () => {
        element.removeEventListener('scroll', changed);
        observer.disconnect();
      };
    },
    [scroller],
  );
  const snapshot = () => {
    const element = scroller.current;
    const top = Math.floor((element?.scrollTop ?? 0) / rowHeight / STEP) * STEP;
    const height = element?.clientHeight ? Math.ceil(element.clientHeight / rowHeight) : FIRST_GUESS;
    return `${Math.max(0, top - OVERSCAN)}:${top + height + STEP + OVERSCAN}`;
  };
  const [first = 0, end = 0] = useSyncExternalStore(subscribe, snapshot).split(':').map(Number);
  return [Math.min(first, count), Math.min(end, count)];
};
