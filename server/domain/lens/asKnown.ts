import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import { currentConfig } from '../plans/config.ts';
import { plusMs, startOfDay, todayIn } from '../shared/clock.ts';
import { requireValidDays } from '../shared/days.ts';
import type { Heads } from '../shared/heads.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type ReadServices = Pick<Services, 'store' | 'clock'>;
const t = messages.lensRefusals;

/**
 * The end of a day in the company's time zone.
 * @param field the field named in the error
 * @throws Problem 400 for an invalid or future day, or one before history is available
 */
const readDayEnd = async ({ store, clock }: ReadServices, day: Day, field: string): Promise<Date> => {
  const { config } = await currentConfig(store);
  const zone = config.timezone;
  const today = todayIn(zone, clock());
  requireValidDays({ [field]: day });
  if (day > today) throw badRequest('date_ahead', fill(t.dayAhead, { field, today: dayText(today) }), field);
  const end = plusMs(startOfDay(addDays(day, 1), zone), -1);
  const since = await store.lens.since();
  if (end.toISOString() < since)
    throw badRequest('before_kept', fill(t.beforeKept, { field, day: dayText(todayIn(zone, new Date(since))) }), field);
  return end;
};

/**
 * Runs a read as of the end of a day, with the store and clock of that time, or on the current state if no day is given.
 * @throws Problem 400 naming the field for an unavailable day
 */
export const readAsKnownOn = async <T>(
  services: ReadServices,
  { day, field = 'asOf', heads }: Readonly<{ day: string | null | undefined; field?: string; heads?: Heads | undefined }>,
  read: (past: ReadServices, heads?: Heads) => Promise<T>,
): Promise<T> => {
  if (day === null || day === undefined) return read(services, heads);
  const end = await readDayEnd(services, day, field);
  const now = services.clock();
  const at = now < end ? now : end;
  // Up to the last microsecond of the day.
  return services.store.asKnown(end.toISOString().replace('Z', '999Z'), (store) => read({ store, clock: () => at }));
};
