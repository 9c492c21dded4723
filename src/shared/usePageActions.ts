import { useEffect } from 'react';
import { useLatest } from '../ui/support/useLatest.ts';

/** An action of the current page. */
export type PageAction = Readonly<{ id: string; label: string; run: () => void }>;

const pages = new Set<{ current: readonly PageAction[] }>();

/** The actions that the page currently offers, in the order they were registered. */
export const getPageActions = (): readonly PageAction[] => [...pages].flatMap(({ current }) => current);

/** Registers a page's actions for the palette while the page is mounted; omit actions that are currently impossible. */
export const usePageActions = (actions: readonly PageAction[]): void => {
  const latestActions = useLatest(actions);
  useEffect(() => {
    pages.add(latestActions);
    return () => void pages.delete(latestActions);
  }, []);
};
