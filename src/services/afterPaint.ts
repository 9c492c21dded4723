/** The maximum wait for a frame, because background tabs render none. */
const MAX_WAIT_MS = 100;

/** Runs `act` after the next paint. @returns cancels it if it has not run yet */
export const afterPaint = (callback: () => void): (() => void) => {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const latest = setTimeout(() => {
    stop();
    callback();
  }, MAX_WAIT_MS);
  const frame = requestAnimationFrame(() => {
    timeout = setTimeout(() => {
      stop();
      callback();
    });
  });
  const stop = (): void => {
    clearTimeout(latest);
    clearTimeout(timeout);
    cancelAnimationFrame(frame);
  };
  return stop;
};
