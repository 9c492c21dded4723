import { daysInStage } from '../../../contract/rules/deals.ts';
import type { Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { DAY, later } from '../shared/clock.ts';
import { staleBy } from './dealScope.ts';

export const STALE_DEALS_JOB = 'stale_deals';
/** Days on which no server ran are caught up so far back; a deal that is stale for longer is old news. */
const CATCH_UP_DAYS = 7;

/** Tells the owners of deals that have become stale (decisions 5.02), once for each stay in a stage. @returns how many there are */
export const tellStaleDeals = (store: Store, at: Date): Promise<number> =>
  store.transaction(async (within) => {
    const by = staleBy(at);
    const deals = await within.deals.enteredWithin(later(by, -CATCH_UP_DAYS * DAY), by);
    for (const { id, name, stage, stage_entered_at, owner_id } of deals) {
      const about = { kind: 'deal', id } as const;
      const words = { deal: name, stage, days: daysInStage(new Date(stage_entered_at), at) };
      await notify(
        within,
        'dealStale',
        { about, occurrence: `stale:${stage_entered_at}`, words },
        { to: owner_id === null ? [] : [owner_id], at, channels: true },
      );
    }
    return deals.length;
  });
