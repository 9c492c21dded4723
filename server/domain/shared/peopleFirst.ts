import { performance } from 'node:perf_hooks';

/** What goes on by itself stands back for so long at once, and then only for a share of the time that it went on. */
const back = { mostMs: 60, share: 0.5 } as const;
/** Who works with the screens asks for something more often than that. */
const QUIET_MS = 3000;

/** Who goes first in this process: requests that are under way, before what goes on by itself. */
export type PeopleFirst = Readonly<{
  /** A request has come. @returns what is called once it is answered; again, it does nothing */
  enter: () => () => void;
  /** Ends when no request is under way, or when it has stood back for long enough. */
  pass: () => Promise<void>;
  /** Nobody has asked for anything for a while. */
  isQuiet: () => boolean;
}>;

/** One for each process: its routes enter, its worker passes. @param now milliseconds that only ever grow */
export const peopleFirst = (now: () => number = () => performance.now()): PeopleFirst => {
  let underWay = 0;
  let seen = Number.NEGATIVE_INFINITY;
  let credit: number = back.mostMs;
  let since = now();
  /** All who stand back do so together, and it is charged once. */
  let standing: Readonly<{ over: Promise<void>; end: () => void }> | null = null;

  const standBack = (): Promise<void> => {
    const begun = now();
    credit = Math.min(back.mostMs, credit + (begun - since) * back.share);
    since = begun;
    if (credit < 1) return Promise.resolve();
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), credit);
      end = () => {
        clearTimeout(timer);
        standing = null;
        since = now();
        credit -= since - begun;
        resolve();
      };
    });
    standing = { over, end };
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
        if (underWay === 0) standing?.end();
      };
    },
    pass: async () => {
      if (underWay > 0) await (standing?.over ?? standBack());
    },
    isQuiet: () => underWay === 0 && now() - seen > QUIET_MS,
  };
};
