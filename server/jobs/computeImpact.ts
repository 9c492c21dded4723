import type { Store } from '../db/repositories/store.ts';
import { computeImpact as compute, type ImpactRequest } from '../domain/settings/configImpact.ts';
import { notifyPlanChange } from '../domain/settings/planChanges.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { Handler } from './handler.ts';

/** Computes the impact of a configuration, with progress (decisions 2.07). */
export const computeImpactJob =
  (store: Store, clock: Clock): Handler =>
  async (job, { signal, progress }) => {
    const result = await compute({ store, clock }, job.payload as ImpactRequest, async (done, total) => {
      signal.throwIfAborted();
      await progress(done, total);
    });
    return { result };
  };

/** Notifies the people affected by a saved configuration (decisions 2.09). */
export const announcePlans =
  (store: Store, clock: Clock): Handler =>
  async (job) => {
    await notifyPlanChange(store, job.payload as Readonly<{ version: number }>, clock());
    return null;
  };
