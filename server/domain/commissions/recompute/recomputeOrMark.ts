import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { readClosedMonths } from './closedMonths.ts';
import { withManagers } from './managers.ts';
import { addMarks, beginRun, withinBooks } from './marks.ts';
import type { Cause } from './proposals.ts';
import { rangesOf, readPeople } from './readPeriods.ts';
import { recomputeAffected } from './recomputeAffected.ts';

type Repos = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'marks' | 'notifications' | 'periods' | 'records'>;
/** `marked`: person-days to be computed shortly afterwards. */
export type RecomputeResult = Readonly<{ written: number; proposed: number; marked: number }>;

/** `records`: the number that can be written in 100 ms, with totals and audit entries; `days`: each may need many records read. */
const DIRECT_LIMITS = { records: 60, days: 250 } as const;

const dayCount = (affected: readonly AffectedDay[]): number => new Set(affected.map(({ user_id, day }) => `${user_id} ${day}`)).size;

/** Splits the days by whether their people have marks: computing marked people here would block everyone until all marks are done. */
const splitByMarks = async (
  tx: Repos,
  affected: readonly AffectedDay[],
  moved: number,
): Promise<readonly [AffectedDay[], AffectedDay[]]> => {
  const current = await currentConfig(tx);
  const closedMonths = await readClosedMonths(tx);
  const affectedDays = await withManagers(tx, await withinBooks(tx, affected, current), current, closedMonths);
  if (dayCount(affectedDays) > DIRECT_LIMITS.days || moved > DIRECT_LIMITS.records) return [[], affectedDays];
  const people = await readPeople(
    tx,
    affectedDays.map(({ user_id }) => user_id),
  );
  const markedIn = async (affected: readonly AffectedDay[], peopleById: typeof people): Promise<number[]> =>
    affected.length === 0 ? [] : tx.marks.markedOf(rangesOf(affected, peopleById, current, closedMonths));
  const marked = new Set(await markedIn(affectedDays, people));
  const unmarkedDays = affectedDays.filter(({ user_id }) => !marked.has(user_id));
  // Checked again under the lock, because the job may have added a mark. People with marks are not locked, so nobody waits for the job.
  const computed = await withManagers(tx, unmarkedDays, current, closedMonths);
  const locked = unmarkedDays.length === 0 ? [] : await tx.facts.lockPeople([...new Set(computed.map(({ user_id }) => user_id))]);
  for (const userId of await markedIn(unmarkedDays, new Map(locked.map((row) => [row.id, row])))) marked.add(userId);
  return [affectedDays.filter(({ user_id }) => !marked.has(user_id)), affectedDays.filter(({ user_id }) => marked.has(user_id))];
};

/**
 * Recomputes the figures after a person's change: in the same transaction if that is quick; otherwise the days are marked and computed
 * within a second. Every interactive writer of facts calls it after the change and before the change's audit entry.
 * @param affected results of `affectedBy` before and after the change
 * @param moved minimum number of changed records, if known: large changes are marked without trying
 */
export const recomputeOrMark = async (tx: Repos, affected: readonly AffectedDay[], cause: Cause, moved = 0): Promise<RecomputeResult> => {
  if (affected.length === 0) return { written: 0, proposed: 0, marked: 0 };
  await tx.periods.lockShared();
  const [unmarked, marked] = await splitByMarks(tx, affected, moved);
  let markCount = 0;
  const mark = async (skipped: readonly AffectedDay[]): Promise<void> => {
    const daysToMark = [...marked, ...skipped];
    if (daysToMark.length > 0) markCount = await addMarks(tx, daysToMark, { rank: 0, runId: await beginRun(tx, cause), at: cause.at });
  };
  const recomputed = await recomputeAffected(tx, unmarked, cause, { maxEntries: DIRECT_LIMITS.records, leave: mark });
  return { ...recomputed, marked: markCount };
};
