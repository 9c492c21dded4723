import { type Day, monthsIn } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import type { PersonRange } from '../../../db/repositories/commissions/facts.ts';
import type { MarkDay, MarkRunRow, TakenMark } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { settleBonuses } from './bonuses/index.ts';
import { readClosedMonths } from './closedMonths.ts';
import { hasTeams } from './credits.ts';
import { type DiffedPerson, readAndDiff } from './diffPeople.ts';
import { keepSums } from './keepSums.ts';
import { propose } from './lateFacts/propose.ts';
import { actorOf, markCauseOf, markEntryOf, type OfRun, runsOf } from './markRuns.ts';
import { memosOf } from './memos.ts';
import { notifyStatuses } from './notices.ts';
import { notifyQuotas } from './quotaNotices.ts';
import { type People, type Reading, rangesOf } from './readPeriods.ts';
import { sizeOf, splitAt, type WrittenRecord, writeDiffs } from './writeDiffs.ts';

type Within = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'marks' | 'notifications' | 'periods' | 'records'>;
/**
 * Differences found but not yet written, for pairs that were marked again. Valid only while those pairs have no other marks (`marks`: ids
 * of their own) and configurations, people and day are unchanged (`under`).
 */
export type Rest = Readonly<{ pairs: readonly MarkDay[]; marks: readonly number[]; under: string; found: readonly DiffedPerson[] }>;
/**
 * `read`: invoices or records read, 0 if it continued a rest; `largest`: the most read for one person. `brought`: records written because
 * facts arrived, or came or went under a configuration. `teams`: somebody may have a team share. `rest`: unwritten differences, which are
 * marked again.
 */
export type ComputedPairs = Readonly<{
  pairs: number;
  read: number;
  largest: number;
  written: number;
  brought: number;
  teams: boolean;
  rest: Rest | null;
}>;
/** Results of one run for its people. `again`: people with unwritten differences. */
type Written = Readonly<{
  run: MarkRunRow;
  taken: readonly TakenMark[];
  found: readonly DiffedPerson[];
  written: readonly WrittenRecord[];
  proposals: readonly AuditWrite[];
  again: ReadonlySet<number>;
  left: readonly DiffedPerson[];
}>;

/** Maximum number of proposals written per transaction; each needs its own statements. */
const MOST_PROPOSALS = 20;

/**
 * Locks the people of these pairs: waits for the first, skips others that are locked. Waiting while holding a lock could deadlock with a
 * request that does the same.
 */
const lockedOf = async ({ facts }: Within, pairs: readonly MarkDay[]): Promise<People> => {
  const [first, ...others] = [...new Set(pairs.map(({ user_id }) => user_id))];
  if (first === undefined) return new Map();
  const locked = await facts.lockPeople([first]);
  if (others.length > 0) locked.push(...(await facts.lockPeople(others, true)));
  return new Map(locked.sort((a, b) => a.id - b.id).map((row) => [row.id, row]));
};

/** A fingerprint of everything except facts that affects the pairs' figures. */
const underOf = ({ current, closedMonths, today }: Reading, people: People, pairs: readonly MarkDay[]): string => {
  const closed = [...closedMonths].map(([month, { version }]) => [month, version]);
  const whose = new Set(pairs.map(({ user_id }) => user_id));
  return JSON.stringify([current.version, current.setUpOn, today, closed, ...[...people.values()].filter(({ id }) => whose.has(id))]);
};

const isOnly = (taken: readonly TakenMark[], ids: readonly number[]): boolean =>
  taken.length === ids.length && taken.every(({ id, marks }) => marks === 1 && ids.includes(id));

/** Remaining capacity of the transaction. */
type Room = Readonly<{ records: number; proposals: number }>;

/** Writes as many records as fit, people with the fewest first, and proposes changes for closed months. */
const writeOf = async (
  tx: Within,
  { run, taken }: OfRun,
  found: readonly DiffedPerson[],
  reading: Reading,
  room: Room,
  at: Date,
): Promise<Written> => {
  let records = room.records;
  const shortFirst = [...found].sort((a, b) => sizeOf(a.diff) - sizeOf(b.diff));
  const parts = shortFirst.map((one) => {
    const part = splitAt(one.diff, records);
    records -= sizeOf(part.first);
    return { one, ...part };
  });
  const written = await writeDiffs(
    tx,
    parts.map(({ first }) => first),
    at,
    run,
  );
  // Saving a configuration proposes nothing: closed months keep their own.
  const proposals = run.quiet ? [] : await propose(tx, found, reading, markCauseOf(run, at), room.proposals);
  const isFull = !run.quiet && proposals.length >= room.proposals;
  const unfinished = isFull ? parts : parts.filter(({ rest }) => sizeOf(rest) > 0);
  const again = new Set(unfinished.map(({ one }) => one.person.id));
  return { run, taken, found, written, proposals, again, left: unfinished.map(({ one, rest }) => ({ ...one, diff: rest })) };
};

/**
 * Marks the remaining work: one day per quota period, and credit memos of changed records in other periods.
 * @returns the remaining days and their mark ids
 */
const markAgain = async (
  tx: Within,
  { run, taken, found, written, again }: Written,
  rangeOf: (mark: MarkDay) => PersonRange | undefined,
  at: Date,
): Promise<Readonly<{ pairs: MarkDay[]; ids: number[] }>> => {
  const rank = taken[0]?.rank ?? 1;
  const byPeriod = new Map<string, MarkDay>();
  for (const { user_id, day } of taken)
    if (again.has(user_id)) {
      const range = rangeOf({ user_id, day });
      byPeriod.set(`${user_id} ${range?.from} ${range?.to}`, { user_id, day });
    }
  const pairs = [...byPeriod.values()];
  const ids = pairs.length === 0 ? [] : await tx.marks.add(pairs, rank, run.id, at);
  const memos = new Map((await memosOf(tx, written, found)).map(({ userId, day }) => [`${userId} ${day}`, { user_id: userId, day }]));
  if (memos.size > 0) await tx.marks.add([...memos.values()], rank, run.id, at);
  return { pairs, ids };
};

/** Runs after the totals are correct: notices, bonuses, and one audit entry per person and period. */
const followUp = async (
  tx: Within,
  { run, found, written, proposals, again }: Written,
  people: People,
  reading: Reading,
  rangeOf: (userId: number) => PersonRange | undefined,
  at: Date,
): Promise<AuditWrite[]> => {
  if (!run.quiet) await notifyStatuses(tx, written, at);
  if (!run.quiet) await notifyQuotas(tx, written, people, reading, at);
  const entries = [...new Set(written.map(({ userId }) => userId))].flatMap((userId) => {
    const range = rangeOf(userId);
    const mine = written.filter((one) => one.userId === userId);
    return range ? [markEntryOf(run, userId, { start_date: range.from, end_date: range.to }, mine)] : [];
  });
  // Covers all computed months: a new configuration may add bonuses that are already reached, and a rest marks only one day.
  const whole = found.flatMap(({ person, range }) =>
    again.has(person.id) ? [] : monthsIn(range).map(({ start_date: day }) => ({ userId: person.id, day })),
  );
  const bonuses = await settleBonuses(tx, whole, people, reading, markCauseOf(run, at));
  return [...entries, ...[...proposals, ...bonuses].map((entry) => ({ ...entry, actorId: actorOf(run) }))];
};

/**
 * Computes the quota periods of marked days, each of a different person, in one transaction. Lock order: settings, people, marks, then
 * facts are read; a fact whose mark is taken is therefore visible, and a later fact has its own mark. Differences beyond `most` records
 * are marked again, so committed records are correct and no work is lost. Credit memos of changed records in other periods are marked too.
 * @param before the previous transaction's rest; continued if still valid, else recomputed
 * @returns null if another worker has taken the marks
 */
export const computeMarked = async (
  tx: Within,
  pairs: readonly MarkDay[],
  most: number,
  at: Date,
  before: Rest | null = null,
): Promise<ComputedPairs | null> => {
  await tx.periods.hold();
  const current = await currentConfig(tx);
  const closedMonths = await readClosedMonths(tx);
  const people = await lockedOf(tx, pairs);
  const rangesIn = (days: readonly Readonly<{ user_id: number; day: Day }>[]): PersonRange[] =>
    rangesOf(
      days.map(({ user_id: userId, day }) => ({ userId, day })),
      people,
      current,
      closedMonths,
    );
  const around = rangesIn(pairs);
  const taken = around.length === 0 ? [] : await tx.marks.take(around);
  if (taken.length === 0) return null;
  const reading = { current, closedMonths, today: todayIn(current.config.timezone, at), comparesClosed: true };
  const holds = before !== null && before.under === underOf(reading, people, pairs) && isOnly(taken, before.marks);
  const found = holds ? before.found : await readAndDiff(tx, rangesIn(taken), people, reading);

  const done: Written[] = [];
  for (const ofRun of await runsOf(tx, taken)) {
    const theirs = new Set(ofRun.taken.map(({ user_id }) => user_id));
    const room = {
      records: most - done.reduce((sum, { written }) => sum + written.length, 0),
      proposals: MOST_PROPOSALS - done.reduce((sum, { proposals }) => sum + proposals.length, 0),
    };
    const mine = found.filter(({ person }) => theirs.has(person.id));
    done.push(await writeOf(tx, ofRun, mine, reading, room, at));
  }
  const written = done.flatMap((one) => one.written);
  const left = { pairs: [] as MarkDay[], marks: [] as number[] };
  for (const one of done) {
    const again = await markAgain(tx, one, (mark) => rangesIn([mark])[0], at);
    left.pairs.push(...again.pairs);
    left.marks.push(...again.ids);
  }
  const keepCompany = await keepSums(tx, written);
  const rangeOf = (userId: number) => around.find(({ user_id }) => user_id === userId);
  const entries: AuditWrite[][] = [];
  for (const one of done) entries.push(await followUp(tx, one, people, reading, rangeOf, at));
  await keepCompany();
  for (const [index, { run }] of done.entries()) await tx.audit.writeAll(entries[index] ?? [], markCauseOf(run, at).origin, at);
  return {
    pairs: new Set(taken.map(({ user_id }) => user_id)).size,
    read: holds ? 0 : found.reduce((sum, { read }) => sum + read, 0),
    largest: Math.max(0, ...found.map(({ read }) => read)),
    written: written.length,
    brought: done.flatMap((one) => one.written.filter(({ before, after }) => !one.run.quiet || before === null || after === null)).length,
    teams: [current, ...closedMonths.values()].some(({ config }) => hasTeams(config)),
    rest: left.marks.length === 0 ? null : { ...left, under: underOf(reading, people, left.pairs), found: done.flatMap((one) => one.left) },
  };
};
