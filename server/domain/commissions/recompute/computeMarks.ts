import { performance } from 'node:perf_hooks';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { MarkDay, Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { Clock } from '../../shared/clock.ts';
import { nextSize, type Parts } from '../../shared/parts.ts';
import { computeMarked, type Rest } from './computeMarked.ts';

/** Records written in one transaction: halved after one that took too long for those who wait, and doubled again after a short one. */
const parts = { most: 240, least: 15, slowMs: 150, quickMs: 60 } as const satisfies Parts;
/** So many are looked up at once, and for so long at most nobody asks whether somebody waits. */
const look = { pairs: 20, ms: 250 } as const;
/** Statements are planned by what is there once so many records were written, and again after so many times as many. */
const analyze = { after: 1000, factor: 8 } as const;
/** What a writer of many marks is computed once, after it; unless it goes on for longer than this. */
const WRITING_MS = 60_000;
const LOOK_AGAIN_MS = 200;

type ComputeOptions = Readonly<{
  signal?: AbortSignal;
  /** Told after each transaction how long it took. */
  took?: (ms: number, written: number) => void;
}>;
export type ComputedMarks = Readonly<{ pairs: number; written: number }>;

type Pair = MarkDay & Readonly<{ rank: Rank }>;

/** The first so many, each of another person; those that somebody waits for are not held up by others, nor anybody by who fails. */
const batchOf = (pairs: readonly Pair[], most: number, alone: ReadonlySet<number>): Pair[] => {
  const batch: Pair[] = [];
  for (const pair of pairs) {
    if (batch.length === most || pair.rank !== pairs[0]?.rank) break;
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
 * as many records as it may write, where somebody waits first, then the oldest, so that memos find their originals. It may end anywhere and
 * begin again: a mark goes with what was computed for it or not at all. A person whose computation fails stops nobody else's.
 * @throws where somebody's computation failed, after everybody else's
 */
export const computeMarks = async (
  store: Pick<Store, 'marks' | 'transaction'>,
  clock: Clock,
  { signal, took }: ComputeOptions = {},
): Promise<ComputedMarks> => {
  const failures: { userId: number; error: unknown }[] = [];
  /** Those whose transaction failed together with others'. */
  const alone = new Set<number>();
  const began = performance.now();
  let size: number = parts.most / 2;
  /** Records of a long quota period of one person, by the last transactions. */
  let usual: number = parts.most;
  let pairs = 0;
  let written = 0;
  let analyzeAt: number = analyze.after;
  let rest: Rest | null = null;

  const transact = async (batch: readonly MarkDay[]): Promise<void> => {
    let begun = performance.now();
    const done = await store.transaction((within) => {
      begun = performance.now();
      return computeMarked(within, batch, size, clock(), rest);
    });
    rest = done?.rest ?? null;
    const ms = performance.now() - begun;
    if (done === null) return;
    took?.(ms, done.written);
    size = nextSize(parts, size, ms);
    // At most twice as many the next time.
    usual = Math.max(1, done.largest, usual / 2);
    pairs += done.pairs;
    written += done.written;
  };
  const compute = async (batch: readonly MarkDay[]): Promise<void> => {
    try {
      await transact(batch);
    } catch (error) {
      rest = null;
      const users = new Set(batch.map(({ user_id }) => user_id));
      const [userId] = users;
      // Still marked: each is computed in a transaction of its own once its turn comes again.
      if (users.size > 1) for (const user of users) alone.add(user);
      else if (userId !== undefined) failures.push({ userId, error });
    }
  };

  while (!signal?.aborted) {
    const except = failures.map(({ userId }) => userId);
    const writing = performance.now() - began < WRITING_MS && (await store.marks.isWriting());
    const next = await store.marks.next(look.pairs, except, writing ? 0 : 1);
    if (next.length === 0 && !writing) break;
    if (next.length === 0) await pause(LOOK_AGAIN_MS);
    const until = performance.now() + look.ms;
    const isOver = (): boolean => signal?.aborted === true || performance.now() > until;
    for (let left = next; left.length > 0 && !isOver(); ) {
      const batch = batchOf(left, Math.max(1, Math.floor(size / usual)), alone);
      let again: readonly MarkDay[] = batch;
      do {
        await compute(again);
        await setImmediate();
        again = (rest as Rest | null)?.pairs ?? [];
      } while (again.length > 0 && !isOver());
      left = left.filter((pair) => !batch.includes(pair) && !failures.some(({ userId }) => userId === pair.user_id));
    }
    if (written >= analyzeAt) {
      analyzeAt = written * analyze.factor;
      await store.marks.analyze();
    }
  }
  if (analyzeAt > analyze.after && written * analyze.factor > analyzeAt) await store.marks.analyze();
  const [first] = failures;
  if (first)
    throw new Error(`commissions of ${failures.length} people were not computed; the first is user ${first.userId}`, {
      cause: first.error,
    });
  return { pairs, written };
};
