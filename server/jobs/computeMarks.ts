import type { Store } from '../db/repositories/store.ts';
import { computeMarks as compute, type ThreadStart } from '../domain/commissions/recompute/index.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { Handler } from './handler.ts';

export const MARKS_JOB = 'commissions_compute';

/** Computes what is marked; stopped or killed it leaves what is not computed marked. */
export const computeMarks =
  (store: Pick<Store, 'atOnce' | 'marks' | 'transaction'>, clock: Clock, threads?: ThreadStart): Handler =>
  async (_job, { signal }) => {
    await compute(store, clock, { signal, ...(threads && { threads }) });
    return null;
  };

/** Puts the job down where something is marked and none lives. Two of them at once would be right too. */
export const marksPlanner = (store: Pick<Store, 'jobs' | 'marks'>, clock: Clock) => async (): Promise<void> => {
  if (await store.marks.any()) await store.jobs.addKeyed({ kind: MARKS_JOB, key: 'all' }, clock());
};
