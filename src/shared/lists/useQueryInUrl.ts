import { useEffect, useRef } from 'react';
import { afterPaint } from '../../services/afterPaint.ts';
import { preserveScope } from '../scope/scopeInUrl.ts';
import { preserveSidePanel } from '../trace/wakeInUrl.ts';

type Binding = Readonly<{
  /** The query string of the current view. */
  question: string;
  /** The query string of the address. */
  search: string;
  follow: (search: string) => void;
  /** True if an empty query means the default list; otherwise the current view is written into the address. */
  bare?: boolean;
  /** Parameters of text filters. */
  texts?: readonly string[];
  /** Parameters of the open row, by its pane: switching between them is a step within the same row. */
  rowNames?: readonly string[];
}>;
type Navigation = 'pushState' | 'replaceState';

/** Typing in one text filter, or stepping from row to row, forms a single history entry, so one Back undoes it. */
const mergedParameters: readonly string[] = ['search', 'row', 'record', 'adjustment', 'event', 'period'];
const noNames: readonly string[] = [];

/** The page's query with the scope and the side panel of the address. */
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
  const hasNoQuery = [...previous.keys()].every((key) => key === 'scope');
  return (hasNoQuery && !bare) || continuesTyping || staysOpen ? 'replaceState' : 'pushState';
};

/**
 * Keeps the address in sync with the view: a link or a reload shows the same, and Back undoes a choice.
 * A new address from outside (a link, Back) changes the view; invalid parts of it are then corrected.
 */
export const useQueryInUrl = ({ question, search, follow, bare = false, texts = noNames, rowNames = noNames }: Binding): void => {
  const query = preserveShared(question, search);
  const latest = useRef({ query, follow });
  /** The last query written here: the hook does not follow its own changes. */
  const lastWrittenSearch = useRef<string | null>(null);
  const isFollowing = useRef(false);
  const previous = useRef(search);
  useEffect(() => {
    latest.current = { query, follow };
  });
  const write = useRef((navigation?: Navigation): void => {
    const now = window.location.search.slice(1);
    // useScope owns the scope and may have written it since the last render.
    const next = preserveScope(latest.current.query, now);
    if (now === next) return;
    lastWrittenSearch.current = next;
    window.history[navigation ?? chooseNavigation(now, next, { bare, texts, rowNames })](
      navigation ? window.history.state : null,
      '',
      next === '' ? window.location.pathname : `?${next}`,
    );
  });
  useEffect(() => {
    // Others write only their own part, while a choice of this view may still be on its way into the address.
    const isOthers = search !== previous.current && search === preserveShared(previous.current, search);
    const isOwn = search === lastWrittenSearch.current || isOthers;
    lastWrittenSearch.current = null;
    previous.current = search;
    if (isOwn || (search === '' && !bare) || search === latest.current.query) return;
    isFollowing.current = true;
    latest.current.follow(search);
    // By then the view has changed.
    const settleTimer = setTimeout(() => {
      isFollowing.current = false;
      write.current('replaceState');
    });
    return () => {
      clearTimeout(settleTimer);
      isFollowing.current = false;
    };
  }, [search, bare]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the reason to run, not values to read.
  useEffect(() => {
    if (isFollowing.current) return;
    // Browsers store an address slowly, so the choice is painted first.
    return afterPaint(() => write.current());
  }, [query, search]);
};
