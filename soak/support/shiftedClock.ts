/** Runs in Node, in its threads and in a browser: `Date` there is another hour, and goes on at the same pace. */
const scriptOf = (shiftMs: number): string => `(() => {
  const Real = globalThis.Date;
  const now = () => Real.now() + ${shiftMs};
  globalThis.Date = new Proxy(Real, {
    construct: (date, args, self) => Reflect.construct(date, args.length === 0 ? [now()] : args, self),
    apply: () => new Real(now()).toString(),
    get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  });
})();`;

/** What shifts the clock of a process and all its children, and the script that does so on a page. */
export const shiftedClock = (shiftMs: number) => {
  const script = scriptOf(shiftMs);
  return { script, nodeOptions: `--import data:text/javascript,${encodeURIComponent(script)}` };
};
