import type { Store } from '../db/repositories/store.ts';
import { DAY_JOB } from '../domain/commissions/recompute/index.ts';
import { currentConfig } from '../domain/plans/config.ts';
import { type Clock, later, MINUTE, todayIn } from '../domain/shared/clock.ts';
import { retry } from './queue.ts';

/** A day that failed is asked for again after this long, then each time after as long as it has failed already. */
const AGAIN_AFTER_MS = 10 * MINUTE;

const isAskedAgain = (first: Date, ended: Date, at: Date): boolean =>
  at >= later(ended, Math.max(AGAIN_AFTER_MS, ended.getTime() - first.getTime()));

/** Asks again for the company's day where its job failed, while it lasts; the database is asked once a minute at most. */
export const retryDay = (store: Pick<Store, 'config' | 'jobs' | 'releases' | 'transaction'>, clock: Clock): (() => Promise<void>) => {
  let next = 0;
  return async () => {
    const at = clock();
    if (at.getTime() < next) return;
    next = at.getTime() + MINUTE;
    const day = todayIn((await currentConfig(store)).config.timezone, at);
    const failed = await store.releases.failedDay(DAY_JOB, day);
    if (failed && isAskedAgain(new Date(failed.created_at), new Date(failed.finished_at), at)) await retry(store, failed.id, at);
  };
};
