import type { Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { isBeforeBooks } from '../../plans/books.ts';
import { currentConfig, type VersionedConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { readClosedMonths } from './closedMonths.ts';
import { withManagers } from './managers.ts';
import type { Cause } from './proposals.ts';

type RunFacts = Readonly<{ quiet?: boolean; periods?: number }>;

/**
 * Records who wrote facts and why, for the results computed from the run's marks. `quiet`: no notices about due records, and no proposals.
 * @returns the run's id, for `markAffected`
 */
export const beginRun = (
  { marks }: Pick<Repositories, 'marks'>,
  { actorId, origin, why, at }: Cause,
  { quiet = false, periods = 0 }: RunFacts = {},
): Promise<number> => {
  const cause = typeof why === 'string' ? { cause: why, cause_facts: null } : { cause: null, cause_facts: why };
  return marks.addRun({ actor_id: actorId, network: origin.network, request_id: origin.requestId, ...cause, quiet, periods }, at);
};

/** Removes days before the books begin that have no records: they produce no figures (decisions 2.12). */
export const withinBooks = async (
  { marks }: Pick<Repositories, 'marks'>,
  affected: readonly AffectedDay[],
  current: VersionedConfig,
): Promise<readonly AffectedDay[]> => {
  const daysBeforeBooks = affected.filter(({ day }) => isBeforeBooks(current, day));
  if (daysBeforeBooks.length === 0) return affected;
  return [...affected.filter(({ day }) => !isBeforeBooks(current, day)), ...(await marks.recorded(daysBeforeBooks))];
};

/** Maximum duration of a batch in seconds, and therefore the wait for a writer that died. */
const WRITING_S = 5;

/**
 * Signals that a run has more batches: its marks are computed once, after it ends or after at most one minute. Call it in the transaction
 * of each batch, and `endMarkRun` after the last.
 */
export const extendMarkRun = ({ marks }: Pick<Repositories, 'marks'>, runId: number): Promise<void> => marks.keepWriting(runId, WRITING_S);
export const endMarkRun = ({ marks }: Pick<Repositories, 'marks'>, runId: number): Promise<void> => marks.keepWriting(runId, 0);

type MarkFields = Readonly<{ rank: Rank; runId: number; at: Date }>;

/** Marks exactly these people's days. @returns the number of marks */
export const addMarks = async (
  { marks }: Pick<Repositories, 'marks'>,
  affected: readonly AffectedDay[],
  by: MarkFields,
): Promise<number> => {
  const days = new Map(affected.map((affectedDay) => [`${affectedDay.user_id} ${affectedDay.day}`, affectedDay]));
  if (days.size > 0) await marks.add([...days.values()], by.rank, by.runId, by.at);
  return days.size;
};

/**
 * Marks the affected days for the job, including those of managers if a plan gives them a share. Each mark names a day, not a quota period,
 * because the period may change before it is computed. Never waits for a lock.
 * @param affected results of `affectedBy` before and after the change
 * @param by `rank` 0 if somebody waits for it, and the run of `beginRun`
 * @returns the number of marked person-days
 */
export const markAffected = async (
  tx: Pick<Repositories, 'config' | 'facts' | 'marks' | 'periods'>,
  affected: readonly AffectedDay[],
  by: MarkFields,
): Promise<number> => {
  if (affected.length === 0) return 0;
  const current = await currentConfig(tx);
  const daysInBooks = await withinBooks(tx, affected, current);
  return addMarks(tx, await withManagers(tx, daysInBooks, current, await readClosedMonths(tx)), by);
};
