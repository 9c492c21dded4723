import type { JobFile, JobRow } from '../db/repositories/jobs/jobs.ts';
import type { Store } from '../db/repositories/store.ts';
import { type Clock, later } from '../domain/shared/clock.ts';
import { claim, complete, failed, type Held, release } from './queue.ts';

/** Does a kind of job; `signal` tells that nobody waits for it any more. */
export type Handler = (job: JobRow, signal: AbortSignal) => Promise<JobFile | null>;
export type WorkerOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'jobs'>;
  clock: Clock;
  handlers: Readonly<Record<string, Handler>>;
  log: (error: unknown) => void;
  /** Puts down the jobs that nobody asks for, before each look. */
  plan?: () => Promise<void>;
  pollMs?: number;
  leaseMs?: number;
  /** How long a job under way may go on when the server stops. */
  graceMs?: number;
}>;
export type Worker = Readonly<{
  start: () => void;
  /** Looks at once instead of at the next tick. */
  nudge: () => void;
  /** Does everything that can be done now. */
  drain: () => Promise<void>;
  /** Takes nothing more, waits a little for what is under way, and gives it back where that takes longer. */
  stop: () => Promise<void>;
}>;

/** One job at a time per instance; instances share the table. */
export const createWorker = ({
  store,
  clock,
  handlers,
  log,
  plan,
  pollMs = 1000,
  leaseMs = 30_000,
  graceMs = 3000,
}: WorkerOptions): Worker => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let held: Held | null = null;

  const work = async (mine: Held): Promise<void> => {
    const { job, attempt } = mine;
    const beat = setInterval(() => void store.jobs.extendLease(job.id, attempt, later(clock(), leaseMs)).catch(log), leaseMs / 3);
    beat.unref();
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`nobody does jobs of the kind ${job.kind}`);
      await complete(store, mine, await handler(job, stopping.signal), clock());
    } catch (error) {
      log(error);
      await failed(store, mine, error, clock());
    } finally {
      clearInterval(beat);
    }
  };

  const drain = async (): Promise<void> => {
    // What cannot be planned now must not keep what was asked for.
    await plan?.().catch(log);
    while (!stopping.signal.aborted) {
      held = await claim(store, Object.keys(handlers), clock(), leaseMs);
      if (!held) return;
      await work(held);
      held = null;
    }
  };

  /** One round at a time; whoever asks meanwhile waits for the one under way. */
  const turn = (): Promise<void> => {
    round ??= drain().finally(() => {
      round = null;
    });
    return round;
  };
  const tick = (): void => void turn().catch(log);

  return {
    start: () => {
      timer = setInterval(tick, pollMs);
      timer.unref();
    },
    nudge: () => {
      if (timer) tick();
    },
    drain: turn,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      const late = new Promise<'late'>((resolve) => {
        setTimeout(() => resolve('late'), graceMs).unref();
      });
      const ended = await Promise.race([(round ?? Promise.resolve()).catch(log), late]);
      if (ended === 'late' && held) await release(store, held, clock());
    },
  };
};
