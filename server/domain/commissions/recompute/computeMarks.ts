import { performance } from 'node:perf_hooks';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { MarkDay, Rank } from '../../../db/repositories/commissions/marks.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { Clock } from '../../shared/clock.ts';
import { type ComputedPairs, computeMarked } from './computeMarked.ts';

/**
 * Records written per transaction, which blocks everybody on the embedded database, and on PostgreSQL only those who need the same
 * people.
 */
const MAX_RECORDS = { embedded: 240, postgres: 480 } as const;
/** People per transaction. */
const MAX_PEOPLE = 24;
/** Waits for a writer of many marks to finish, at most this long, so that its people are computed only once. */
const MAX_WAIT_MS = 60_000;
const POLL_MS = 200;
/** Sweeps marks and refreshes planner statistics after this many written records, then each time the count grows by the factor. */
const SWEEP = { first: 1000, factor: 8 } as const;

type ComputeOptions = Readonly<{
  signal?: AbortSignal;
  /** Called after each transaction with its duration in ms. */
  took?: (ms: number, written: number) => void;
}>;
export type ComputedMarks = Readonly<{ pairs: number; written: number }>;
type ComputingStore = Pick<Store, 'kind' | 'marks' | 'transaction'>;
type Pair = MarkDay & Readonly<{ rank: Rank }>;
/** `alone`: people whose batch failed; each is retried in a separate transaction. `failed`: people who failed there too. */
type Failures = Readonly<{ alone: ReadonlySet<number>; failed: ReadonlyMap<number, unknown> }>;
type Step =
  | Readonly<{ state: 'computing'; batch: readonly Pair[] }>
  /** Another transaction is adding marks, and nobody is waiting for any. */
  | Readonly<{ state: 'waiting' }>
  | Readonly<{ state: 'finished' }>;

/** The first `maxPeople` pairs of the highest rank, each of a different person. People in `alone` get a separate batch. */
const batchOf = (pairs: readonly Pair[], maxPeople: number, alone: ReadonlySet<number>): Pair[] => {
  const [first] = pairs;
  if (!first || alone.has(first.user_id)) return first ? [first] : [];
  const isFirstOfPerson = ({ user_id }: Pair, index: number): boolean => pairs.findIndex((pair) => pair.user_id === user_id) === index;
  const batchable = pairs.filter((pair, index) => pair.rank === first.rank && !alone.has(pair.user_id) && isFirstOfPerson(pair, index));
  return batchable.slice(0, maxPeople);
};

/** Looks up the next work: awaited marks first, then the oldest. */
const nextStep = async ({ marks }: ComputingStore, waitedMs: number, maxPeople: number, { alone, failed }: Failures): Promise<Step> => {
  const isWriting = waitedMs < MAX_WAIT_MS && (await marks.isWriting());
  const batch = batchOf(await marks.next(MAX_PEOPLE, [...failed.keys()], isWriting ? 0 : 1), maxPeople, alone);
  if (batch.length > 0) return { state: 'computing', batch };
  return { state: isWriting ? 'waiting' : 'finished' };
};

/** @returns null if another worker has taken the marks */
const computeBatch = async (
  store: ComputingStore,
  batch: readonly Pair[],
  at: Date,
): Promise<(ComputedPairs & Readonly<{ ms: number }>) | null> => {
  const startedAt = performance.now();
  const computed = await store.transaction((tx) => computeMarked(tx, batch, MAX_RECORDS[store.kind], at));
  return computed && { ...computed, ms: performance.now() - startedAt };
};

/** The failures after a failed batch, which leaves its marks in place. */
const withFailure = ({ alone, failed }: Failures, batch: readonly Pair[], error: unknown): Failures => {
  const users = batch.map(({ user_id }) => user_id);
  if (users.length > 1) return { alone: new Set([...alone, ...users]), failed };
  return { alone, failed: new Map([...failed, ...users.map((user): [number, unknown] => [user, error])]) };
};

/**
 * Computes marked quota periods, one transaction after another, until none are left: awaited ones first, then the oldest, so that memos
 * find their originals. It can stop and restart at any point: a mark is deleted only together with its result. A failure for one person
 * does not stop the others.
 * @throws after everyone else was computed, if the computation failed for somebody
 */
export const computeMarks = async (
  store: ComputingStore,
  clock: Clock,
  { signal, took = () => {} }: ComputeOptions = {},
): Promise<ComputedMarks> => {
  const startedAt = performance.now();
  let failures: Failures = { alone: new Set(), failed: new Map() };
  /** Records per person and quota period to expect: the maximum of the last transaction, or half of the previous estimate. */
  let expected: number = MAX_RECORDS[store.kind];
  let [pairs, written, brought, sweptAt] = [0, 0, 0, 0];
  while (!signal?.aborted) {
    const step = await nextStep(
      store,
      performance.now() - startedAt,
      Math.max(1, Math.floor(MAX_RECORDS[store.kind] / expected)),
      failures,
    );
    if (step.state === 'finished') break;
    if (step.state === 'waiting') {
      await pause(POLL_MS);
      continue;
    }
    try {
      const computed = await computeBatch(store, step.batch, clock());
      if (!computed) continue;
      took(computed.ms, computed.written);
      expected = Math.max(1, computed.largest, expected / 2);
      pairs += computed.pairs;
      written += computed.written;
      brought += computed.brought;
    } catch (error) {
      failures = withFailure(failures, step.batch, error);
    }
    await setImmediate();
    if (written >= (sweptAt === 0 ? SWEEP.first : sweptAt * SWEEP.factor)) {
      await store.marks.analyze(brought > 0);
      [sweptAt, brought] = [written, 0];
    }
  }
  if (sweptAt > 0 && written > sweptAt) await store.marks.analyze(brought > 0);
  const [first] = failures.failed;
  if (first)
    throw new Error(`commissions of ${failures.failed.size} people were not computed; the first is user ${first[0]}`, { cause: first[1] });
  return { pairs, written };
};
