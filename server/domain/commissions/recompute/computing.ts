import { performance } from 'node:perf_hooks';
import type { MarkDay } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { type ComputedPairs, computeMarked, type Rest } from './computeMarked.ts';

/** `ms`: duration of the transaction. `left`: pairs marked again because not all differences were written. */
export type ComputedPart = Omit<ComputedPairs, 'rest'> & Readonly<{ ms: number; left: readonly MarkDay[] }>;
/**
 * Computes pairs, each of a different person, in one transaction of at most `most` records.
 * @returns null if another worker has taken their marks
 */
export type Computing = (pairs: readonly MarkDay[], most: number, at: Date) => Promise<ComputedPart | null>;
/** Runs transactions one by one in its own thread. `compute` throws `ThreadGoneError` if the thread ended, else the transaction's error. */
export type ComputingThread = Readonly<{ compute: Computing; end: () => Promise<void> }>;
export class ThreadGoneError extends Error {}
/** `after`: records read before threads start. `start`: cancelled when the signal aborts. `log` receives start errors. */
export type ComputingThreadStart = Readonly<{
  after: number;
  start: (signal: AbortSignal) => Promise<ComputingThread>;
  log: (error: unknown) => void;
}>;

/** Maximum number of rests in memory: each may hold differences of thousands of records. */
const MOST_RESTS = 4;

/** Computes with this store, and continues the rest of its own earlier transactions. */
export const computingOver = (store: Pick<Store, 'transaction'>): Computing => {
  /** Keyed by the id of the first person. */
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
    const done = await store.transaction((tx) => {
      begun = performance.now();
      return computeMarked(tx, pairs, most, at, before);
    });
    if (done === null) return null;
    const { rest, ...part } = done;
    if (rest) keep(rest);
    return { ...part, ms: performance.now() - begun, left: rest?.pairs ?? [] };
  };
};
