import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { getPageKeys, type KeyRow } from '../../ui/support/pageKeys.ts';

const [KeyTables] = lazyComponent(() => import('./KeyTables.tsx'));
const t = messages.keys;
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)));

const findPageSearch = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('input[type="search"]');
const listPageKeys = (): readonly KeyRow[] => [...(findPageSearch() ? [['/', t.search] as const] : []), ...getPageKeys()];

/** look.md, Hands: `/` focuses the page's search; `?` shows the shortcuts of the app and of the current page. */
export function KeysHelp(): ReactNode {
  const [page, setPage] = useState<readonly KeyRow[] | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setPage(listPageKeys());
      if (event.key !== '/') return;
      const search = findPageSearch();
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (page === null) return null;
  return (
    <LazyDialog title={t.title} onClose={() => setPage(null)}>
      <Suspense fallback={null}>
        <KeyTables page={page} />
      </Suspense>
    </LazyDialog>
  );
}
