import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { hasTeams } from './credits.ts';
import type { Touched } from './touched.ts';

/** Adds everyone the affected people have reported to, if a plan gives managers a share; also by the rules of closed months. */
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
 * Locks people and their managers before any of their rows, as a computation does, so that two writers for one person take turns.
 * Managers are always locked in the same statement: locking one later, with a lower id, could deadlock.
 */
export const lockWithManagers = async ({ facts }: Pick<Repositories, 'facts'>, ids: readonly number[]): Promise<void> => {
  await facts.lockPeople([...new Set([...ids, ...[...(await facts.managersOf(ids)).values()].flat()])]);
};
