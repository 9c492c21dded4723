import { type RefObject, useEffect, useRef } from 'react';

/**
 * What one has pressed may be gone after it: the focus moves to the element of this ref, so that who works by keys does not start again at the
 * top of the page. The element can be focused by script (`tabIndex={-1}`).
 * @param changes looked at whenever one of them has changed
 */
export const useKeptFocus = <E extends HTMLElement>(...changes: readonly unknown[]): RefObject<E | null> => {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    // biome-ignore lint/correctness/useExhaustiveDependencies: as many as the caller always names.
  }, changes);
  return ref;
};
