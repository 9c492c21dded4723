const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof SIGNALS)[number];
/** npm forwards a signal that the whole process group has already received: within this time it counts as the same one. */
const REPEAT_MS = 1000;

/** Calls `stop` on the first SIGTERM or SIGINT; a later one ends the process immediately. */
export const onStopSignal = (stop: (signal: StopSignal) => void): void => {
  let stoppedAt: number | null = null;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (stoppedAt === null) {
        stoppedAt = performance.now();
        stop(signal);
      } else if (performance.now() - stoppedAt > REPEAT_MS) process.exit(1);
    });
};
