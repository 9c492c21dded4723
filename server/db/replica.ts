import { sql } from 'kysely';
import type { Database } from './database.ts';
import { describeFailure } from './postgres/failure.ts';
import { rejectAfter } from './rejectAfter.ts';
import { readSnapshot } from './repositories/readSnapshot.ts';
import { StartRefused } from './startRefused.ts';
import { isCanceledStatement } from './unreachable.ts';

/** Older data is read from the primary. */
export const MAX_LAG_MS = 3000;
const CHECK_EVERY_MS = 500;
const RETRY_MS = 10_000;
const CHECK_TIMEOUT_MS = 1000;
const SERIALIZATION_FAILURE = '40001';

export type Replica = Readonly<{
  /** The replica if its data is at most three seconds old; null: read from the primary. */
  current: () => Promise<Database | null>;
  /** Reports a failed read: reads go to the primary for ten seconds. */
  fail: (error: unknown) => void;
  close: () => Promise<void>;
}>;
export type ReplicaOptions = Readonly<{
  primary: Database;
  open: () => Promise<Database>;
  log: (text: string) => void;
  /** Milliseconds. */
  now?: () => number;
}>;

type ReplicaState = 'opening' | 'following' | 'behind' | 'lost';
/** The transactions that had ended on the primary at an instant. */
type Point = Readonly<{ snapshot: string; takenAtMs: number }>;

/**
 * True if the replica has every transaction that had ended in the primary's snapshot. Replay times do not show this: on an idle primary the
 * last transaction is old, and a replica that lost its primary has replayed all that it received.
 */
export const hasReached = async ({ query }: Database, snapshot: string): Promise<boolean> => {
  const { rows } = await sql<{ reached: boolean }>`
    select pg_snapshot_xmax(own) >= pg_snapshot_xmax(theirs) and not exists (
      select from pg_snapshot_xip(own) as open where open < pg_snapshot_xmax(theirs) and pg_visible_in_snapshot(open, theirs)
    ) as reached
    from (select pg_current_snapshot() as own, ${snapshot}::pg_snapshot as theirs) as snapshots`.execute(query);
  return rows[0]?.reached === true;
};

/** The replica canceled a read to continue replaying, or a read timed out: only this read failed, not the replica. */
const isSingleFailure = (error: unknown): boolean =>
  isCanceledStatement(error) || (error as { code?: string }).code === SERIALIZATION_FAILURE;

const reasonOf = (error: unknown): string => (error instanceof StartRefused ? error.message : describeFailure(error));

/**
 * A replica for reads that may be a few seconds old. It opens in the background and is checked when somebody asks for it; each change of
 * its state is logged once.
 */
export const openReplica = ({ primary, open, log, now = () => performance.now() }: ReplicaOptions): Replica => {
  let state: ReplicaState = 'opening';
  let database: Database | null = null;
  let work: Promise<void> | null = null;
  let nextCheckAtMs = 0;
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let unreached: Point | null = null;

  const enter = (next: ReplicaState, reason = ''): void => {
    if (next === 'lost') log(`The database of DATABASE_READ_URL cannot be used (${reason}): everything is read from the primary.`);
    else if (next === 'behind') log('The database of DATABASE_READ_URL is more than 3 s behind: everything is read from the primary.');
    else if (state !== 'opening') log('The database of DATABASE_READ_URL is used again.');
    state = next;
  };
  const change = (next: ReplicaState, error?: unknown): void => {
    nextCheckAtMs = now() + (next === 'lost' ? RETRY_MS : CHECK_EVERY_MS);
    if (next !== state) enter(next, next === 'lost' ? reasonOf(error) : '');
  };
  /** Compares the replica with the primary's current position, or with an earlier one that it had not reached. */
  const compare = async (replica: Database): Promise<void> => {
    const latest: Point = { takenAtMs: now(), snapshot: await readSnapshot(primary) };
    const reached = async (point: Point): Promise<boolean> =>
      rejectAfter(hasReached(replica, point.snapshot), CHECK_TIMEOUT_MS, () => new StartRefused(`no answer within ${CHECK_TIMEOUT_MS} ms`));
    try {
      if (await reached(latest)) {
        freshAtMs = latest.takenAtMs;
        unreached = null;
      } else if (unreached && (await reached(unreached))) {
        freshAtMs = unreached.takenAtMs;
        unreached = latest;
      } else unreached ??= latest;
      change(now() - freshAtMs <= MAX_LAG_MS ? 'following' : 'behind');
    } catch (error) {
      change('lost', error);
    }
  };
  const check = async (): Promise<void> => {
    try {
      database ??= await open();
    } catch (error) {
      return change('lost', error);
    }
    await compare(database);
  };
  const startCheck = (): Promise<void> => {
    // Readers of the primary report its failure.
    work ??= check()
      .catch(() => {})
      .finally(() => {
        work = null;
      });
    return work;
  };
  startCheck();
  return {
    current: async () => {
      const checking = now() >= nextCheckAtMs ? startCheck() : null;
      // Requests don't wait for a connection to a database that may be gone.
      if (state === 'following' || state === 'behind') await checking;
      return state === 'following' && now() - freshAtMs <= MAX_LAG_MS ? database : null;
    },
    fail: (error) => {
      if (!isSingleFailure(error)) change('lost', error);
    },
    close: async () => {
      nextCheckAtMs = Number.POSITIVE_INFINITY;
      await work;
      await database?.close();
    },
  };
};
