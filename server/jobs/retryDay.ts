import type { Store } from '../db/repositories/store.ts';
import { DAY_JOB } from '../domain/commissions/recompute/index.ts';
import { currentConfig } from '../domain/plans/config.ts';
import { type Clock, MINUTE, plusMs, todayIn } from '../domain/shared/clock.ts';
import { retryJob } from './queue.ts';

/** First delay before a failed day is retried; later delays equal the time since it was first queued. */
const FIRST_RETRY_MS = 10 * MINUTE;

const isRetryDue = (first: Date, endedAt: Date, now: Date): boolean =>
  now >= plusMs(endedAt, Math.max(FIRST_RETRY_MS, endedAt.getTime() - first.getTime()));

/** Retries the company's current day if its job failed; reads the database at most once a minute. */
export const retryDay = (store: Pick<Store, 'config' | 'jobs' | 'releases' | 'transaction'>, clock: Clock): (() => Promise<void>) => {
  let nextCheckMs = 0;
  return async () => {
    const now = clock();
    if (now.getTime() < nextCheckMs) return;
    nextCheckMs = now.getTime() + MINUTE;
    const day = todayIn((await currentConfig(store)).config.timezone, now);
    const failedJob = await store.releases.failedDay(DAY_JOB, day);
    if (failedJob && isRetryDue(new Date(failedJob.created_at), new Date(failedJob.finished_at), now))
      await retryJob(store, failedJob.id, now);
  };
};
