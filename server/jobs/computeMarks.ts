import type { Store } from '../db/repositories/store.ts';
import { computeMarks as compute, type ThreadStart } from '../domain/commissions/recompute/index.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { Handler } from './handler.ts';

export const MARKS_JOB = 'commissions_compute';

/**
 * Computes what is marked; stopped or killed it leaves what is not computed marked. Each transaction is progress, so that servers which stop
 * under it are counted only where none of them got further.
 */
export const computeMarks =
  (store: Pick<Store, 'atOnce' | 'marks' | 'transaction'>, clock: Clock, threads?: ThreadStart): Handler =>
  async ({ progress_done }, { signal, progress }) => {
    let transactions = progress_done ?? 0;
    const took = (): void => {
      transactions += 1;
      // The next one tells what this one could not.
      progress(transactions, null).catch(() => {});
    };
    await compute(store, clock, { signal, took, ...(threads && { threads }) });
    return null;
  };

/** Puts the job down where something is marked and none lives. Two of them at once would be right too. */
export const marksPlanner = (store: Pick<Store, 'jobs' | 'marks'>, clock: Clock) => async (): Promise<void> => {
  if (await store.marks.any()) await store.jobs.addKeyed({ kind: MARKS_JOB, key: 'all' }, clock());
};
