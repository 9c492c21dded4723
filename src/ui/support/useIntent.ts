import { type RefObject, useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useLatest } from './useLatest.ts';

/**
 * Calls `onIntent` with an element of `frame` that matches `select` once the pointer or focus has stayed on it for 100 ms, because the user
 * may open it next. Ignores touch and elements that the pointer only crosses. Causes no render.
 */
export const useIntent = (
  frame: RefObject<HTMLElement | null>,
  select: string,
  onIntent: ((element: HTMLElement) => void) | undefined,
): void => {
  const latest = useLatest(onIntent);
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    let hoveredElement: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settleOn = (element: HTMLElement | null): void => {
      if (element === hoveredElement) return;
      hoveredElement = element;
      clearTimeout(timer);
      if (element) timer = setTimeout(() => element.isConnected && latest.current?.(element), limits.intentMs);
    };
    const onEnter = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      settleOn(event.target instanceof Element ? event.target.closest<HTMLElement>(select) : null);
    };
    const cancelOnLeave = ({ relatedTarget: to }: PointerEvent | FocusEvent): void => {
      if (!(to instanceof Node && root.contains(to))) settleOn(null);
    };
    root.addEventListener('pointerover', onEnter);
    root.addEventListener('focusin', onEnter);
    root.addEventListener('pointerout', cancelOnLeave);
    root.addEventListener('focusout', cancelOnLeave);
    return () => {
      clearTimeout(timer);
      root.removeEventListener('pointerover', onEnter);
      root.removeEventListener('focusin', onEnter);
      root.removeEventListener('pointerout', cancelOnLeave);
      root.removeEventListener('focusout', cancelOnLeave);
    };
  }, [frame, select]);
};
