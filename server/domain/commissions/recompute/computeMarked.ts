import { monthsIn } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import type { PersonRange } from '../../../db/repositories/commissions/facts.ts';
import type { MarkDay, MergedMark } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { settleBonuses } from './bonuses/index.ts';
import { readClosedMonths } from './closedMonths.ts';
import { type DiffedPerson, readAndDiff } from './diffPeople.ts';
import { proposeLateFacts } from './lateFacts/propose.ts';
import { actorOf, markCauseOf, markEntryOf, type RunMarks, runsOf } from './markRuns.ts';
import { memosOf } from './memos.ts';
import { notifyStatuses } from './notices.ts';
import { notifyQuotas } from './quotaNotices.ts';
import { type People, type RecomputeContext, rangesOf } from './readPeriods.ts';
import { updateTotals } from './updateTotals.ts';
import { diffSizeOf, truncateDiff, type WrittenRecord, writeDiffs } from './writeDiffs.ts';

type Repos = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'marks' | 'notifications' | 'periods' | 'records'>;
/**
 * `largest`: the maximum number of invoices or records read for one person. `brought`: records written because of new facts, or added or
 * removed by a configuration.
 */
export type ComputedPairs = Readonly<{ pairs: number; largest: number; written: number; brought: number }>;
/** Results of one run for its people. `unfinished`: people with unwritten differences. */
type WrittenRun = RunMarks &
  Readonly<{
    found: readonly DiffedPerson[];
    written: readonly WrittenRecord[];
    proposals: readonly AuditWrite[];
    unfinished: ReadonlySet<number>;
  }>;
/** Remaining capacity of the transaction. */
type Capacity = Readonly<{ records: number; proposals: number }>;

/** Each proposal needs its own statements. */
const MAX_PROPOSALS = 20;

/**
 * Locks the people of these pairs: waits for the first one, and skips others that are locked. Waiting while holding a lock could deadlock
 * with a request that does the same.
 */
const lockAvailable = async ({ facts }: Repos, pairs: readonly MarkDay[]): Promise<People> => {
  const [first, ...others] = [...new Set(pairs.map(({ user_id }) => user_id))];
  if (first === undefined) return new Map();
  const locked = await facts.lockPeople([first]);
  if (others.length > 0) locked.push(...(await facts.lockPeople(others, true)));
  return new Map(locked.sort((a, b) => a.id - b.id).map((row) => [row.id, row]));
};

/** Writes as many records as fit, people with the fewest first, and proposes changes for closed months. */
const writeRun = async (
  tx: Repos,
  { run, taken }: RunMarks,
  diffedPeople: readonly DiffedPerson[],
  context: RecomputeContext,
  capacity: Capacity,
  at: Date,
): Promise<WrittenRun> => {
  let records = capacity.records;
  const smallestFirst = [...diffedPeople].sort((a, b) => diffSizeOf(a.diff) - diffSizeOf(b.diff));
  const parts = smallestFirst.map(({ person, diff }) => {
    const first = truncateDiff(diff, records);
    records -= diffSizeOf(first);
    return { userId: person.id, first, isWhole: diffSizeOf(first) === diffSizeOf(diff) };
  });
  const written = await writeDiffs(
    tx,
    parts.map(({ first }) => first),
    at,
    run,
  );
  // Saving a configuration proposes nothing: closed months keep their own.
  const proposals = run.quiet ? [] : await proposeLateFacts(tx, diffedPeople, context, markCauseOf(run, at), capacity.proposals);
  const isFull = !run.quiet && proposals.length >= capacity.proposals;
  const unfinished = new Set(parts.filter(({ isWhole }) => isFull || !isWhole).map(({ userId }) => userId));
  return { run, taken, found: diffedPeople, written, proposals, unfinished };
};

/** Marks the remaining work: one day per unfinished quota period, and credit memos of changed records in other periods. */
const markRemaining = async (
  tx: Repos,
  { run, taken, found, written, unfinished }: WrittenRun,
  rangeOf: (mark: MarkDay) => PersonRange | undefined,
  at: Date,
): Promise<void> => {
  const remainingMarks = new Map<string, MarkDay>();
  for (const { user_id, day } of taken.filter((mark) => unfinished.has(mark.user_id))) {
    const range = rangeOf({ user_id, day });
    remainingMarks.set(`${user_id} ${range?.from} ${range?.to}`, { user_id, day });
  }
  const memos = new Map((await memosOf(tx, written, found)).map((mark) => [`${mark.user_id} ${mark.day}`, mark]));
  for (const days of [remainingMarks, memos]) if (days.size > 0) await tx.marks.add([...days.values()], taken[0]?.rank ?? 1, run.id, at);
};

/** Runs after the totals are correct: notices, bonuses, and one audit entry per person and period. */
const finishRun = async (
  tx: Repos,
  { run, found, written, proposals, unfinished }: WrittenRun,
  people: People,
  context: RecomputeContext,
  rangeOf: (userId: number) => PersonRange | undefined,
  at: Date,
): Promise<AuditWrite[]> => {
  if (!run.quiet) await notifyStatuses(tx, written, at);
  if (!run.quiet) await notifyQuotas(tx, written, people, context, at);
  const entries = [...new Set(written.map(({ userId }) => userId))].flatMap((userId) => {
    const range = rangeOf(userId);
    const ownRecords = written.filter((one) => one.userId === userId);
    return range ? [markEntryOf(run, userId, { start_date: range.from, end_date: range.to }, ownRecords)] : [];
  });
  // Covers all computed months, because a new configuration may add bonuses that are already reached, and remaining work is
  // marked with one day only.
  const finishedMonths = found.flatMap(({ person, range }) =>
    unfinished.has(person.id) ? [] : monthsIn(range).map(({ start_date: day }) => ({ user_id: person.id, day })),
  );
  const bonuses = await settleBonuses(tx, finishedMonths, people, context, markCauseOf(run, at));
  return [...entries, ...[...proposals, ...bonuses].map((entry) => ({ ...entry, actorId: actorOf(run) }))];
};

const countNewFactRecords = ({ run, written }: WrittenRun): number =>
  written.filter(({ before, after }) => !run.quiet || before === null || after === null).length;

/** Writes the differences run by run, within the capacity of one transaction. */
const writeRuns = async (
  tx: Repos,
  takenMarks: readonly MergedMark[],
  found: readonly DiffedPerson[],
  context: RecomputeContext,
  maxRecords: number,
  at: Date,
): Promise<WrittenRun[]> => {
  const writtenRuns: WrittenRun[] = [];
  for (const runMarks of await runsOf(tx, takenMarks)) {
    const userIds = new Set(runMarks.taken.map(({ user_id }) => user_id));
    const capacity = {
      records: maxRecords - writtenRuns.reduce((sum, { written }) => sum + written.length, 0),
      proposals: MAX_PROPOSALS - writtenRuns.reduce((sum, { proposals }) => sum + proposals.length, 0),
    };
    const mine = found.filter(({ person }) => userIds.has(person.id));
    writtenRuns.push(await writeRun(tx, runMarks, mine, context, capacity, at));
  }
  return writtenRuns;
};

/**
 * Computes the quota periods of marked days, each of a different person, in one transaction. Lock order: settings, people, marks, then
 * facts are read; a fact whose mark is taken is therefore visible, and a later fact has its own mark. Differences beyond `maxRecords` are
 * marked again, so committed records are correct and no work is lost. Credit memos of changed records in other periods are marked too.
 * @returns null if another worker has taken the marks
 */
export const computeMarked = async (tx: Repos, pairs: readonly MarkDay[], maxRecords: number, at: Date): Promise<ComputedPairs | null> => {
  await tx.periods.lockShared();
  const current = await currentConfig(tx);
  const closedMonths = await readClosedMonths(tx);
  const people = await lockAvailable(tx, pairs);
  const rangesIn = (days: readonly MarkDay[]): PersonRange[] => rangesOf(days, people, current, closedMonths);
  const ranges = rangesIn(pairs);
  const takenMarks = ranges.length === 0 ? [] : await tx.marks.take(ranges);
  if (takenMarks.length === 0) return null;
  const context = { current, closedMonths, today: todayIn(current.config.timezone, at), comparesClosed: true };
  const diffedPeople = await readAndDiff(tx, rangesIn(takenMarks), people, context);
  const done = await writeRuns(tx, takenMarks, diffedPeople, context, maxRecords, at);
  const written = done.flatMap((one) => one.written);
  for (const one of done) await markRemaining(tx, one, (mark) => rangesIn([mark])[0], at);
  const updateCompany = await updateTotals(tx, written);
  const rangeOf = (userId: number) => ranges.find(({ user_id }) => user_id === userId);
  const entries: AuditWrite[][] = [];
  for (const one of done) entries.push(await finishRun(tx, one, people, context, rangeOf, at));
  await updateCompany();
  for (const [index, { run }] of done.entries()) await tx.audit.writeAll(entries[index] ?? [], markCauseOf(run, at).origin, at);
  return {
    pairs: new Set(takenMarks.map(({ user_id }) => user_id)).size,
    largest: Math.max(0, ...diffedPeople.map(({ read }) => read)),
    written: written.length,
    brought: done.reduce((sum, one) => sum + countNewFactRecords(one), 0),
  };
};
