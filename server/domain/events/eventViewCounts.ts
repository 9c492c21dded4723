import { type EventViewCounts, eventViewNames } from '../../../contract/entities/event.ts';
import { eventViewOf } from '../../../contract/rules/events/eventViews.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';

/** The number of events in each built-in view today (decisions 6.03). */
export const countViews = async ({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<EventViewCounts> => {
  const today = todayIn((await currentConfig(store)).config.timezone, clock());
  const counted = eventViewNames.map(async (name) => {
    const { period, only } = eventViewOf(name, today);
    const { start_date, end_date } = period;
    const question = { start_date, end_date, today, sort: 'date_time', direction: 'desc', filters: { only }, need: null } as const;
    return [name, (await store.eventsPage.counts(question)).total] as const;
  });
  return Object.fromEntries(await Promise.all(counted)) as EventViewCounts;
};
