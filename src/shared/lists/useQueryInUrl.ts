import { useEffect, useRef } from 'react';
import { afterPaint } from '../../services/afterPaint.ts';
import { hasOnlyScope, preserveScope } from '../scope/scopeInUrl.ts';
import { preserveSidePanel } from '../trace/wakeInUrl.ts';

type Binding = Readonly<{
  /** The query string of the current view. */
  question: string;
  /** The query string of the URL. */
  search: string;
  follow: (search: string) => void;
  /** True if an empty query stands for the default list; otherwise the current view is always written into the URL. */
  bare?: boolean;
  /** The parameters of text filters. */
  texts?: readonly string[];
  /** The parameters that can hold the open row; switching between them counts as a step within the row. */
  rowNames?: readonly string[];
}>;
type Navigation = 'pushState' | 'replaceState';

/** Parameters whose consecutive changes, such as typing or stepping through rows, form one history entry, so that one Back undoes them. */
const mergedParameters: readonly string[] = ['search', 'row', 'record', 'adjustment', 'event', 'period'];
const noNames: readonly string[] = [];

/** Adds the URL's scope and side panel to the page's query. */
const preserveShared = (query: string, search: string): string => preserveScope(preserveSidePanel(query, search), search);

const chooseNavigation = (
  from: string,
  to: string,
  { bare, texts, rowNames }: Required<Pick<Binding, 'bare' | 'texts' | 'rowNames'>>,
): Navigation => {
  const [previous, nextParams] = [new URLSearchParams(from), new URLSearchParams(to)];
  const keys = new Set([...previous.keys(), ...nextParams.keys()]);
  const changedKeys = [...keys].filter((key) => previous.get(key) !== nextParams.get(key));
  const continuesTyping =
    changedKeys.length === 1 &&
    [...mergedParameters, ...texts].some((key) => key === changedKeys[0] && previous.has(key) && nextParams.has(key));
  const hasOpenRow = (query: URLSearchParams): boolean => rowNames.some((key) => query.has(key));
  const staysOpen = hasOpenRow(previous) && hasOpenRow(nextParams) && changedKeys.every((key) => rowNames.includes(key));
  return (hasOnlyScope(previous) && !bare) || continuesTyping || staysOpen ? 'replaceState' : 'pushState';
};

/**
 * Keeps the URL in sync with the view, so that a link or a reload shows the same, and Back undoes a choice.
 * A new URL from outside (a link, Back) changes the view; its invalid parts are then corrected.
 */
export const useQueryInUrl = ({ question, search, follow, bare = false, texts = noNames, rowNames = noNames }: Binding): void => {
  const query = preserveShared(question, search);
  const latest = useRef({ query, follow });
  /** The last query written by this hook, which must not follow its own changes. */
  const lastWrittenSearch = useRef<string | null>(null);
  const isFollowing = useRef(false);
  const previous = useRef(search);
  useEffect(() => {
    latest.current = { query, follow };
  });
  const write = useRef((navigation?: Navigation): void => {
    const currentSearch = window.location.search.slice(1);
    // useScope owns the scope and may have written it since the last render.
    const next = preserveScope(latest.current.query, currentSearch);
    if (currentSearch === next) return;
    lastWrittenSearch.current = next;
    window.history[navigation ?? chooseNavigation(currentSearch, next, { bare, texts, rowNames })](
      navigation ? window.history.state : null,
      '',
      next === '' ? window.location.pathname : `?${next}`,
    );
  });
  useEffect(() => {
    // Other writers change only their own parameters, while a choice in this view may not have reached the URL yet.
    const isWrittenByOthers = search !== previous.current && search === preserveShared(previous.current, search);
    const isOwn = search === lastWrittenSearch.current || isWrittenByOthers;
    lastWrittenSearch.current = null;
    previous.current = search;
    if (isOwn || (search === '' && !bare) || search === latest.current.query) return;
    isFollowing.current = true;
    latest.current.follow(search);
    const settleTimer = setTimeout(() => {
      isFollowing.current = false;
      write.current('replaceState');
    });
    return () => {
      clearTimeout(settleTimer);
      isFollowing.current = false;
    };
  }, [search, bare]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever they change, without reading them.
  useEffect(() => {
    if (isFollowing.current) return;
    // Browsers are slow to store a URL, so the choice is painted first.
    return afterPaint(() => write.current());
  }, [query, search]);
};
