/** How long other tabs may take to see a storage write; the lock is held this much longer than the task. */
const STORAGE_MS = 100;

/**
 * Runs `task` while no other tab of this browser runs it (decisions 4.01); browsers without locks cannot prevent that.
 * `hasWaited` is true if another tab held the lock just before.
 */
export const withTabLock = <T>(name: string, task: (hasWaited: boolean) => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return task(false);
  const { locks } = navigator;
  return new Promise<T>((resolve, reject) => {
    const run = async (hasWaited: boolean): Promise<void> => {
      await task(hasWaited).then(resolve, reject);
      await new Promise((resolveWait) => setTimeout(resolveWait, STORAGE_MS));
    };
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await run(false);
        return lock !== null;
      })
      .then((hasRun) => (hasRun ? undefined : locks.request(name, () => run(true))))
      .catch(reject);
  });
};
