import type { MemoRule } from '../../../../contract/rules/commission/engine.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { configsAt, type VersionedConfig } from '../../plans/config.ts';
import type { Sellers } from './expected/index.ts';

/**
 * `memos`: `record` if it was closed before quota counters continued across plan versions and credit memos reduced their sale (decisions 2.21, 2.23).
 * `sellers`: everyone if it was closed before the engine checked who may be credited (decisions 3.07).
 */
export type ClosedMonth = VersionedConfig & Readonly<{ memos: MemoRule; sellers: Sellers }>;
/** Closed months by first day, each with the configuration and rules in force when it was closed. */
export type ClosedMonths = ReadonlyMap<Day, ClosedMonth>;

/** First rules version whose quota counters continue across plan versions. */
const NET_SALES_RULES = 2;
/** First rules version that credits only people with a selling role. */
const SELLER_RULES = 3;

/** First rules version in which a memo of an earlier period's sale keeps the retroactive tier of its original. */
const STEP_RULES = 4;

const memoRuleOf = (rules: number): MemoRule => (rules < NET_SALES_RULES ? 'record' : rules < STEP_RULES ? 'stepless' : 'netSales');

/** The first day of the day's month. */
export const monthOfDay = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** Reads all closed months, because the ones needed are only known during the computation. */
export const readClosedMonths = async (tx: Pick<Repositories, 'config' | 'periods'>): Promise<ClosedMonths> => {
  const months = await tx.periods.closedIn('1900-01-01', '2999-12-31');
  if (months.length === 0) return new Map();
  const configs = await configsAt(
    tx,
    months.map(({ config_version }) => config_version),
  );
  return new Map(
    months.map(({ start_date, config_version, rules }): [Day, ClosedMonth] => [
      start_date,
      { ...configs(config_version), memos: memoRuleOf(rules), sellers: rules < SELLER_RULES ? 'anybody' : 'selling' },
    ]),
  );
};
