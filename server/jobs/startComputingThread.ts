import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from '../db/database.ts';
import type { MarkDay } from '../db/repositories/commissions/marks.ts';
import { type ComputedPart, type ComputingThread, ThreadGoneError, type ThreadStart } from '../domain/commissions/recompute/index.ts';

export type ThreadData = Readonly<{ databaseUrl: string; sendsMail: boolean }>;
export type ComputeRequest = Readonly<{ pairs: readonly MarkDay[]; most: number; at: Date }>;
/** `failed`: the transaction did; the thread goes on. */
export type ComputeAnswer = Readonly<{ part: ComputedPart | null } | { failed: string }>;

/** Next to main.js in dist/server, and next to this file in the sources, which need a loader. */
const built = new URL('computingThread.js', import.meta.url);
const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./computingThread.ts', '${import.meta.url}'))`;
const [script, isSource] = import.meta.url.endsWith('.ts') ? [source, true] : [built, false];
/**
 * It holds a transaction's facts and records and what differs of them, far less than this. But V8 lets a heap with a smaller limit grow by less
 * before it collects all garbage, and code of functions within functions goes with that: it was compiled again 165 times a run.
 */
const LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 48 } as const;

/** Each takes half a second and some 60 MB: what is done sooner does without. */
const AFTER = 20_000;

const startThread = async (workerData: ThreadData, signal: AbortSignal): Promise<ComputingThread> => {
  const thread = new Worker(script, { eval: isSource, workerData, resourceLimits: LIMITS, execArgv: [] });
  const gone = new Promise<never>((_, reject) => {
    thread.once('error', (cause) => reject(new ThreadGoneError('the thread that computes failed', { cause })));
    thread.once('exit', (code) => reject(new ThreadGoneError(`the thread that computes ended (exit code ${code})`)));
  });
  // Who waits for an answer hears of it.
  gone.catch(() => {});
  const end = async (): Promise<void> => void (await thread.terminate());
  signal.addEventListener('abort', end, { once: true });
  await Promise.race([once(thread, 'message'), gone]);
  return {
    compute: async (pairs, most, at) => {
      thread.postMessage({ pairs, most, at } satisfies ComputeRequest);
      const [answer] = (await Promise.race([once(thread, 'message'), gone])) as [ComputeAnswer];
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.part;
    },
    end,
  };
};

/**
 * A thread that computes what is marked over PostgreSQL, one transaction after another with a connection of its own; undefined over the
 * embedded database, which has one.
 * @param log hears why it did not start, or ended
 */
export const startComputingThread = (
  { url: databaseUrl }: Database,
  sendsMail: boolean,
  log: (error: unknown) => void,
): ThreadStart | undefined =>
  databaseUrl === null ? undefined : { after: AFTER, start: (signal) => startThread({ databaseUrl, sendsMail }, signal), log };
