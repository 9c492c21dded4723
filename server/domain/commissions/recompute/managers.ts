import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { hasTeams } from './expected/index.ts';

/** Adds everyone the affected people have reported to, if a plan gives managers a share; also by the rules of closed months. */
export const withManagers = async (
  { facts }: Pick<Repositories, 'facts'>,
  affected: readonly AffectedDay[],
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): Promise<AffectedDay[]> => {
  const closed = affected.flatMap(({ day }) => closedMonths.get(monthOfDay(day)) ?? []);
  if (![config, ...closed.map((one) => one.config)].some(hasTeams)) return [...affected];
  const managers = await facts.managersOf(affected.map(({ user_id }) => user_id));
  return [
    ...affected,
    ...affected.flatMap(({ user_id, day }) => (managers.get(user_id) ?? []).map((manager) => ({ user_id: manager, day }))),
  ];
};

/**
 * Locks people and their managers before any of their rows, as a computation does, so that two writers for one person take turns.
 * Managers are always locked in the same statement: locking one later, with a lower id, could deadlock.
 */
export const lockWithManagers = async ({ facts }: Pick<Repositories, 'facts'>, ids: readonly number[]): Promise<void> => {
  await facts.lockPeople([...new Set([...ids, ...[...(await facts.managersOf(ids)).values()].flat()])]);
};
