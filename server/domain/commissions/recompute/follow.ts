import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { readClosedMonths } from './closedMonths.ts';
import type { Cause } from './lateFacts/propose.ts';
import { withManagers } from './managers.ts';
import { beginRun, putMarks, sinceBooks } from './marks.ts';
import { rangesOf } from './readPeriods.ts';
import { recomputeTouched } from './recomputeTouched.ts';
import type { Touched } from './touched.ts';

type Within = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'marks' | 'notifications' | 'periods' | 'records'>;
/** `marked`: people's days that are computed soon after. */
export type Followed = Readonly<{ written: number; proposed: number; marked: number }>;

/** As many records as 100 ms carry, with their sums and audit rows; and days, of which as many records may have to be read. */
const AT_ONCE = { records: 60, days: 250 } as const;

const dayCount = (touched: readonly Touched[]): number => new Set(touched.map(({ userId, day }) => `${userId} ${day}`)).size;

/** Whose quota periods nobody marked, and whose are marked: computed here those would hold up everybody until all that was marked is done. */
const apart = async (within: Within, touched: readonly Touched[], moved: number): Promise<readonly [Touched[], Touched[]]> => {
  const current = await currentConfig(within);
  const closedMonths = await readClosedMonths(within);
  const wanted = await withManagers(within, await sinceBooks(within, touched, current), current, closedMonths);
  if (dayCount(wanted) > AT_ONCE.days || moved > AT_ONCE.records) return [[], wanted];
  const people = new Map((await within.facts.people([...new Set(wanted.map(({ userId }) => userId))])).map((row) => [row.id, row]));
  const markedIn = async (touched: readonly Touched[], of: typeof people): Promise<number[]> =>
    touched.length === 0 ? [] : within.marks.markedOf(rangesOf(touched, of, current, closedMonths));
  const marked = new Set(await markedIn(wanted, people));
  const free = wanted.filter(({ userId }) => !marked.has(userId));
  // Asked again under their lock: the job may have left a mark in between. Who only has marks is not locked, so nobody waits for the job.
  const computed = await withManagers(within, free, current, closedMonths);
  const locked = free.length === 0 ? [] : await within.facts.lockPeople([...new Set(computed.map(({ userId }) => userId))]);
  for (const userId of await markedIn(free, new Map(locked.map((row) => [row.id, row])))) marked.add(userId);
  return [wanted.filter(({ userId }) => !marked.has(userId)), wanted.filter(({ userId }) => marked.has(userId))];
};

/**
 * What a person wrote is followed by its figures: in the same transaction where that is short, else it is marked and the figures follow
 * within a second. Every interactive writer of facts calls it, after the change and before the audit row of the change.
 * @param touched what `touchedBy` answered before and after the change
 * @param moved so many records are moved at least, where the writer knows: what is marked anyway is not computed first
 */
export const follow = async (within: Within, touched: readonly Touched[], cause: Cause, moved = 0): Promise<Followed> => {
  if (touched.length === 0) return { written: 0, proposed: 0, marked: 0 };
  await within.periods.hold();
  const [clear, marked] = await apart(within, touched, moved);
  let put = 0;
  const mark = async (left: readonly Touched[]): Promise<void> => {
    const later = [...marked, ...left];
    if (later.length > 0) put = await putMarks(within, later, { rank: 0, runId: await beginRun(within, cause), at: cause.at });
  };
  const done = await recomputeTouched(within, clear, cause, { most: AT_ONCE.records, leave: mark });
  return { ...done, marked: put };
};
