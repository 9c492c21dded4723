import { startThread, type Thread } from './thread.ts';

export type Lease = Readonly<{ thread: Thread; release: () => void }>;

/** How long a caller waits for the connection. */
const TURN_MS = 30_000;

/**
 * The one connection of the embedded database, handed to one caller at a time, first come first served: a transaction holds
 * it from begin to commit, so no other statement can slip in between. A dead thread is restarted for the next caller.
 */
export const oneConnection = (cluster: string, first: Thread) => {
  let thread = first;
  let busy = false;
  let closing = false;
  const queue: (() => void)[] = [];

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!busy) {
        busy = true;
        return resolve();
      }
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(enter), 1);
        reject(new Error(`The embedded database was busy for ${TURN_MS / 1000} s`));
      }, TURN_MS);
      queue.push(enter);
    });
  const pass = (): void => {
    const next = queue.shift();
    if (next) next();
    else busy = false;
  };

  const acquire = async (): Promise<Lease> => {
    await turn();
    let released = false;
    const release = () => {
      if (!released) pass();
      released = true;
    };
    try {
      if (closing) throw new Error('The embedded database is closed');
      if (thread.dead()) thread = await startThread(cluster);
      return { thread, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  return {
    acquire,
    /** The current thread, for calls that must not wait for the connection. */
    current: (): Thread => thread,
    /** Waits for the running work, then closes the cluster. */
    close: async (): Promise<void> => {
      if (closing) return;
      await turn();
      closing = true;
      pass();
      if (!thread.dead()) await thread.ask({ kind: 'close' }, TURN_MS);
      await thread.stop(new Error('The embedded database is closed'));
    },
  };
};
export type OneConnection = ReturnType<typeof oneConnection>;
