/** Runs tasks in the order they are given, at most `most` at once. */
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
      // Passes the lane on, so that a new task cannot overtake a waiting one.
      if (next) next();
      else busy -= 1;
    }
  };
};
