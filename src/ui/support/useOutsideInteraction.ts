import { type RefObject, useEffect } from 'react';
import { useLatest } from './useLatest.ts';

/** While `active`, calls `onOutside` when a press or focus is outside `frame`. */
export const useOutsideInteraction = (frame: RefObject<HTMLElement | null>, active: boolean, onOutside: () => void): void => {
  const latest = useLatest(onOutside);
  useEffect(() => {
    if (!active) return;
    const handleLeave = (event: Event): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('pointerdown', handleLeave);
    document.addEventListener('focusin', handleLeave);
    return () => {
      document.removeEventListener('pointerdown', handleLeave);
      document.removeEventListener('focusin', handleLeave);
    };
  }, [active, frame]);
};
