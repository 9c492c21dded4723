import { type RefObject, useEffect, useRef } from 'react';

/**
 * If a pressed button disappears, moves focus to this ref's element, or to the current cell of a table in it, so that keyboard users do not
 * restart at the top of the page. Does nothing before the first interaction. The element must be focusable by script (`tabIndex={-1}`).
 * @param changes a change of any of them triggers the check
 */
export const useKeptFocus = <E extends HTMLElement>(...changes: readonly unknown[]): RefObject<E | null> => {
  const ref = useRef<E>(null);
  const lastFocused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      lastFocused.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isGone = lastFocused.current !== null && (!lastFocused.current.isConnected || lastFocused.current.matches(':disabled'));
    if (!isGone || document.activeElement !== document.body) return;
    const cell = ref.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    (cell ?? ref.current)?.focus({ preventScroll: cell === null });
    // biome-ignore lint/correctness/useExhaustiveDependencies: each caller always passes the same number of values.
  }, changes);
  return ref;
};
