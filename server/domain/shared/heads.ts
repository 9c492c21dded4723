/**
 * Change counters of configurations, closed months and people, as of a request. `moment`: the database snapshot, which stays the same
 * until somebody commits a write on any instance, so data read under an equal `moment` is still current.
 */
export type Heads = Readonly<{ config: number; periods: number; people: number; moment: string }>;

const MAX_CACHED = 500;

/**
 * Caches data read from a repository until its heads change: `key` contains those that matter. There is one cache per repository, because
 * two databases may have equal counters.
 */
export const createHeadCache = <Answer>() => {
  const memories = new WeakMap<object, Map<string, Promise<Answer>>>();
  return (repository: object, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const memory = memories.get(repository) ?? new Map<string, Promise<Answer>>();
    memories.set(repository, memory);
    const cached = memory.get(key);
    if (cached) return cached;
    if (memory.size >= MAX_CACHED) memory.clear();
    const answer = read();
    memory.set(key, answer);
    // Failures are not cached.
    answer.catch(() => memory.delete(key));
    return answer;
  };
};
