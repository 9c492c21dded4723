import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ReadConfig } from './readConfig.ts';

/** What the typed configuration says, as it is typed; null until its rules are loaded, and where the server has others. */
export const useConfigWords = (text: string, enabled: boolean): ReadConfig | null => {
  const [read, setRead] = useState<((text: string) => ReadConfig) | null>(null);
  useEffect(() => {
    if (enabled) import('./readConfig.ts').then(({ readConfig }) => setRead(() => readConfig), console.warn);
  }, [enabled]);
  const shown = useDeferredValue(text);
  return useMemo(() => read?.(shown) ?? null, [read, shown]);
};
