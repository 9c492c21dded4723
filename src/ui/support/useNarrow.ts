import { useSyncExternalStore } from 'react';

const phone = '(max-width: 639px)';
const subscribe = (heard: () => void): (() => void) => {
  const query = window.matchMedia(phone);
  query.addEventListener('change', heard);
  return () => query.removeEventListener('change', heard);
};

/** As narrow as a phone, for what is another thing there and not only another look. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
