import { daysInStage } from '../../../contract/rules/deals.ts';
import type { Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { DAY, plusMs } from '../shared/clock.ts';
import { staleThreshold } from './dealScope.ts';

export const STALE_DEALS_JOB = 'stale_deals';
/** Missed days that a run catches up on; deals that became stale earlier are not announced. */
const CATCH_UP_DAYS = 7;

/** Notifies owners of deals that became stale (decisions 5.02), once per stay in a stage. @returns the number of such deals */
export const notifyStaleDeals = (store: Store, at: Date): Promise<number> =>
  store.transaction(async (tx) => {
    const staleSince = staleThreshold(at);
    const deals = await tx.deals.enteredWithin(plusMs(staleSince, -CATCH_UP_DAYS * DAY), staleSince);
    for (const { id, name, stage, stage_entered_at, owner_id } of deals) {
      const subject = { kind: 'deal', id } as const;
      const words = { deal: name, stage, days: daysInStage(new Date(stage_entered_at), at) };
      await notify(
        tx,
        'dealStale',
        { subject, occurrence: `stale:${stage_entered_at}`, words },
        { to: owner_id === null ? [] : [owner_id], at, channels: true },
      );
    }
    return deals.length;
  });
