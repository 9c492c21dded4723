/**
 * How often configurations, closed months and people have changed, as of a request. `moment` is the database's snapshot: the same text as
 * long as nobody, on any instance, commits a write of anything, so that what was read since it was the same is still so.
 */
export type Heads = Readonly<{ config: number; periods: number; people: number; moment: string }>;

const KEPT = 500;

/**
 * What was read from a repository stays known until its heads move: `key` holds those that it depends on. One memory a repository, because
 * two databases may count alike.
 */
export const knownBy = <Answer>() => {
  const memories = new WeakMap<object, Map<string, Promise<Answer>>>();
  return (repository: object, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const memory = memories.get(repository) ?? new Map<string, Promise<Answer>>();
    memories.set(repository, memory);
    const known = memory.get(key);
    if (known) return known;
    if (memory.size >= KEPT) memory.clear();
    const answer = read();
    memory.set(key, answer);
    // A failure is not remembered.
    answer.catch(() => memory.delete(key));
    return answer;
  };
};
