import { useEffect, useRef } from 'react';
import { afterPaint } from '../../services/afterPaint.ts';
import { keepScope } from '../scope/scopeInUrl.ts';
import { keptBeside } from '../trace/wakeInUrl.ts';

type Bound = Readonly<{
  /** The query string of the current view. */
  own: string;
  /** The query string of the address. */
  search: string;
  follow: (search: string) => void;
  /** True if an empty query means the default list; otherwise the current view is written into the address. */
  bare?: boolean;
  /** Parameters of text filters. */
  texts?: readonly string[];
  /** Parameters of the open row, by its front tab or dialog: switching between them is a step within the same row. */
  fronts?: readonly string[];
}>;
type Way = 'pushState' | 'replaceState';

/** Letters of one text, or steps from row to row, form a single history entry: one Back undoes them. */
const continued: readonly string[] = ['search', 'row', 'record', 'adjustment', 'event', 'period'];
const none: readonly string[] = [];

const wayTo = (from: string, to: string, { bare, texts, fronts }: Required<Pick<Bound, 'bare' | 'texts' | 'fronts'>>): Way => {
  const [before, after] = [new URLSearchParams(from), new URLSearchParams(to)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  const changed = [...keys].filter((key) => before.get(key) !== after.get(key));
  const goesOn = changed.length === 1 && [...continued, ...texts].some((key) => key === changed[0] && before.has(key) && after.has(key));
  const isFront = (query: URLSearchParams): boolean => fronts.some((key) => query.has(key));
  const staysOpen = isFront(before) && isFront(after) && changed.every((key) => fronts.includes(key));
  const isUnwritten = [...before.keys()].every((key) => key === 'scope');
  return (isUnwritten && !bare) || goesOn || staysOpen ? 'replaceState' : 'pushState';
};

/**
 * Keeps the address in sync with the view: a link or a reload shows the same, and Back undoes a choice.
 * A new address from outside (a link, Back) changes the view; invalid parts of it are then corrected.
 */
export const useQueryInUrl = ({ own: question, search, follow, bare = false, texts = none, fronts = none }: Bound): void => {
  const own = keepScope(keptBeside(question, search), search);
  const latest = useRef({ own, follow });
  /** The last query written here: the hook does not follow its own changes. */
  const written = useRef<string | null>(null);
  const isFollowing = useRef(false);
  useEffect(() => {
    latest.current = { own, follow };
  });
  const write = useRef((way?: Way): void => {
    const now = window.location.search.slice(1);
    // useScope owns the scope and may have written it since the last render.
    const next = keepScope(latest.current.own, now);
    if (now === next) return;
    written.current = next;
    window.history[way ?? wayTo(now, next, { bare, texts, fronts })](
      way ? window.history.state : null,
      '',
      next === '' ? window.location.pathname : `?${next}`,
    );
  });
  useEffect(() => {
    const isOwn = search === written.current;
    written.current = null;
    if (isOwn || (search === '' && !bare) || search === latest.current.own) return;
    isFollowing.current = true;
    latest.current.follow(search);
    // By then the view has changed.
    const settled = setTimeout(() => {
      isFollowing.current = false;
      write.current('replaceState');
    });
    return () => {
      clearTimeout(settled);
      isFollowing.current = false;
    };
  }, [search, bare]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the reason to run, not values to read.
  useEffect(() => {
    if (isFollowing.current) return;
    // Browsers store an address slowly, so the choice is painted first.
    return afterPaint(() => write.current());
  }, [own, search]);
};
