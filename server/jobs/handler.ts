import type { JobRow } from '../db/repositories/jobs/jobs.ts';
import type { Repositories } from '../db/repositories/store.ts';
import type { Ended, JobOutcome } from './queue.ts';

/** What a worker gives a job to work with. */
export type Work = Readonly<{
  /** Aborted where nobody waits for it any more: the server stops, it was cancelled, or another worker has it. */
  signal: AbortSignal;
  /** How far it is; `total` null where nobody knows. Told often, it is written a few times a second. */
  progress: (done: number, total: number | null, text?: string) => Promise<void>;
  /**
   * Where it goes on when it is begun again: `job.checkpoint` is what was written last. Given the transaction of what it is about, both are
   * written or neither, and a worker that lost the job cannot commit.
   * @throws where the job is another worker's by now
   */
  checkpoint: (value: unknown, within?: Pick<Repositories, 'jobs'>) => Promise<void>;
}>;

/** Does a kind of job. */
export type Handler = (job: JobRow, work: Work) => Promise<JobOutcome>;

/** Statements and mail; figures; reports; whatever takes minutes; what waits for outside systems. Each lane goes on by itself, so that none waits behind another. */
export const lanes = ['quick', 'figures', 'reports', 'long', 'outside'] as const;
export type Lane = (typeof lanes)[number];
/** `failed`: the kind's own sentence for what went wrong inside; a Problem has its own. `ended`: what follows once it is completed or failed. */
export type JobKind = Readonly<{ handle: Handler; lane?: Lane; failed?: string; ended?: Ended }>;
export type Handlers = Readonly<Record<string, Handler | JobKind>>;

export const kindOf = (one: Handler | JobKind): JobKind => (typeof one === 'function' ? { handle: one } : one);
export const laneOf = (one: Handler | JobKind): Lane => kindOf(one).lane ?? 'long';
