import { type RefObject, useEffect, useRef } from 'react';

/**
 * If a pressed button disappears, focus moves to this ref's element, or to the current cell of a table in it, so keyboard users do not
 * restart at the top of the page. Before the first interaction, focus stays where the page starts. The element must be focusable by script (`tabIndex={-1}`).
 * @param changes checked whenever one of them changes
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: as many as the caller always names.
  }, changes);
  return ref;
};
