import { performance } from 'node:perf_hooks';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { MarkDay, Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { Clock } from '../../shared/clock.ts';
import { nextSize, type PartBounds } from '../../shared/parts.ts';
import { type Computing, type ComputingThread, type ComputingThreadStart, computingOver, ThreadGoneError } from './computing.ts';

/** Records written per transaction: halved after a slow transaction, doubled after a quick one, so that waiting requests stay fast. */
const parts = { most: 240, least: 15, slowMs: 150, quickMs: 60 } as const satisfies PartBounds;
/** Longer transactions, used when several may run at once: each has some twenty statements of overhead. */
const longParts = { ...parts, most: 1440, quickMs: 80 } as const satisfies PartBounds;
const partsFor = (atOnce: number): PartBounds => (atOnce > 1 ? longParts : parts);
/** Pairs looked up at once, and the longest time in ms before checking again whether somebody waits. */
const look = { pairs: 24, ms: 250 } as const;
/** Sweeps marks and refreshes planner statistics after this many written records, then each time the count grows by the factor. */
const analyze = { after: 1000, factor: 8 } as const;
/** Waits for a writer of many marks to finish, at most this long, so that its people are computed only once. */
const WRITING_MS = 60_000;
const LOOK_AGAIN_MS = 200;
/** Assumes periods are 10% larger than average, so that few transactions leave a rest. */
const SPARE = 1.1;

type ComputeOptions = Readonly<{
  signal?: AbortSignal;
  /** Called after each transaction with its duration in ms. */
  took?: (ms: number, written: number) => void;
  /** One thread per concurrent transaction; all start together once enough records were read and concurrency is allowed. */
  threads?: ComputingThreadStart;
}>;
export type ComputedMarks = Readonly<{ pairs: number; written: number }>;

type Pair = MarkDay & Readonly<{ rank: Rank }>;

/**
 * The first `most` pairs of the highest rank, each of a different person. People in `alone` get a batch of their own.
 * @param busy people currently being computed
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
 * Computes marked quota periods until none are left, or until nobody waits for them. Each transaction takes as many as fit; awaited ones
 * first, then the oldest, so that memos find their originals. Runs as many transactions as the store allows, each for different people, and
 * moves them to threads when the work is long. It can stop and restart anywhere: a mark is deleted only together with its result. One
 * person's failure does not stop the others.
 * @throws after computing everyone else, if a person's computation failed
 */
export const computeMarks = async (
  store: Pick<Store, 'atOnce' | 'marks' | 'transaction'>,
  clock: Clock,
  { signal, took, threads }: ComputeOptions = {},
): Promise<ComputedMarks> => {
  const failures: { userId: number; error: unknown }[] = [];
  /** People whose batch or thread failed; each is retried in a transaction of its own. */
  const alone = new Set<number>();
  const busy = new Set<number>();
  /** Running transactions that somebody waits for; no other work starts meanwhile. */
  let waitedFor = 0;
  const own = computingOver(store);
  const idle: ComputingThread[] = [];
  let starting: readonly Promise<ComputingThread | null>[] = [];
  const ending = new AbortController();
  /** Team shares depend on the seller's record, so these people are computed one by one; assumed true until known. */
  let teams = true;
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let size: number = parts.most / 2;
  /** Estimated records per person and quota period, from recent transactions. */
  let usual: number = parts.most;
  let pairs = 0;
  let read = 0;
  let written = 0;
  /** Records brought since the last `analyze`. */
  let brought = 0;
  let analyzeAt: number = analyze.after;
  const isAborted = (): boolean => signal?.aborted === true;
  const atOnce = (): number => (teams ? 1 : store.atOnce());
  const sizeNow = (): number => Math.min(size, partsFor(atOnce()).most);
  let [queue, lookAgainAt, writing] = [[] as Pair[], 0, true];

  /** @returns the remaining work for these people */
  const transact = async (computing: Computing, batch: readonly MarkDay[]): Promise<readonly MarkDay[]> => {
    const done = await computing(batch, sizeNow(), clock());
    if (done === null) return [];
    took?.(done.ms, done.written);
    size = nextSize(partsFor(atOnce()), size, done.ms);
    teams = done.teams;
    // The next batch has at most twice as many people, and reads at most twice as much even if all are as large as the largest.
    if (done.read > 0) usual = Math.max(1, (done.read / done.pairs) * SPARE, done.largest / 2, usual / 2);
    read += done.read;
    pairs += done.pairs;
    written += done.written;
    brought += done.brought;
    return done.left;
  };
  const startThread = async ({ start, log }: ComputingThreadStart): Promise<ComputingThread | null> => {
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
      // The marks remain: each person is retried in a separate transaction on this thread.
      if (users.size > 1 || thread) for (const user of users) alone.add(user);
      else if (userId !== undefined) failures.push({ userId, error });
      if (thread && error instanceof ThreadGoneError) threads?.log(error);
      else if (thread) idle.push(thread);
    }
    if (isWaitedFor) waitedFor -= 1;
    // Failed people stay busy, so they are skipped until the end.
    for (const user of users) if (!failures.some(({ userId }) => userId === user)) busy.delete(user);
  };
  /** Looks up more work if the queue is empty or the last look-up is old. */
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
      // The look-up skips people being computed, so an empty result is conclusive only if nobody was.
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
