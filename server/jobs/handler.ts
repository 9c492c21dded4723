import type { JobRow } from '../db/repositories/jobs/jobs.ts';
import type { Repositories } from '../db/repositories/store.ts';
import type { JobOutcome, OnJobEnd } from './queue.ts';

/** A job's interface to its worker. */
export type Work = Readonly<{
  /** Aborted if the server stops, the job was canceled, or another worker took it over. */
  signal: AbortSignal;
  /** Reports progress; `total` null if unknown. May be called often: it is written a few times per second. */
  progress: (done: number, total: number | null, text?: string) => Promise<void>;
  /**
   * Stores where to continue after a restart; `job.checkpoint` has the last one. Within the transaction of the work, both are committed or
   * neither, and a worker that lost the job cannot commit.
   * @throws if another worker has taken over the job
   */
  checkpoint: (value: unknown, tx?: Pick<Repositories, 'jobs'>) => Promise<void>;
}>;

export type Handler = (job: JobRow, work: Work) => Promise<JobOutcome>;

/** Statements and emails; figures; reports; jobs that take minutes; jobs that wait for outside systems. Lanes run independently. */
export const lanes = ['quick', 'figures', 'reports', 'long', 'outside'] as const;
export type Lane = (typeof lanes)[number];
/** `failed`: the kind's message for internal errors; a Problem has its own. `ended`: runs after the job completed or failed. */
export type JobKind = Readonly<{ handle: Handler; lane?: Lane; failed?: string; ended?: OnJobEnd }>;
export type Handlers = Readonly<Record<string, Handler | JobKind>>;

export const kindOf = (handler: Handler | JobKind): JobKind => (typeof handler === 'function' ? { handle: handler } : handler);
export const laneOf = (handler: Handler | JobKind): Lane => kindOf(handler).lane ?? 'long';
