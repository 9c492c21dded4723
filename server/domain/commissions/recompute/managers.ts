import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { hasTeams } from './credits.ts';
import type { Touched } from './touched.ts';

/** With the managers of who is touched, where a plan gives them a share. A closed month is compared by its own rules: its teams count too. */
export const withManagers = async (
  { facts }: Pick<Repositories, 'facts'>,
  touched: readonly Touched[],
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): Promise<Touched[]> => {
  const closed = touched.flatMap(({ day }) => closedMonths.get(monthOfDay(day)) ?? []);
  if (![config, ...closed.map((one) => one.config)].some(hasTeams)) return [...touched];
  const managers = await facts.managersOf(touched.map(({ userId }) => userId));
  return [...touched, ...touched.flatMap(({ userId, day }) => (managers.has(userId) ? [{ userId: managers.get(userId) ?? 0, day }] : []))];
};
