import type { Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { isBeforeBooks } from '../../plans/books.ts';
import { currentConfig, type VersionedConfig } from '../../plans/config.ts';
import { readClosedMonths } from './closedMonths.ts';
import type { Cause } from './lateFacts/propose.ts';
import { withManagers } from './managers.ts';
import type { Touched } from './touched.ts';

type RunFacts = Readonly<{ quiet?: boolean; periods?: number }>;

/**
 * Puts down who wrote facts and why, so that what the marks of the run are computed to can say it. `quiet`: nobody is
 * told what becomes due, and nothing is proposed.
 * @returns the run's id, for `markTouched`
 */
export const beginRun = (
  { marks }: Pick<Repositories, 'marks'>,
  { actorId, origin, why, at }: Cause,
  { quiet = false, periods = 0 }: RunFacts = {},
): Promise<number> => {
  const cause = typeof why === 'string' ? { cause: why, cause_facts: null } : { cause: null, cause_facts: why };
  return marks.addRun({ actor_id: actorId, network: origin.network, request_id: origin.requestId, ...cause, quiet, periods }, at);
};

/** Without days before the books begin on which nothing is recorded: those make no figure (decisions 2.12). */
export const sinceBooks = async (
  { marks }: Pick<Repositories, 'marks'>,
  touched: readonly Touched[],
  current: VersionedConfig,
): Promise<readonly Touched[]> => {
  const old = touched.filter(({ day }) => isBeforeBooks(current, day));
  if (old.length === 0) return touched;
  const recorded = await marks.recorded(old.map(({ userId, day }) => ({ user_id: userId, day })));
  const kept = recorded.map(({ user_id, day }) => ({ userId: user_id, day }));
  return [...touched.filter(({ day }) => !isBeforeBooks(current, day)), ...kept];
};

/** As long as a batch may take, and a writer that was killed is waited for. */
const WRITING_S = 5;

/**
 * A run of many batches writes on: what it marks is computed once, after it, a minute later at most. Call it in the transaction of each
 * batch, and `endWriting` after the last.
 */
export const goOnWriting = ({ marks }: Pick<Repositories, 'marks'>, runId: number): Promise<void> => marks.keepWriting(runId, WRITING_S);
export const endWriting = ({ marks }: Pick<Repositories, 'marks'>, runId: number): Promise<void> => marks.keepWriting(runId, 0);

type By = Readonly<{ rank: Rank; runId: number; at: Date }>;

/** Marks these people's days as they are named. @returns how many */
export const putMarks = async ({ marks }: Pick<Repositories, 'marks'>, touched: readonly Touched[], by: By): Promise<number> => {
  const days = new Map(touched.map(({ userId, day }) => [`${userId} ${day}`, { user_id: userId, day }]));
  if (days.size > 0) await marks.add([...days.values()], by.rank, by.runId, by.at);
  return days.size;
};

/**
 * Marks what was touched, to be computed soon after by the job: managers too, where a plan gives them a share. Each mark names the day and
 * not its quota period, because a period may be another one by the time it is computed. It never waits for anybody.
 * @param touched what `touchedBy` answered before and after the change
 * @param by `rank` 0 where somebody waits for it, and the run of `beginRun`
 * @returns how many people's days were marked
 */
export const markTouched = async (
  within: Pick<Repositories, 'config' | 'facts' | 'marks' | 'periods'>,
  touched: readonly Touched[],
  by: By,
): Promise<number> => {
  if (touched.length === 0) return 0;
  const current = await currentConfig(within);
  const counted = await sinceBooks(within, touched, current);
  return putMarks(within, await withManagers(within, counted, current, await readClosedMonths(within)), by);
};
