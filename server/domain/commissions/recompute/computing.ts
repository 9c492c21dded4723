import { performance } from 'node:perf_hooks';
import type { MarkDay } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { type ComputedPairs, computeMarked, type Rest } from './computeMarked.ts';

/** `ms`: how long the transaction took. `left`: what of the pairs is marked again, because more differs than was written. */
export type ComputedPart = Omit<ComputedPairs, 'rest'> & Readonly<{ ms: number; left: readonly MarkDay[] }>;
/**
 * Computes pairs, each of another person, in one transaction of at most so many records.
 * @returns null where another worker has taken their marks
 */
export type Computing = (pairs: readonly MarkDay[], most: number, at: Date) => Promise<ComputedPart | null>;
/** Computes one transaction after another in a thread of its own. `compute` throws `ThreadGoneError` if the thread has ended; any other error is why the transaction failed. */
export type ComputingThread = Readonly<{ compute: Computing; end: () => Promise<void> }>;
export class ThreadGoneError extends Error {}
/** `after`: so many records were read. `start`: given up where the signal is aborted. `log` hears what became of it. */
export type ThreadStart = Readonly<{
  after: number;
  start: (signal: AbortSignal) => Promise<ComputingThread>;
  log: (error: unknown) => void;
}>;

/** What was broken off is kept of so many transactions: each may hold what differs of thousands of records. */
const MOST_RESTS = 4;

/** Computes over this store, and writes on what its own earlier transaction left. */
export const computingOver = (store: Pick<Store, 'transaction'>): Computing => {
  /** By the first of its people. */
  const rests = new Map<number, Rest>();
  const keep = (rest: Rest): void => {
    rests.set(rest.pairs[0]?.user_id ?? 0, rest);
    const [oldest] = rests.keys();
    if (rests.size > MOST_RESTS && oldest !== undefined) rests.delete(oldest);
  };
  return async (pairs, most, at) => {
    const first = pairs[0]?.user_id ?? 0;
    const before = rests.get(first) ?? null;
    rests.delete(first);
    let begun = performance.now();
    const done = await store.transaction((within) => {
      begun = performance.now();
      return computeMarked(within, pairs, most, at, before);
    });
    if (done === null) return null;
    const { rest, ...part } = done;
    if (rest) keep(rest);
    return { ...part, ms: performance.now() - begun, left: rest?.pairs ?? [] };
  };
};
