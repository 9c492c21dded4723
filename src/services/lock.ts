/**
 * Runs `task` while no other tab of this browser does (decisions 4); alone where the browser has no locks.
 * `waited` tells the task that another tab had the lock just before.
 */
export const withTabLock = async <T>(name: string, task: (waited: boolean) => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return task(false);
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? { answer: await task(false) } : null));
  return free ? free.answer : navigator.locks.request(name, () => task(true));
};
