import { performance } from 'node:perf_hooks';

/** What nobody waits for stands back for so long at once, and then only for a share of the time that it went on. */
const back = { mostMs: 60, share: 0.5 } as const;

/** Who goes first in this process: requests that are under way, before what goes on by itself. */
export type PeopleFirst = Readonly<{
  /** A request has come. @returns told once when it is answered */
  enter: () => () => void;
  /** Ends when no request is under way, or when it has stood back for long enough. */
  pass: () => Promise<void>;
}>;

/** One for each process: its routes enter, its worker passes. @param now milliseconds that only ever grow */
export const peopleFirst = (now: () => number = () => performance.now()): PeopleFirst => {
  const waiting = new Set<() => void>();
  let underWay = 0;
  let credit: number = back.mostMs;
  let since = now();

  const standBack = async (): Promise<void> => {
    const begun = now();
    credit = Math.min(back.mostMs, credit + (begun - since) * back.share);
    since = begun;
    if (credit < 1) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, credit);
      waiting.add(end);
    });
    since = now();
    credit -= since - begun;
  };

  return {
    enter: () => {
      underWay += 1;
      let isUnderWay = true;
      return () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay -= 1;
        if (underWay === 0) for (const end of [...waiting]) end();
      };
    },
    pass: async () => {
      if (underWay > 0) await standBack();
    },
  };
};
