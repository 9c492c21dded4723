import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from '../db/database.ts';
import type { MarkDay } from '../db/repositories/commissions/marks.ts';
import {
  type ComputedPart,
  type ComputingThread,
  type ComputingThreadStart,
  ThreadGoneError,
} from '../domain/commissions/recompute/index.ts';

export type ThreadData = Readonly<{ databaseUrl: string; sendsMail: boolean }>;
export type ComputeRequest = Readonly<{ pairs: readonly MarkDay[]; most: number; at: Date }>;
/** `failed`: the transaction failed; the thread continues. */
export type ComputeAnswer = Readonly<{ part: ComputedPart | null } | { failed: string }>;

/** Next to main.js in dist/server; next to this file in the sources, which need a loader. */
const built = new URL('computingThread.js', import.meta.url);
const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./computingThread.ts', '${import.meta.url}'))`;
const [script, isSource] = import.meta.url.endsWith('.ts') ? [source, true] : [built, false];
/**
 * A transaction's facts, records and differences need far less than this. But with a smaller limit V8 grows the heap less before full
 * garbage collections, which also discard the code of nested functions: it was recompiled 165 times per run.
 */
const LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 48 } as const;

/** A thread takes half a second to start and about 60 MB, so smaller computations do without one. */
const AFTER = 20_000;

const startThread = async (workerData: ThreadData, signal: AbortSignal): Promise<ComputingThread> => {
  const thread = new Worker(script, { eval: isSource, workerData, resourceLimits: LIMITS, execArgv: [] });
  const gone = new Promise<never>((_, reject) => {
    thread.once('error', (cause) => reject(new ThreadGoneError('the thread that computes failed', { cause })));
    thread.once('exit', (code) => reject(new ThreadGoneError(`the thread that computes ended (exit code ${code})`)));
  });
  // Callers that wait for an answer get this rejection themselves.
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
 * A thread that computes marked days over PostgreSQL, one transaction after another over its own connection; undefined for the embedded
 * database, which has only one connection.
 * @param log receives the reason if it failed to start, or ended
 */
export const startComputingThread = (
  { url: databaseUrl }: Database,
  sendsMail: boolean,
  log: (error: unknown) => void,
): ComputingThreadStart | undefined =>
  databaseUrl === null ? undefined : { after: AFTER, start: (signal) => startThread({ databaseUrl, sendsMail }, signal), log };
