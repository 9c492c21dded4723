import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** How many go into a transaction: at least and at most, and after what times there are fewer or more. */
export type Parts = Readonly<{ least: number; most: number; quickMs: number; slowMs: number }>;

/** Half as many after a transaction that took too long for those who wait, and twice as many again after a short one (decisions 7.08). */
export const nextSize = ({ least, most, quickMs, slowMs }: Parts, size: number, ms: number): number => {
  if (ms > slowMs) return Math.max(least, Math.floor(size / 2));
  return ms < quickMs ? Math.min(most, size * 2) : size;
};

/** How many go into the next statement, by how long the last ones took. */
export const pacedBy = (parts: Parts, first: number) => {
  let size = first;
  return {
    size: (): number => size,
    of: async <T>(work: Promise<T>): Promise<T> => {
      const begun = performance.now();
      const done = await work;
      size = nextSize(parts, size, performance.now() - begun);
      return done;
    },
  };
};

/**
 * Work in transactions that are cut by time, with a turn for others between them.
 * @param part does at most so many, and answers whether more is left
 */
export const inParts = async (
  parts: Parts,
  first: number,
  signal: AbortSignal,
  part: (size: number) => Promise<boolean>,
): Promise<void> => {
  for (let [size, more] = [first, true]; more; ) {
    signal.throwIfAborted();
    const begun = performance.now();
    more = await part(size);
    size = nextSize(parts, size, performance.now() - begun);
    await setImmediate();
  }
};
