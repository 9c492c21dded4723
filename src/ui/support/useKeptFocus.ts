import { type RefObject, useEffect, useRef } from 'react';

/**
 * What one has pressed may be gone after it: the focus moves to the element of this ref, so that who works by keys does not start again at the
 * top of the page; who has pressed nothing yet keeps the focus where a page begins. The element can be focused by script (`tabIndex={-1}`).
 * @param changes looked at whenever one of them has changed
 */
export const useKeptFocus = <E extends HTMLElement>(...changes: readonly unknown[]): RefObject<E | null> => {
  const ref = useRef<E>(null);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isGone = last.current !== null && (!last.current.isConnected || last.current.matches(':disabled'));
    if (isGone && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    // biome-ignore lint/correctness/useExhaustiveDependencies: as many as the caller always names.
  }, changes);
  return ref;
};
