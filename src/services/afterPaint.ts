/** The maximum wait for a frame; background tabs render none. */
const MAX_WAIT_MS = 100;

/** Runs `callback` after the next paint. @returns a function that cancels it */
export const afterPaint = (callback: () => void): (() => void) => {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const maxTimer = setTimeout(() => {
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
    clearTimeout(maxTimer);
    clearTimeout(timeout);
    cancelAnimationFrame(frame);
  };
  return stop;
};
