import type { Store } from '../db/repositories/store.ts';
import { type Clock, systemClock } from '../domain/shared/clock.ts';
import { type Handlers, kindOf, type Lane, laneOf, lanes } from './handler.ts';
import { createLane, type LaneWorker } from './lane.ts';
import { throttleErrors } from './throttled.ts';

export type { Handler } from './handler.ts';

export type WorkerOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'jobs'>;
  clock?: Clock;
  handlers: Handlers;
  log: (error: unknown) => void;
  /** Queues scheduled jobs before each round. */
  plan?: () => Promise<void>;
  /** Work other than jobs, such as queued emails. */
  otherLanes?: readonly LaneWorker[];
  pollMs?: number;
  leaseMs?: number;
  /** How long a running job may continue when the server stops. */
  graceMs?: number;
}>;
export type Worker = Readonly<{
  start: () => void;
  /** Starts a round now instead of at the next tick. */
  nudge: () => void;
  /** Runs everything that can run now; `inTurn`: one lane after the other, so that a simulation always has the same order. */
  drain: (inTurn?: boolean) => Promise<void>;
  /** Takes no new jobs, briefly waits for running ones, and returns those that take longer to the queue. */
  stop: () => Promise<void>;
}>;

/** Concurrent jobs per lane and instance. Outside systems are mostly waited for, and a slow one must not block the others. */
const CONCURRENCY: Readonly<Record<Lane, number>> = { quick: 1, figures: 1, reports: 1, long: 1, outside: 3 };

/** Runs the jobs of all lanes on this instance; instances share the table. */
export const createWorker = ({
  store,
  clock = systemClock,
  handlers,
  log,
  plan,
  otherLanes = [],
  pollMs = 1000,
  leaseMs = 30_000,
  graceMs = 3000,
}: WorkerOptions): Worker => {
  const jobLanes = lanes.flatMap((name) => {
    const laneHandlers = Object.entries(handlers).filter(([, handler]) => laneOf(handler) === name);
    const kinds = Object.fromEntries(laneHandlers.map(([kind, handler]) => [kind, kindOf(handler)]));
    return laneHandlers.length > 0
      ? Array.from({ length: CONCURRENCY[name] }, () => createLane({ store, clock, kinds, log, leaseMs }))
      : [];
  });
  const allLanes: readonly LaneWorker[] = [...jobLanes, ...otherLanes];
  const logPollError = throttleErrors(log, clock);
  let timer: NodeJS.Timeout | undefined;
  let planning: Promise<void> | null = null;

  /** A planning failure must not block requested jobs. */
  const planDue = (): Promise<void> => {
    planning ??= (plan?.() ?? Promise.resolve()).catch(logPollError).finally(() => {
      planning = null;
    });
    return planning;
  };
  const pollOnce = (): void => {
    for (const lane of allLanes) void lane.drain().catch(logPollError);
  };
  const drainInTurn = async (): Promise<number[]> => {
    const counts: number[] = [];
    for (const lane of allLanes) counts.push(await lane.drain());
    return counts;
  };
  const tick = (): void => void planDue().then(pollOnce);

  return {
    start: () => {
      timer = setInterval(tick, pollMs);
      timer.unref();
    },
    nudge: () => {
      if (timer) pollOnce();
    },
    drain: async (inTurn = false) => {
      await planDue();
      const drainAll = inTurn ? drainInTurn : () => Promise.all(allLanes.map((lane) => lane.drain()));
      // A job in one lane may queue one in another.
      for (let doneCount = 1; doneCount > 0; ) doneCount = (await drainAll()).reduce((sum, count) => sum + count, 0);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(allLanes.map((lane) => lane.stop(graceMs)));
    },
  };
};
