import { performance } from 'node:perf_hooks';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { MarkDay, Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { Clock } from '../../shared/clock.ts';
import { nextSize, type Parts } from '../../shared/parts.ts';
import { type Computing, type ComputingThread, computingOver, ThreadGoneError, type ThreadStart } from './computing.ts';

/** Records written in one transaction: halved after one that took too long for those who wait, and doubled again after a short one. */
const parts = { most: 240, least: 15, slowMs: 150, quickMs: 60 } as const satisfies Parts;
/** Longer ones where nobody is about, and so more than one at once, since each has some twenty statements of its own. */
const longParts = { ...parts, most: 1440, quickMs: 80 } as const satisfies Parts;
const partsFor = (atOnce: number): Parts => (atOnce > 1 ? longParts : parts);
/** So many are looked up at once, and for so long at most nobody asks whether somebody waits. */
const look = { pairs: 24, ms: 250 } as const;
/** Marks are swept, and statements planned by what is there, once so many records were written, and again after so many times as many. */
const analyze = { after: 1000, factor: 8 } as const;
/** What a writer of many marks is computed once, after it; unless it goes on for longer than this. */
const WRITING_MS = 60_000;
const LOOK_AGAIN_MS = 200;
/** Periods are taken as a tenth longer than they are on average, so that few transactions leave something for the next one. */
const SPARE = 1.1;

type ComputeOptions = Readonly<{
  signal?: AbortSignal;
  /** Told after each transaction how long it took. */
  took?: (ms: number, written: number) => void;
  /** A thread for each transaction that may run at once, started together where so much was read and more than one may. */
  threads?: ThreadStart;
}>;
export type ComputedMarks = Readonly<{ pairs: number; written: number }>;

type Pair = MarkDay & Readonly<{ rank: Rank }>;

/**
 * The first so many, each of another person; those that somebody waits for are not held up by others, nor anybody by who fails.
 * @param busy people who are computed meanwhile
 */
const batchOf = (pairs: readonly Pair[], most: number, alone: ReadonlySet<number>, busy: ReadonlySet<number>): Pair[] => {
  const batch: Pair[] = [];
  for (const pair of pairs) {
    if (batch.length === most || pair.rank !== pairs[0]?.rank) break;
    if (busy.has(pair.user_id)) continue;
    if (alone.has(pair.user_id)) {
      if (batch.length === 0) return [pair];
      continue;
    }
    if (!batch.some(({ user_id }) => user_id === pair.user_id)) batch.push(pair);
  }
  return batch;
};

/**
 * Computes what is marked until nothing is, or nobody waits for it any more: quota periods of people, as many in a transaction as have about
 * as many records as it may write, where somebody waits first, then the oldest, so that memos find their originals. As many transactions go
 * on at once as the store lets, each of other people; where that goes on for long, each in a thread of its own. It may end anywhere and begin
 * again: a mark goes with what was computed for it or not at all. A person whose computation fails stops nobody else's.
 * @throws where somebody's computation failed, after everybody else's
 */
export const computeMarks = async (
  store: Pick<Store, 'atOnce' | 'marks' | 'transaction'>,
  clock: Clock,
  { signal, took, threads }: ComputeOptions = {},
): Promise<ComputedMarks> => {
  const failures: { userId: number; error: unknown }[] = [];
  /** Those whose transaction failed together with others', or in another thread. */
  const alone = new Set<number>();
  const busy = new Set<number>();
  /** Transactions that somebody waits for: nothing else goes on beside them. */
  let waitedFor = 0;
  const own = computingOver(store);
  /** Threads that have nothing to do. */
  const idle: ComputingThread[] = [];
  let starting: readonly Promise<ComputingThread | null>[] = [];
  const ending = new AbortController();
  /** Who has a share in a team is asked whether the seller is still recorded: such people are computed one by one. Until it is known too. */
  let teams = true;
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let size: number = parts.most / 2;
  /** Records of a quota period of one person, by the last transactions. */
  let usual: number = parts.most;
  let pairs = 0;
  let read = 0;
  let written = 0;
  /** Since the last time. */
  let brought = 0;
  let analyzeAt: number = analyze.after;
  const isAborted = (): boolean => signal?.aborted === true;
  const atOnce = (): number => (teams ? 1 : store.atOnce());
  const sizeNow = (): number => Math.min(size, partsFor(atOnce()).most);
  let [queue, lookAgainAt, writing] = [[] as Pair[], 0, true];

  /** @returns what is left of these people */
  const transact = async (computing: Computing, batch: readonly MarkDay[]): Promise<readonly MarkDay[]> => {
    const done = await computing(batch, sizeNow(), clock());
    if (done === null) return [];
    took?.(done.ms, done.written);
    size = nextSize(partsFor(atOnce()), size, done.ms);
    teams = done.teams;
    // At most twice as many people the next time, and twice as much to read if all were as large as the largest of these.
    if (done.read > 0) usual = Math.max(1, (done.read / done.pairs) * SPARE, done.largest / 2, usual / 2);
    read += done.read;
    pairs += done.pairs;
    written += done.written;
    brought += done.brought;
    return done.left;
  };
  const startThread = async ({ start, log }: ThreadStart): Promise<ComputingThread | null> => {
    try {
      const thread = await start(ending.signal);
      idle.push(thread);
      return thread;
    } catch (error) {
      if (!ending.signal.aborted) log(error);
      return null;
    }
  };
  const compute = async (batch: readonly Pair[]): Promise<void> => {
    const until = performance.now() + look.ms;
    const users = new Set(batch.map(({ user_id }) => user_id));
    const isWaitedFor = batch[0]?.rank === 0;
    const isAgain = batch.some(({ user_id }) => alone.has(user_id));
    const thread = isWaitedFor || isAgain || atOnce() === 1 ? null : (idle.pop() ?? null);
    if (isWaitedFor) waitedFor += 1;
    for (const user of users) busy.add(user);
    try {
      for (let left: readonly MarkDay[] = batch; left.length > 0; ) {
        left = await transact(thread?.compute ?? own, left);
        await setImmediate();
        if (isAborted() || performance.now() > until || (waitedFor > 0 && !isWaitedFor)) break;
      }
      if (thread) idle.push(thread);
    } catch (error) {
      const [userId] = users;
      // Still marked: each is computed in a transaction of its own once its turn comes again, and in this thread.
      if (users.size > 1 || thread) for (const user of users) alone.add(user);
      else if (userId !== undefined) failures.push({ userId, error });
      if (thread && error instanceof ThreadGoneError) threads?.log(error);
      else if (thread) idle.push(thread);
    }
    if (isWaitedFor) waitedFor -= 1;
    // Who failed is left out to the end.
    for (const user of users) if (!failures.some(({ userId }) => userId === user)) busy.delete(user);
  };
  /** Looks for more where nothing is left, or the last look is long ago. */
  const lookUp = async (): Promise<void> => {
    writing = performance.now() - began < WRITING_MS && (await store.marks.isWriting());
    queue = await store.marks.next(look.pairs, [...busy], writing || waitedFor > 0 ? 0 : 1);
    lookAgainAt = performance.now() + look.ms;
  };
  const nextBatch = async (): Promise<Pair[]> => {
    const take = (): Pair[] =>
      batchOf(waitedFor > 0 ? queue.filter(({ rank }) => rank === 0) : queue, Math.max(1, Math.floor(sizeNow() / usual)), alone, busy);
    const known = performance.now() > lookAgainAt ? [] : take();
    if (known.length === 0) await lookUp();
    const batch = known.length === 0 ? take() : known;
    queue = queue.filter((pair) => !batch.includes(pair));
    return batch;
  };

  try {
    while (!isAborted()) {
      // Who is being computed is left out of the look-up, so finding nothing is conclusive only where nobody was.
      const isAlone = running.size === 0;
      const batch = running.size < atOnce() ? await nextBatch() : [];
      if (batch.length > 0) {
        if (threads && starting.length === 0 && read >= threads.after && atOnce() > 1)
          starting = Array.from({ length: atOnce() }, () => startThread(threads));
        const one: Promise<void> = compute(batch).finally(() => running.delete(one));
        running.add(one);
      } else if (running.size > 0) await Promise.race(running);
      else if (isAlone && !writing) break;
      else if (isAlone) await pause(LOOK_AGAIN_MS);
      if (written >= analyzeAt) {
        analyzeAt = written * analyze.factor;
        const all = brought > 0;
        brought = 0;
        await store.marks.analyze(all);
      }
    }
  } finally {
    await Promise.all(running);
    ending.abort();
    for (const thread of await Promise.all(starting)) await thread?.end();
  }
  if (analyzeAt > analyze.after && written * analyze.factor > analyzeAt) await store.marks.analyze(brought > 0);
  const [first] = failures;
  if (first)
    throw new Error(`commissions of ${failures.length} people were not computed; the first is user ${first.userId}`, {
      cause: first.error,
    });
  return { pairs, written };
};
