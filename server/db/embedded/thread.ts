import { Worker } from 'node:worker_threads';
import { scriptPath } from './scriptPath.ts';

export type ThreadAnswer = Readonly<{ rows: unknown[]; command?: string; affected?: number }>;
export type DatabaseRequest = { kind: 'query'; sql: string; params: readonly unknown[] } | { kind: 'ping' } | { kind: 'close' };
type Failure = Readonly<{ message: string; code?: string; constraint?: string; detail?: string }>;
type Message = 'ready' | { id: number; answer?: ThreadAnswer; error?: Failure };
type PendingRequest = { resolve: (answer: ThreadAnswer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout | undefined };

/** A database error; `code` is its SQLSTATE, as with pg. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  constructor(failure: Failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

export type Thread = Readonly<{
  /** Rejects if the answer takes longer than `limitMs`, and stops the thread, because a statement in it cannot be ended in another way. */
  ask: (request: DatabaseRequest, limitMs: number) => Promise<ThreadAnswer>;
  /** Like `ask`, but a late answer does not stop the thread. */
  probe: (request: DatabaseRequest, limitMs: number) => Promise<ThreadAnswer>;
  isDead: () => boolean;
  stop: (reason: Error) => Promise<void>;
}>;

const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Starts the database thread on a cluster and waits until it is ready. */
export const startThread = async (cluster: string): Promise<Thread> => {
  const worker = new Worker(scriptPath('thread.mjs'), { workerData: { directory: cluster } });
  const pendingRequests = new Map<number, PendingRequest>();
  let lastRequestId = 0;
  let deathReason: Error | null = null;

  const stopThread = (reason: Error): void => {
    deathReason ??= reason;
    for (const { reject, timer } of pendingRequests.values()) {
      clearTimeout(timer);
      reject(deathReason);
    }
    pendingRequests.clear();
  };
  const stop = async (reason: Error): Promise<void> => {
    stopThread(reason);
    await worker.terminate();
  };

  await new Promise<void>((ready, reject) => {
    worker.on('error', (error) => {
      stopThread(new Error(`The embedded database stopped: ${error instanceof Error ? error.message : String(error)}`));
      reject(deathReason);
    });
    worker.on('exit', (code) => {
      stopThread(new Error(`The embedded database stopped (exit code ${code})`));
      reject(deathReason);
    });
    worker.on('message', (message: Message) => {
      if (message === 'ready') return ready();
      const pending = pendingRequests.get(message.id);
      if (!pending) return;
      pendingRequests.delete(message.id);
      clearTimeout(pending.timer);
      if (message.answer) pending.resolve(message.answer);
      else pending.reject(new DatabaseFailure(message.error ?? { message: 'the embedded database gave no answer' }));
    });
  });

  const send = (request: DatabaseRequest, limitMs: number, onTimeout: (id: number) => void): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      if (deathReason) return reject(deathReason);
      const id = ++lastRequestId;
      const timer = setTimeout(onTimeout, limitMs, id);
      pendingRequests.set(id, { resolve, reject, timer });
      worker.postMessage({ id, ...request });
    });

  return {
    ask: (request, limitMs) =>
      send(
        request,
        limitMs,
        () => void stop(new Error(`The embedded database did not answer within ${secondsText(limitMs)} and was stopped`)),
      ),
    probe: (request, limitMs) =>
      send(request, limitMs, (id) => {
        pendingRequests.get(id)?.reject(new Error(`The embedded database did not answer within ${secondsText(limitMs)}`));
        pendingRequests.delete(id);
      }),
    isDead: () => deathReason !== null,
    stop,
  };
};
