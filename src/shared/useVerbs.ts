import { useEffect } from 'react';
import { useLatest } from '../ui/support/useLatest.ts';

/** Something that one may do on the page that is open. */
export type Verb = Readonly<{ id: string; label: string; run: () => void }>;

const pages = new Set<{ current: readonly Verb[] }>();

/** What the parts of the page that is open offer now, in the order in which they came. */
export const verbsNow = (): readonly Verb[] => [...pages].flatMap(({ current }) => current);

/** A page offers what one may do on it by typing, as long as it is shown; what may not be done now is left out. */
export const useVerbs = (verbs: readonly Verb[]): void => {
  const offered = useLatest(verbs);
  useEffect(() => {
    pages.add(offered);
    return () => void pages.delete(offered);
  }, []);
};
