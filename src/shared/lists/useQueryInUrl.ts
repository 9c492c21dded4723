import { useEffect, useRef } from 'react';
import { afterPaint } from '../../services/afterPaint.ts';
import { keepScope } from '../scope/scopeInUrl.ts';
import { keptBeside } from '../trace/wakeInUrl.ts';

type Bound = Readonly<{
  /** The question of what is shown, as an address says it. */
  own: string;
  /** The question of the address. */
  search: string;
  follow: (search: string) => void;
  /** The address without a question is the list's own: all of it. Else whatever is shown is written there. */
  bare?: boolean;
  /** Filters that one types. */
  texts?: readonly string[];
  /** What the address calls an open row, by what is in front of it: going from one to another is a step of the same thing. */
  fronts?: readonly string[];
}>;
type Way = 'pushState' | 'replaceState';

/** Letters of one text are one choice, and so are the rows that one goes through: Back undoes them at once. */
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
 * The address says what is shown: a link and a reload show the same, and Back undoes what one chose.
 * An address that comes from elsewhere (a link, Back) moves what is shown, and is put right where it names what there is not.
 */
export const useQueryInUrl = ({ own: question, search, follow, bare = false, texts = none, fronts = none }: Bound): void => {
  const own = keepScope(keptBeside(question, search), search);
  const latest = useRef({ own, follow });
  /** Written here and not seen yet: an address of one's own is never followed. */
  const written = useRef<string | null>(null);
  const isFollowing = useRef(false);
  useEffect(() => {
    latest.current = { own, follow };
  });
  const write = useRef((way?: Way): void => {
    const now = window.location.search.slice(1);
    // The scope belongs to useScope, which may have written it since the last render.
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
    // What is shown has moved by then.
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
    // The browser takes its time to keep an address; what was chosen is seen before.
    return afterPaint(() => write.current());
  }, [own, search]);
};
