/** The maximum wait for a frame, because background tabs render none. */
const MAX_WAIT_MS = 100;

/** Runs `act` after the next paint. @returns cancels it if it has not run yet */
export const afterPaint = (act: () => void): (() => void) => {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const latest = setTimeout(() => {
    stop();
    act();
  }, MAX_WAIT_MS);
  const frame = requestAnimationFrame(() => {
    soon = setTimeout(() => {
      stop();
      act();
    });
  });
  const stop = (): void => {
    clearTimeout(latest);
    clearTimeout(soon);
    cancelAnimationFrame(frame);
  };
  return stop;
};
