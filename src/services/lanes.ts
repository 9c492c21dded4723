/** Runs tasks in order, at most `maxRunning` at once. */
export const createLanes = (maxRunning: number) => {
  let runningCount = 0;
  const waitingTasks: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount >= maxRunning) await new Promise<void>((start) => waitingTasks.push(start));
    else runningCount += 1;
    try {
      return await work();
    } finally {
      const next = waitingTasks.shift();
      // Hands the lane directly to the next waiting task, so that a new one cannot overtake it.
      if (next) next();
      else runningCount -= 1;
    }
  };
};
