import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ReadConfig } from './readConfig.ts';

/**
 * `words`: the typed configuration, null until its rules have loaded. `valid`: the last configuration without errors, which the form shows
 * meanwhile.
 */
export type ConfigWords = Readonly<{ words: ReadConfig | null; valid: ReadConfig | null }>;

/** @param enabled false if the server's plans have another format */
export const useConfigWords = (text: string, enabled: boolean): ConfigWords => {
  const [readText, setReadText] = useState<((text: string) => ReadConfig) | null>(null);
  const [valid, setValid] = useState<ReadConfig | null>(null);
  useEffect(() => {
    if (enabled) import('./readConfig.ts').then(({ readConfigText }) => setReadText(() => readConfigText), console.warn);
  }, [enabled]);
  const deferredText = useDeferredValue(text);
  const words = useMemo(() => readText?.(deferredText) ?? null, [readText, deferredText]);
  if (words && words !== valid && words.errors.length === 0) setValid(words);
  return { words, valid };
};
