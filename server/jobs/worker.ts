import type { Store } from '../db/repositories/store.ts';
import { type Clock, systemClock } from '../domain/shared/clock.ts';
import { type Handlers, kindOf, type Lane, laneOf, lanes } from './handler.ts';
import { createLane, type LaneWorker } from './lane.ts';
import { throttled } from './throttled.ts';

export type { Handler } from './handler.ts';

export type WorkerOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'jobs'>;
  clock?: Clock;
  handlers: Handlers;
  log: (error: unknown) => void;
  /** Puts down the jobs that nobody asks for, before each look. */
  plan?: () => Promise<void>;
  /** What is done beside jobs: emails that wait. */
  beside?: readonly LaneWorker[];
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

/** Jobs of a lane that one instance does at once. Outside systems are waited for, and a slow one keeps no other waiting. */
const AT_ONCE: Readonly<Record<Lane, number>> = { quick: 1, figures: 1, reports: 1, long: 1, outside: 3 };

/** So many jobs at a time per lane and instance; instances share the table. */
export const createWorker = ({
  store,
  clock = systemClock,
  handlers,
  log,
  plan,
  beside = [],
  pollMs = 1000,
  leaseMs = 30_000,
  graceMs = 3000,
}: WorkerOptions): Worker => {
  const ofJobs = lanes.flatMap((name) => {
    const mine = Object.entries(handlers).filter(([, one]) => laneOf(one) === name);
    const kinds = Object.fromEntries(mine.map(([kind, one]) => [kind, kindOf(one)]));
    return mine.length > 0 ? Array.from({ length: AT_ONCE[name] }, () => createLane({ store, clock, kinds, log, leaseMs })) : [];
  });
  const all: readonly LaneWorker[] = [...ofJobs, ...beside];
  const logLook = throttled(log, clock);
  let timer: NodeJS.Timeout | undefined;
  let planning: Promise<void> | null = null;

  /** What cannot be planned now must not keep what was asked for. */
  const planned = (): Promise<void> => {
    planning ??= (plan?.() ?? Promise.resolve()).catch(logLook).finally(() => {
      planning = null;
    });
    return planning;
  };
  const look = (): void => {
    for (const lane of all) void lane.drain().catch(logLook);
  };
  const tick = (): void => void planned().then(look);

  return {
    start: () => {
      timer = setInterval(tick, pollMs);
      timer.unref();
    },
    nudge: () => {
      if (timer) look();
    },
    drain: async () => {
      await planned();
      // A job of one lane may put one down for another.
      for (let done = 1; done > 0; ) done = (await Promise.all(all.map((lane) => lane.drain()))).reduce((sum, count) => sum + count, 0);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(all.map((lane) => lane.stop(graceMs)));
    },
  };
};
