import { booksBeginIn, type CommissionsConfig } from '../../../../contract/rules/commission/config.ts';
import { type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import type { MarkDay } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { monthOfDay } from './closedMonths.ts';
import { personPeriodOf, teamReachOf } from './expected/index.ts';
import { beginRun } from './marks.ts';
import type { Cause } from './proposals.ts';

/** Days of a month that may be in different quota periods: its first and last day, and days on which a plan starts or ends. */
const daysOf = ({ plans }: CommissionsConfig, month: Day): Day[] => {
  const { end_date } = periodAt('month', month);
  const turningDays = plans.flatMap(({ effectiveFrom, effectiveTo }) => [effectiveFrom, effectiveTo]);
  return [month, ...turningDays.flatMap((day) => (day !== null && monthOfDay(day) === month ? day : [])), end_date];
};

/** One day for each quota period of an open month in which the person has, or may get, records under any of the configurations. */
export const openDaysOf = async (
  tx: Pick<Repositories, 'marks'>,
  userId: number,
  configs: readonly CommissionsConfig[],
): Promise<AffectedDay[]> =>
  (await tx.marks.openMonths(teamReachOf(...configs), null, userId)).flatMap(({ month }) =>
    configs.flatMap((config) => daysOf(config, month).map((day) => ({ user_id: userId, day }))),
  );

/**
 * Marks every quota period that is not fully closed for everyone after a configuration change, under a run without notices and proposals.
 * Existing marks remain: each names a day, so a changed period does not matter.
 * @returns the number of marked quota periods
 */
export const markEverybody = async (
  tx: Pick<Repositories, 'marks'>,
  { config, setUpOn }: Pick<VersionedConfig, 'config' | 'setUpOn'>,
  before: CommissionsConfig,
  cause: Cause,
): Promise<number> => {
  const days = new Map<string, MarkDay>();
  for (const { user_id, role, month } of await tx.marks.openMonths(teamReachOf(config, before), booksBeginIn(config, setUpOn ?? null)))
    for (const day of daysOf(config, month)) {
      const period = personPeriodOf(config, { id: user_id, role }, day);
      // If a plan starts mid-period, two periods may have the same first day.
      const key = `${user_id} ${period.start_date} ${period.end_date}`;
      if (!days.has(key)) days.set(key, { user_id, day });
    }
  if (days.size === 0) return 0;
  const runId = await beginRun(tx, cause, { quiet: true, periods: days.size });
  await tx.marks.add([...days.values()], 1, runId, cause.at);
  return days.size;
};
