import { useSyncExternalStore } from 'react';

const phone = '(max-width: 639px)';
const subscribe = (heard: () => void): (() => void) => {
  const query = window.matchMedia(phone);
  query.addEventListener('change', heard);
  return () => query.removeEventListener('change', heard);
};

/** True at phone width; for different content, not just different styles. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
