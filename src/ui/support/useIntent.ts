import { type RefObject, useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useLatest } from './useLatest.ts';

/**
 * Calls `act` with an element of `frame` that matches `select` once the pointer rests or focus stays on it for 100 ms: the user may open
 * it next. Ignores elements the pointer only crosses, and touch. Causes no render.
 */
export const useIntent = (
  frame: RefObject<HTMLElement | null>,
  select: string,
  act: ((element: HTMLElement) => void) | undefined,
): void => {
  const latest = useLatest(act);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let near: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const come = (found: HTMLElement | null): void => {
      if (found === near) return;
      near = found;
      clearTimeout(timer);
      if (found) timer = setTimeout(() => found.isConnected && latest.current?.(found), limits.intentMs);
    };
    const enter = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      come(event.target instanceof Element ? event.target.closest<HTMLElement>(select) : null);
    };
    const leave = ({ relatedTarget: to }: PointerEvent | FocusEvent): void => {
      if (!(to instanceof Node && element.contains(to))) come(null);
    };
    element.addEventListener('pointerover', enter);
    element.addEventListener('focusin', enter);
    element.addEventListener('pointerout', leave);
    element.addEventListener('focusout', leave);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerover', enter);
      element.removeEventListener('focusin', enter);
      element.removeEventListener('pointerout', leave);
      element.removeEventListener('focusout', leave);
    };
  }, [frame, select]);
};
