import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ReadConfig } from './readConfig.ts';

/** The configuration as it is typed, null until its rules are loaded. `valid` is the last text without an error: the form needs it while one types. */
export type ConfigWords = Readonly<{ words: ReadConfig | null; valid: ReadConfig | null }>;

/** @param enabled false where the server has other plans */
export const useConfigWords = (text: string, enabled: boolean): ConfigWords => {
  const [read, setRead] = useState<((text: string) => ReadConfig) | null>(null);
  const [valid, setValid] = useState<ReadConfig | null>(null);
  useEffect(() => {
    if (enabled) import('./readConfig.ts').then(({ readConfig }) => setRead(() => readConfig), console.warn);
  }, [enabled]);
  const shown = useDeferredValue(text);
  const words = useMemo(() => read?.(shown) ?? null, [read, shown]);
  if (words && words !== valid && words.errors.length === 0) setValid(words);
  return { words, valid };
};
