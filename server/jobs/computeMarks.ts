import type { Store } from '../db/repositories/store.ts';
import { computeMarks as compute } from '../domain/commissions/recompute/index.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { Handler } from './handler.ts';

export const MARKS_JOB = 'commissions_compute';

/**
 * Computes marked days; if it is stopped or killed, the rest stays marked. Each transaction counts as progress, so that server stops only
 * count as crashes if no server got further.
 */
export const computeMarksJob =
  (store: Pick<Store, 'kind' | 'marks' | 'transaction'>, clock: Clock): Handler =>
  async ({ progress_done }, { signal, progress }) => {
    let transactions = progress_done ?? 0;
    const noteProgress = (): void => {
      transactions += 1;
      // The next transaction reports the progress that this one could not.
      progress(transactions, null).catch(() => {});
    };
    await compute(store, clock, { signal, took: noteProgress });
    return null;
  };

/** Queues the job if there are marks and no unfinished job. Two at once would also be correct. */
export const marksPlanner = (store: Pick<Store, 'jobs' | 'marks'>, clock: Clock) => async (): Promise<void> => {
  if (await store.marks.any()) await store.jobs.addKeyed({ kind: MARKS_JOB, key: 'all' }, clock());
};
