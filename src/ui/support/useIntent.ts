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
    const root = frame.current;
    if (!root) return;
    let near: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settleOn = (element: HTMLElement | null): void => {
      if (element === near) return;
      near = element;
      clearTimeout(timer);
      if (element) timer = setTimeout(() => element.isConnected && latest.current?.(element), limits.intentMs);
    };
    const enter = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      settleOn(event.target instanceof Element ? event.target.closest<HTMLElement>(select) : null);
    };
    const leave = ({ relatedTarget: to }: PointerEvent | FocusEvent): void => {
      if (!(to instanceof Node && root.contains(to))) settleOn(null);
    };
    root.addEventListener('pointerover', enter);
    root.addEventListener('focusin', enter);
    root.addEventListener('pointerout', leave);
    root.addEventListener('focusout', leave);
    return () => {
      clearTimeout(timer);
      root.removeEventListener('pointerover', enter);
      root.removeEventListener('focusin', enter);
      root.removeEventListener('pointerout', leave);
      root.removeEventListener('focusout', leave);
    };
  }, [frame, select]);
};
