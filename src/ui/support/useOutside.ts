import { type RefObject, useEffect } from 'react';
import { useLatest } from './useLatest.ts';

/** While `active`, calls `onOutside` when a press or focus is outside `frame`. */
export const useOutside = (frame: RefObject<HTMLElement | null>, active: boolean, onOutside: () => void): void => {
  const latest = useLatest(onOutside);
  useEffect(() => {
    if (!active) return;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [active, frame]);
};
