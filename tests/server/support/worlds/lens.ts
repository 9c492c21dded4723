import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { beginDay } from '../../../../server/domain/commissions/recompute/index.ts';
import { createClauseCompany } from '../clauses.ts';
import { restampRecorded } from '../restampRecorded.ts';

/** A company over several days: each day's actions are recorded on that day. */
export const createLensCompany = async (first: Day) => {
  const company = await createClauseCompany();
  const { server, facts } = company;
  await restampRecorded(server.db, `${first}T08:00:00Z`);
  /** Does a day's work at noon in Phoenix and sets the clock to the last second of the day. */
  const live = async (day: Day, work: () => Promise<unknown>): Promise<void> => {
    const noon = `${day}T19:00:00Z`;
    company.newDay(noon);
    await beginDay(facts.store, day, server.clock());
    await work();
    await restampRecorded(server.db, noon);
    company.newDay(`${addDays(day, 1)}T06:59:59Z`);
  };
  return { ...company, live };
};
export type LensCompany = Awaited<ReturnType<typeof createLensCompany>>;
