import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Limits for the batch size of a transaction, and the durations in ms below or above which the size grows or shrinks. */
export type PartBounds = Readonly<{ least: number; max: number; quickMs: number; slowMs: number }>;

/** Halves the size after a slow transaction, because others wait, and doubles it after a quick one (decisions 7.08). */
export const nextSize = ({ least, max, quickMs, slowMs }: PartBounds, size: number, ms: number): number => {
  if (ms > slowMs) return Math.max(least, Math.floor(size / 2));
  return ms < quickMs ? Math.min(max, size * 2) : size;
};

/** Adapts the batch size of the next query to the duration of previous ones. */
export const createPacer = (parts: PartBounds, first: number) => {
  let size = first;
  return {
    size: (): number => size,
    of: async <T>(work: Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      const result = await work;
      size = nextSize(parts, size, performance.now() - startedAt);
      return result;
    },
  };
};

/**
 * Runs work in transactions sized by their duration, and yields to others in between.
 * @param part processes at most the given number, and returns whether more is left
 */
export const runInParts = async (
  parts: PartBounds,
  first: number,
  signal: AbortSignal,
  part: (size: number) => Promise<boolean>,
): Promise<void> => {
  for (let [size, hasMore] = [first, true]; hasMore; ) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    hasMore = await part(size);
    size = nextSize(parts, size, performance.now() - startedAt);
    await setImmediate();
  }
};
