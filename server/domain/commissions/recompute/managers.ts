import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { hasTeams } from './credits.ts';
import type { Touched } from './touched.ts';

/** With everybody whom the touched people have reported to, where a plan gives them a share. A closed month is compared by its own rules: its teams count too. */
export const withManagers = async (
  { facts }: Pick<Repositories, 'facts'>,
  touched: readonly Touched[],
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): Promise<Touched[]> => {
  const closed = touched.flatMap(({ day }) => closedMonths.get(monthOfDay(day)) ?? []);
  if (![config, ...closed.map((one) => one.config)].some(hasTeams)) return [...touched];
  const managers = await facts.managersOf(touched.map(({ userId }) => userId));
  return [...touched, ...touched.flatMap(({ userId, day }) => (managers.get(userId) ?? []).map((manager) => ({ userId: manager, day })))];
};

/**
 * Locks people and their managers before any row of theirs, as a computation does, so that two writers for one person take turns.
 * Managers are locked in the same statement, whatever the plan says: one locked later, with a lower id, could end in a deadlock.
 */
export const lockWithManagers = async ({ facts }: Pick<Repositories, 'facts'>, ids: readonly number[]): Promise<void> => {
  await facts.lockPeople([...new Set([...ids, ...[...(await facts.managersOf(ids)).values()].flat()])]);
};
