import { createHash } from 'node:crypto';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AuditEntry } from '../../../db/repositories/audit/audit.ts';
import { canonicalJson } from '../../../db/repositories/audit/auditChain.ts';
import type { MarkDay, RunRow, TakenMark } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { settleBonuses } from './bonuses/index.ts';
import { readClosedMonths } from './closedMonths.ts';
import { keepSums } from './companySums.ts';
import { type DiffedPerson, readAndDiff } from './diffPeople.ts';
import { type Cause, propose } from './lateFacts/propose.ts';
import { memosOf } from './memos.ts';
import { notifyStatuses } from './notices.ts';
import { notifyQuotas } from './quotaNotices.ts';
import { type People, type Reading, rangesOf } from './readPeriods.ts';
import { sizeOf, splitAt, type WrittenRecord, writeDiffs } from './writeDiffs.ts';

type Within = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'marks' | 'notifications' | 'periods' | 'records'>;
/**
 * What was found to differ and is not written yet. It holds as long as nothing of the pair was marked since but by itself (`marks`, their
 * ids), under the same configurations, of the same person, on the same day (`under`).
 */
export type Rest = Readonly<{ marks: readonly number[]; under: string; found: readonly DiffedPerson[] }>;
/** `rest`: more differs than was written, and is marked again. */
export type ComputedPair = Readonly<{ written: number; rest: Rest | null }>;

/** So many proposals are written in one transaction, each in statements of its own. */
const MOST_PROPOSALS = 20;

const movedValues = ({ id, before, after }: WrittenRecord) => [
  id,
  before?.amount_cents ?? null,
  after?.amount_cents ?? null,
  after?.status,
];

/** One row for all that a computation moved; `amount_changes` has the amounts under the same run. */
const entryOf = (run: RunRow, whose: Readonly<{ user_id: number; from: Day; to: Day }>, written: readonly WrittenRecord[]): AuditEntry => {
  const sum = (side: 'before' | 'after'): number => written.reduce((cents, row) => cents + (row[side]?.amount_cents ?? 0), 0);
  const hash = createHash('sha256')
    .update(canonicalJson(written.map(movedValues)))
    .digest('hex');
  const came = written.filter(({ before }) => before === null).length;
  const went = written.filter(({ after }) => after === null).length;
  const counts = { records: written.length, came, went, amount_cents: sum('after'), hash };
  return {
    actorId: actorOf(run),
    action: 'commissions.recomputed',
    entity: 'recompute_run',
    entityId: String(run.id),
    before: { amount_cents: sum('before') },
    after: { ...whose, ...counts },
    ...causeOf(run),
  };
};

/** A day began by itself: the audit log names no one. */
const actorOf = ({ actor_id, cause_facts }: RunRow): number | null => (cause_facts?.kind === 'day_began' ? null : actor_id);

const causeOf = ({ cause, cause_facts }: RunRow): Pick<AuditEntry, 'cause'> => {
  const why = cause_facts ?? cause;
  return why === null ? {} : { cause: why };
};

/** The run that the computation is done for: of what somebody waits for, the newest. `quiet` only where all of them are. */
const runOf = async ({ marks }: Within, taken: readonly TakenMark[]): Promise<RunRow> => {
  const runs = await marks.runs([...new Set(taken.map(({ run_id }) => run_id))]);
  const first = runs.find(({ id }) => id === taken[0]?.run_id);
  if (!first) throw new Error(`the run ${taken[0]?.run_id} of a mark is gone`);
  return { ...first, quiet: runs.every(({ quiet }) => quiet) };
};

/** Everything but its facts that a pair's figures depend on. */
const underOf = ({ current, closedMonths, today }: Reading, people: People): string => {
  const closed = [...closedMonths].map(([month, { version }]) => [month, version]);
  return JSON.stringify([current.version, current.setUpOn, today, closed, ...people.values()]);
};

const isOnly = (taken: readonly TakenMark[], ids: readonly number[]): boolean =>
  taken.length === ids.length && taken.every(({ id, marks }) => marks === 1 && ids.includes(id));

/**
 * Computes the quota period of a marked day of one person, in one transaction. The order of its locks: settings, person, marks, and only
 * then the facts are read, so that a fact whose mark is taken is seen; a fact that comes later has a mark of its own. What is more than
 * `most` records is marked again: what is committed is right, and nothing that waits is forgotten. Credit memos of what changed become
 * marks where they lie in other periods.
 * @param before what the transaction before left: it is written on where it still holds, and else found again
 * @returns null where another worker has taken the marks
 */
export const computeMarked = async (
  within: Within,
  { user_id, day }: MarkDay,
  most: number,
  at: Date,
  before: Rest | null = null,
): Promise<ComputedPair | null> => {
  await within.periods.hold();
  const current = await currentConfig(within);
  const closedMonths = await readClosedMonths(within);
  const people = new Map((await within.facts.lockPeople([user_id])).map((row) => [row.id, row]));
  const [around] = rangesOf([{ userId: user_id, day }], people, current, closedMonths);
  if (!around) return null;
  const taken = await within.marks.take(around);
  const [first] = taken;
  if (!first) return null;
  const run = await runOf(within, taken);
  const { actor_id: actorId, network, request_id: requestId } = run;
  const cause: Cause = { actorId, at, origin: { network, requestId }, why: run.cause_facts ?? run.cause ?? '' };
  const touched = taken.map((mark) => ({ userId: user_id, day: mark.day }));
  const reading = { current, closedMonths, today: todayIn(current.config.timezone, at), comparesClosed: true };
  const under = underOf(reading, people);
  const holds = before !== null && before.under === under && isOnly(taken, before.marks);
  const found = holds ? before.found : await readAndDiff(within, rangesOf(touched, people, current, closedMonths), people, reading);
  const size = found.reduce((sum, { diff }) => sum + sizeOf(diff), 0);
  const parts = found.map(({ diff }) => splitAt(diff, most));
  const diffs = parts.map((part) => part.first);
  const written = await writeDiffs(within, diffs, at, run.id);
  // A configuration that is saved proposes nothing: closed months keep their own.
  const proposals = run.quiet ? [] : await propose(within, found, reading, cause, MOST_PROPOSALS);
  let rest: Rest | null = null;
  if (size > most || proposals.length >= MOST_PROPOSALS) {
    // One day of each period is enough.
    const days = new Map(
      taken.map((mark) => [rangesOf([{ userId: user_id, day: mark.day }], people, current, closedMonths)[0]?.from, mark]),
    );
    const again = [...days.values()].map((mark) => ({ user_id, day: mark.day }));
    const marks = await within.marks.add(again, first.rank, run.id, at);
    rest = { marks, under, found: found.map((one, index) => ({ ...one, diff: parts[index]?.rest ?? one.diff })) };
  }
  const memos = await memosOf(within, written, found);
  const days = new Map(memos.map(({ userId, day: on }) => [`${userId} ${on}`, { user_id: userId, day: on }]));
  if (days.size > 0) await within.marks.add([...days.values()], first.rank, run.id, at);
  await keepSums(within, written);
  if (!run.quiet) await notifyStatuses(within, written, at);
  if (!run.quiet) await notifyQuotas(within, written, people, reading, at);
  const entries = written.length === 0 ? [] : [entryOf(run, { user_id, from: around.from, to: around.to }, written)];
  // A new configuration may promise what is reached already.
  const bonuses = rest ? [] : await settleBonuses(within, touched, people, reading, cause);
  const proposed = [...proposals, ...bonuses].map((entry) => ({ ...entry, actorId: actorOf(run) }));
  await within.audit.writeAll([...entries, ...proposed], cause.origin, at);
  return { written: written.length, rest };
};
