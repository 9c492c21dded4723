import { startThread, type Thread } from './thread.ts';

export type Lease = Readonly<{ thread: Thread; release: () => void }>;

/** How long a caller waits for the connection. */
const MAX_WAIT_MS = 30_000;

/**
 * The one connection of the embedded database, handed to one caller at a time, first come first served: a transaction holds
 * it from begin to commit, so no other statement can slip in between. A dead thread is restarted for the next caller.
 */
export const createSingleConnection = (cluster: string, firstThread: Thread) => {
  let thread = firstThread;
  let isBusy = false;
  let isClosing = false;
  const queue: (() => void)[] = [];

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!isBusy) {
        isBusy = true;
        return resolve();
      }
      const takeTurn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(takeTurn), 1);
        reject(new Error(`The embedded database was busy for ${MAX_WAIT_MS / 1000} s`));
      }, MAX_WAIT_MS);
      queue.push(takeTurn);
    });
  const passTurn = (): void => {
    const next = queue.shift();
    if (next) next();
    else isBusy = false;
  };

  const acquire = async (): Promise<Lease> => {
    await waitForTurn();
    let isReleased = false;
    const release = () => {
      if (!isReleased) passTurn();
      isReleased = true;
    };
    try {
      if (isClosing) throw new Error('The embedded database is closed');
      if (thread.isDead()) thread = await startThread(cluster);
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
      if (isClosing) return;
      await waitForTurn();
      isClosing = true;
      passTurn();
      if (!thread.isDead()) await thread.ask({ kind: 'close' }, MAX_WAIT_MS);
      await thread.stop(new Error('The embedded database is closed'));
    },
  };
};
export type SingleConnection = ReturnType<typeof createSingleConnection>;
