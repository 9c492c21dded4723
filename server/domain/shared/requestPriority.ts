import { performance } from 'node:perf_hooks';

/** Background work yields for at most `mostMs` at a time, and in total for at most this share of the time it has run. */
const back = { mostMs: 60, share: 0.5 } as const;
/** Users at a screen send requests more often than this. */
const QUIET_MS = 3000;

/** Priority in this process: active requests before background work. */
export type RequestPriority = Readonly<{
  /** Call when a request starts. @returns a function to call once it is answered; repeated calls have no effect */
  enter: () => () => void;
  /** Resolves when no request is active, or after the maximum yielding time. */
  yieldToRequests: () => Promise<void>;
  /** True if there has been no request for a while. */
  isQuiet: () => boolean;
}>;

/** Create one per process: routes call `enter`, the worker calls `pass`. @param now a monotonic clock in ms */
export const createRequestPriority = (now: () => number = () => performance.now()): RequestPriority => {
  let underWay = 0;
  let seen = Number.NEGATIVE_INFINITY;
  let credit: number = back.mostMs;
  let since = now();
  /** All background work yields together, and the time is charged once. */
  let pause: Readonly<{ over: Promise<void>; end: () => void }> | null = null;

  const startPause = (): Promise<void> => {
    const begun = now();
    credit = Math.min(back.mostMs, credit + (begun - since) * back.share);
    since = begun;
    if (credit < 1) return Promise.resolve();
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), credit);
      end = () => {
        clearTimeout(timer);
        pause = null;
        since = now();
        credit -= since - begun;
        resolve();
      };
    });
    pause = { over, end };
    return over;
  };

  return {
    enter: () => {
      underWay += 1;
      let isUnderWay = true;
      return () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay -= 1;
        seen = now();
        if (underWay === 0) pause?.end();
      };
    },
    yieldToRequests: async () => {
      if (underWay > 0) await (pause?.over ?? startPause());
    },
    isQuiet: () => underWay === 0 && now() - seen > QUIET_MS,
  };
};
