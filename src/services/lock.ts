/** What a tab wrote to storage is seen by the others within this; the lock is kept that much longer than the task. */
const STORAGE_MS = 100;

/**
 * Runs `task` while no other tab of this browser does (decisions 4.01); alone where the browser has no locks.
 * `waited` tells the task that another tab had the lock just before.
 */
export const withTabLock = <T>(name: string, task: (waited: boolean) => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return task(false);
  const { locks } = navigator;
  return new Promise<T>((resolve, reject) => {
    const run = async (waited: boolean): Promise<void> => {
      await task(waited).then(resolve, reject);
      await new Promise((passed) => setTimeout(passed, STORAGE_MS));
    };
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await run(false);
        return lock !== null;
      })
      .then((had) => (had ? undefined : locks.request(name, () => run(true))))
      .catch(reject);
  });
};
