import type { Store } from '../db/repositories/store.ts';
import { DAY_JOB } from '../domain/commissions/recompute/index.ts';
import { currentConfig } from '../domain/plans/config.ts';
import { type Clock, MINUTE, plusMs, todayIn } from '../domain/shared/clock.ts';
import { retryJob } from './queue.ts';

/** First delay before a failed day is retried; later delays equal the time since it was first queued. */
const AGAIN_AFTER_MS = 10 * MINUTE;

const isAskedAgain = (first: Date, ended: Date, at: Date): boolean =>
  at >= plusMs(ended, Math.max(AGAIN_AFTER_MS, ended.getTime() - first.getTime()));

/** Retries the company's current day if its job failed; reads the database at most once a minute. */
export const retryDay = (store: Pick<Store, 'config' | 'jobs' | 'releases' | 'transaction'>, clock: Clock): (() => Promise<void>) => {
  let next = 0;
  return async () => {
    const at = clock();
    if (at.getTime() < next) return;
    next = at.getTime() + MINUTE;
    const day = todayIn((await currentConfig(store)).config.timezone, at);
    const failed = await store.releases.failedDay(DAY_JOB, day);
    if (failed && isAskedAgain(new Date(failed.created_at), new Date(failed.finished_at), at)) await retryJob(store, failed.id, at);
  };
};
