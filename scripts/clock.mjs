// The clock of the browser suite: the whole suite runs on one company day, so that no test depends on when it runs.

/** A Wednesday in the middle of a month and a quarter, 10:00 in Phoenix. */
const SUITE_NOW = '2026-11-18T17:00:00Z';

/** Milliseconds from the real clock to the suite's. CLOCK_SHIFT_MS overrides it: soak/calendar.ts runs the suite on other days. */
export const suiteShiftMs = () => {
  const { CLOCK_SHIFT_MS } = process.env;
  return CLOCK_SHIFT_MS ? Number(CLOCK_SHIFT_MS) : Date.parse(SUITE_NOW) - Date.now();
};

/** A script for Node, its threads and the browser that shifts `Date`, which continues at the same pace. */
const scriptOf = (shiftMs) => `(() => {
  const Real = globalThis.Date;
  const now = () => Real.now() + ${shiftMs};
  globalThis.Date = new Proxy(Real, {
    construct: (date, args, self) => Reflect.construct(date, args.length === 0 ? [now()] : args, self),
    apply: () => new Real(now()).toString(),
    get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  });
})();`;

/**
 * The environment of a process with a shifted clock, inherited by its threads and children; the embedded database reads the same clock.
 * PAGE_CLOCK is the script that shifts a page's clock. The product knows nothing of either.
 */
export const shiftedClock = (shiftMs) => {
  const script = scriptOf(shiftMs);
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`, PAGE_CLOCK: script };
};
