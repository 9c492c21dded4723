import { useEffect, useRef } from 'react';

const SCREENS_AHEAD = 2;

/**
 * Tells once for each list of rows that its end is near: that many screens before it, so that nobody meets it while scrolling.
 * `list` names the rows by what they begin with and how many they are; null while they load, after which the same ones count as new.
 */
export const useEnd = (
  onEnd: (() => void) | undefined,
  list: string | null,
  [first, end]: readonly [number, number],
  count: number,
): void => {
  const told = useRef<string | null>(null);
  const near = count > 0 && end + SCREENS_AHEAD * (end - first) >= count;
  useEffect(() => {
    if (list === null) told.current = null;
    else if (onEnd && near && told.current !== list) {
      told.current = list;
      onEnd();
    }
  }, [onEnd, near, list]);
};
