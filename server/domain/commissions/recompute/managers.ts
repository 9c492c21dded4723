import { hasReach } from '../../../db/repositories/commissions/teamReach.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { currentConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { type ClosedMonths, monthOfDay } from './closedMonths.ts';
import { teamReachOf } from './expected/index.ts';

/** Adds everyone who shares, or shared, in the affected people's sales, also under the rules of closed months. */
export const withManagers = async (
  { facts }: Pick<Repositories, 'facts'>,
  affected: readonly AffectedDay[],
  { config }: VersionedConfig,
  closedMonths: ClosedMonths,
): Promise<AffectedDay[]> => {
  const closed = affected.flatMap(({ day }) => closedMonths.get(monthOfDay(day)) ?? []);
  const reach = teamReachOf(config, ...closed.map((one) => one.config));
  if (!hasReach(reach)) return [...affected];
  const leaders = await facts.leadersOf([...new Set(affected.map(({ user_id }) => user_id))], reach);
  return [...affected, ...affected.flatMap(({ user_id, day }) => (leaders.get(user_id) ?? []).map((leader) => ({ user_id: leader, day })))];
};

/**
 * Locks people and their managers before any of their rows, as a computation does, so that two writers for one person take turns.
 * Managers are always locked in the same statement: locking one later, with a lower id, could deadlock.
 */
export const lockWithManagers = async (tx: Pick<Repositories, 'config' | 'facts'>, ids: readonly number[]): Promise<void> => {
  const reach = teamReachOf((await currentConfig(tx)).config);
  const leaders = await tx.facts.leadersOf(ids, { ...reach, levels: Math.max(1, reach.levels) });
  await tx.facts.lockPeople([...new Set([...ids, ...[...leaders.values()].flat()])]);
};
