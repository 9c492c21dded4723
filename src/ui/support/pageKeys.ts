import { useEffect } from 'react';

/** One or more keys and their effect. */
export type KeyRow = readonly [keys: string, what: string];
const registeredKeys = new Set<readonly KeyRow[]>();

/** The shortcuts of all mounted components, without duplicates. */
export const getPageKeys = (): readonly KeyRow[] => [...new Map([...registeredKeys].flat().map((row) => [row.join(), row])).values()];

/** Registers the shortcuts of a component while it is mounted. @param rows must be a stable array */
export const usePageKeys = (rows: readonly KeyRow[]): void =>
  useEffect(() => {
    // A copy, because two instances of a component may pass the same array.
    const copy = [...rows];
    registeredKeys.add(copy);
    return () => void registeredKeys.delete(copy);
  }, [rows]);
