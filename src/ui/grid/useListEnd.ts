import { useEffect, useRef } from 'react';

const SCREENS_AHEAD = 2;

/**
 * Calls `onEnd` once per list when its end is `SCREENS_AHEAD` screens away, so that scrolling does not stall.
 * `list` identifies the rows by their first key and count; null while loading, so that reloaded rows count as new.
 */
export const useListEnd = (
  onEnd: (() => void) | undefined,
  list: string | null,
  [first, end]: readonly [number, number],
  count: number,
): void => {
  const reportedKey = useRef<string | null>(null);
  const isNearEnd = count > 0 && end + SCREENS_AHEAD * (end - first) >= count;
  useEffect(() => {
    if (list === null) reportedKey.current = null;
    else if (onEnd && isNearEnd && reportedKey.current !== list) {
      reportedKey.current = list;
      onEnd();
    }
  }, [onEnd, isNearEnd, list]);
};
