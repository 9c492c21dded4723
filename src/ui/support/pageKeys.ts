import { useEffect } from 'react';

/** A key, or several, and what it does. */
export type KeyRow = readonly [keys: string, what: string];
const shown = new Set<readonly KeyRow[]>();

/** The keys of what is on the page now, each once. */
export const pageKeysNow = (): readonly KeyRow[] => [...new Map([...shown].flat().map((row) => [row.join(), row])).values()];

/** A part of the page names the keys that it hears, as long as it is shown. @param rows the same list at each rendering */
export const usePageKeys = (rows: readonly KeyRow[]): void =>
  useEffect(() => {
    // Two of a kind have one list: each holds its own copy.
    const own = [...rows];
    shown.add(own);
    return () => void shown.delete(own);
  }, [rows]);
