/** Runs `task` while no other tab of this browser does (decisions 4); alone where the browser has no locks. */
export const withTabLock = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, task) : task();
