import type { HeadRow } from '../../db/repositories/session/principals.ts';

/**
 * Change counters of configurations, closed months and people, as of a request. `moment`: the database snapshot, which stays the same
 * until somebody commits a write on any instance, so data read under an equal `moment` is still current.
 */
export type Heads = Readonly<{ config: number; periods: number; people: number; moment: string }>;

export const headsOf = (row: HeadRow): Heads => ({
  config: row.head_config,
  periods: row.head_periods,
  people: row.head_people,
  moment: row.moment,
});

const MAX_CACHED = 500;

/**
 * Caches data read from a repository until its heads change: `key` contains those that matter. There is one cache per repository, because
 * two databases may have equal counters.
 */
export const createHeadCache = <Answer>() => {
  const caches = new WeakMap<object, Map<string, Promise<Answer>>>();
  return (repository: object, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const cache = caches.get(repository) ?? new Map<string, Promise<Answer>>();
    caches.set(repository, cache);
    const cached = cache.get(key);
    if (cached) return cached;
    if (cache.size >= MAX_CACHED) cache.clear();
    const answer = read();
    cache.set(key, answer);
    // Failures are not cached.
    answer.catch(() => cache.delete(key));
    return answer;
  };
};
