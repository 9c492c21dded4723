import { useSyncExternalStore } from 'react';

const phone = '(max-width: 639px)';
const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True at phone width. Use it for different content; CSS is enough for different styles. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
