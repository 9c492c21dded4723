import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from '../db/database.ts';
import type { MarkDay } from '../db/repositories/commissions/marks.ts';
import type { Beside, BesideStart, ComputedPart } from '../domain/commissions/recompute/index.ts';

export type ThreadData = Readonly<{ databaseUrl: string; sendsMail: boolean }>;
export type Asked = Readonly<{ pairs: readonly MarkDay[]; most: number; at: Date }>;
export type Answered = Readonly<{ part: ComputedPart | null } | { failed: string }>;

/** Next to main.js in dist/server, and next to this file in the sources, which need a loader. */
const built = new URL('computingThread.js', import.meta.url);
const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./computingThread.ts', '${import.meta.url}'))`;
const [script, isSource] = import.meta.url.endsWith('.ts') ? [source, true] : [built, false];
/** What it holds at most: a transaction's facts and records, and what differs of them. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 } as const;

/** It takes half a second and some 60 MB: what is done sooner does without. */
const AFTER = 5000;

/** @throws where it cannot reach the database */
const startThread = async (workerData: ThreadData): Promise<Beside> => {
  const thread = new Worker(script, { eval: isSource, workerData, resourceLimits: LIMITS, execArgv: [] });
  const gone = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that computes ended (exit code ${code})`)));
  });
  // Who waits for an answer hears of it.
  gone.catch(() => {});
  await Promise.race([once(thread, 'message'), gone]);
  return {
    compute: async (pairs, most, at) => {
      thread.postMessage({ pairs, most, at } satisfies Asked);
      const [answered] = (await Promise.race([once(thread, 'message'), gone])) as [Answered];
      if ('failed' in answered) throw new Error(answered.failed);
      return answered.part;
    },
    end: async () => {
      await thread.terminate();
    },
  };
};

/**
 * A thread that computes what is marked over PostgreSQL, one transaction after another with a connection of its own; undefined over the
 * embedded database, which has one.
 */
export const computeBeside = ({ url: databaseUrl }: Database, sendsMail: boolean): BesideStart | undefined =>
  databaseUrl === null ? undefined : { after: AFTER, start: () => startThread({ databaseUrl, sendsMail }) };
