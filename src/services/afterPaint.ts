/** A frame that never comes, as in a tab behind, is not waited for longer. */
const LATEST_MS = 100;

/** Does something once what was just drawn is on the screen. @returns undoes it while it has not been done */
export const afterPaint = (act: () => void): (() => void) => {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const latest = setTimeout(() => {
    stop();
    act();
  }, LATEST_MS);
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
