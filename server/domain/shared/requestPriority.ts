import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';

/** Background work yields for at most `PAUSE_MS` at a time, and then works for this many times the pause. */
const PAUSE_MS = 60;
const WORK_PER_PAUSE = 2;

/** Gives active requests of this process priority over background work. */
export type RequestPriority = Readonly<{
  /** Call when a request starts. @returns a function to call once it is answered; repeated calls have no effect */
  enter: () => () => void;
  /** Resolves when no request is active, or after the maximum pause. */
  yieldToRequests: () => Promise<void>;
}>;

/** Create one per process: routes call `enter`, the worker calls `yieldToRequests`. @param now a monotonic clock in ms */
export const createRequestPriority = (now: () => number = () => performance.now()): RequestPriority => {
  const active = new Set<symbol>();
  const requests = new EventEmitter();
  /** All background work pauses together. */
  let pause: Promise<void> | null = null;
  let workUntilMs = now();

  const waitForRequests = async (): Promise<void> => {
    const startedAt = now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      requests.once('answered', () => resolve(clearTimeout(timer)));
    });
    requests.removeAllListeners('answered');
    workUntilMs = now() + (now() - startedAt) * WORK_PER_PAUSE;
    pause = null;
  };

  return {
    enter: () => {
      const request = Symbol('request');
      active.add(request);
      return () => {
        if (active.delete(request) && active.size === 0) requests.emit('answered');
      };
    },
    yieldToRequests: async () => {
      if (active.size === 0 || now() < workUntilMs) return;
      pause ??= waitForRequests();
      await pause;
    },
  };
};
