/** Runs work in the order in which it was given, at most so many at once. */
export const createLanes = (most: number) => {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= most) await new Promise<void>((begin) => waiting.push(begin));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The lane is handed on, so that nobody who comes now overtakes who waits.
      if (next) next();
      else busy -= 1;
    }
  };
};
