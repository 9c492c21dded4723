import type { JobScheduleRow, NewSchedule } from '../db/repositories/jobs/schedules.ts';
import type { Repositories, Store } from '../db/repositories/store.ts';
import { occurrenceAt, type Timing } from '../domain/jobs/occurrence.ts';
import { currentConfig } from '../domain/plans/config.ts';
import { type Clock, DAY, MINUTE, plusMs } from '../domain/shared/clock.ts';

export type PlannerOptions = Readonly<{
  store: Pick<Store, 'config' | 'schedules' | 'transaction'>;
  clock: Clock;
  /** Schedules of every company; those from another version are updated to these. */
  builtIn: readonly NewSchedule[];
  log: (error: unknown) => void;
}>;

const timingOf = ({ every_seconds, calendar }: JobScheduleRow): Timing =>
  every_seconds === null ? { calendar: calendar ?? '' } : { everySeconds: every_seconds };

/** A kind's only schedule has the kind's name, and its slots need no prefix. */
const slotOf = ({ name, kind }: JobScheduleRow, slot: string): string => (name === kind ? slot : `${name} ${slot}`);

/**
 * Queues a job for every due schedule, once per slot across all instances: the schedule's row is locked, and each kind has a slot only
 * once. Reads the database at most once a minute.
 */
export const createPlanner = ({ store, clock, builtIn, log }: PlannerOptions): (() => Promise<void>) => {
  let nextCheckMs = 0;
  let isEnsured = false;

  /** An invalid pattern is tried again a day later, and does not block other schedules. */
  const occurrenceOf = (schedule: JobScheduleRow, zone: string, now: Date) => {
    try {
      return occurrenceAt(timingOf(schedule), zone, now);
    } catch (error) {
      log(error);
      return null;
    }
  };

  const plan = async ({ jobs, schedules }: Repositories, schedule: JobScheduleRow, companyZone: string, now: Date): Promise<void> => {
    const zone = schedule.zone ?? companyZone;
    const occurrence = occurrenceOf(schedule, zone, now);
    if (occurrence && occurrence.slot !== schedule.slot)
      await jobs.addSlot(schedule.kind, slotOf(schedule, occurrence.slot), now, schedule.payload as object, schedule.user_id);
    await schedules.setNext(schedule.id, { slot: occurrence?.slot ?? schedule.slot, nextAt: occurrence?.nextAt ?? plusMs(now, DAY), zone });
  };

  return async () => {
    const now = clock();
    if (now.getTime() < nextCheckMs) return;
    if (!isEnsured) for (const builtInSchedule of builtIn) await store.schedules.ensure(builtInSchedule, now);
    isEnsured = true;
    const zone = (await currentConfig(store)).config.timezone;
    await store.transaction(async (tx) => {
      for (const schedule of await tx.schedules.lockDue(zone, now)) await plan(tx, schedule, zone, now);
    });
    nextCheckMs = now.getTime() + MINUTE;
  };
};
