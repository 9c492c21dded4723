import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { configsAt, type VersionedConfig } from '../../plans/config.ts';
import type { Sellers } from './credits.ts';

/**
 * `byRecord`: closed before quota counters went on across plan versions and memos reduced their sale (decisions 2.21, 2.23). `sellers`: anybody
 * where it was closed before the engine asked who may be credited (decisions 3.07).
 */
export type ClosedMonth = VersionedConfig & Readonly<{ byRecord: boolean; sellers: Sellers }>;
/** Closed months by their first day, each with the configuration and the rules it was closed with. */
export type ClosedMonths = ReadonlyMap<Day, ClosedMonth>;

/** The first version of the rules that counts across plan versions. */
const BY_NET_SALES = 2;
/** The first that credits only who may be credited. */
const BY_SELLERS = 3;

/** The first day of the month that a day lies in. */
export const monthOfDay = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** Every closed month: which of them a computation reads is known only once it is under way. */
export const readClosedMonths = async (within: Pick<Repositories, 'config' | 'periods'>): Promise<ClosedMonths> => {
  const months = await within.periods.closedIn('1900-01-01', '2999-12-31');
  if (months.length === 0) return new Map();
  const configs = await configsAt(
    within,
    months.map(({ config_version }) => config_version),
  );
  return new Map(
    months.map(({ start_date, config_version, rules }): [Day, ClosedMonth] => [
      start_date,
      { ...configs(config_version), byRecord: rules < BY_NET_SALES, sellers: rules < BY_SELLERS ? 'anybody' : 'selling' },
    ]),
  );
};
