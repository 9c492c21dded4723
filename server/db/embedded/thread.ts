import { Worker } from 'node:worker_threads';
import { scriptPath } from './scriptPath.ts';

export type ThreadAnswer = Readonly<{ rows: unknown[]; command?: string; affected?: number }>;
export type Ask = { kind: 'query'; sql: string; params: readonly unknown[] } | { kind: 'ping' } | { kind: 'close' };
type Failure = Readonly<{ message: string; code?: string; constraint?: string; detail?: string }>;
type Message = 'ready' | { id: number; answer?: ThreadAnswer; error?: Failure };
type Waiting = { resolve: (answer: ThreadAnswer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout | undefined };

/** A database error; `code` is its SQLSTATE, as with pg. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  constructor(failure: Failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

export type Thread = Readonly<{
  /** Rejects if the answer takes longer than `limitMs`, and stops the thread: there is no other way to end a statement in it. */
  ask: (request: Ask, limitMs: number) => Promise<ThreadAnswer>;
  /** Like `ask`, but a late answer does not stop the thread. */
  probe: (request: Ask, limitMs: number) => Promise<ThreadAnswer>;
  dead: () => boolean;
  stop: (reason: Error) => Promise<void>;
}>;

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Starts the database thread on a cluster and waits until it is ready. */
export const startThread = async (cluster: string): Promise<Thread> => {
  const worker = new Worker(scriptPath('thread.mjs'), { workerData: { directory: cluster } });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let death: Error | null = null;

  const die = (reason: Error): void => {
    death ??= reason;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(death);
    }
    waiting.clear();
  };
  const stop = async (reason: Error): Promise<void> => {
    die(reason);
    await worker.terminate();
  };

  await new Promise<void>((ready, failed) => {
    worker.on('error', (error) => {
      die(new Error(`The embedded database stopped: ${error instanceof Error ? error.message : String(error)}`));
      failed(death);
    });
    worker.on('exit', (code) => {
      die(new Error(`The embedded database stopped (exit code ${code})`));
      failed(death);
    });
    worker.on('message', (message: Message) => {
      if (message === 'ready') return ready();
      const pending = waiting.get(message.id);
      if (!pending) return;
      waiting.delete(message.id);
      clearTimeout(pending.timer);
      if (message.answer) pending.resolve(message.answer);
      else pending.reject(new DatabaseFailure(message.error ?? { message: 'the embedded database gave no answer' }));
    });
  });

  const send = (request: Ask, limitMs: number, onTimeout: (id: number) => void): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      if (death) return reject(death);
      const id = ++last;
      const timer = setTimeout(onTimeout, limitMs, id);
      waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, ...request });
    });

  return {
    ask: (request, limitMs) =>
      send(request, limitMs, () => void stop(new Error(`The embedded database did not answer within ${seconds(limitMs)} and was stopped`))),
    probe: (request, limitMs) =>
      send(request, limitMs, (id) => {
        waiting.get(id)?.reject(new Error(`The embedded database did not answer within ${seconds(limitMs)}`));
        waiting.delete(id);
      }),
    dead: () => death !== null,
    stop,
  };
};
