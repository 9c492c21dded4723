import { type JobEvent, jobLifecycle, jobLimits } from '../../contract/lifecycles/job.ts';
import { step } from '../../contract/lifecycles/step.ts';
import { fill, messages as t } from '../../contract/messages.ts';
import type { JobChange, JobFile, JobRow, JobState } from '../db/repositories/jobs/jobs.ts';
import type { Repositories, Store } from '../db/repositories/store.ts';
import { plusMs } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';

/** A job owned by this worker; `take` proves it, because each takeover increments it. */
export type ClaimedJob = Readonly<{ job: JobRow; attempt: number; take: number }>;
/** The outcome of a job: a file, a result, nothing, or a later time to continue. */
export type JobOutcome = JobFile | Readonly<{ result: unknown }> | Readonly<{ againAt: Date }> | null;
type Jobs = Pick<Store, 'transaction' | 'jobs'>;
/** Runs after a job completed or failed, in the transaction that ends it. */
export type OnJobEnd = (tx: Repositories, job: JobRow, at: Date) => Promise<void>;

const RETRY_DELAY_MS = 5000;
/** A concurrent request took the same place or key first. */
const UNIQUE_VIOLATION = '23505';

type JobAttempts = Pick<JobRow, 'state' | 'attempts' | 'crashes'>;
const nextState = ({ state, attempts, crashes }: JobAttempts, type: JobEvent['type']): JobState | null =>
  step(jobLifecycle, state, { type }, { attempts, crashes }) as JobState | null;

/** The user-visible message of a failure; `fallbackText`: the kind's message for internal errors. */
export const jobFailureText = (error: unknown, fallbackText: string = t.jobs.failed): string =>
  error instanceof Problem ? error.message : fallbackText;

const toEndedChange = (state: JobState, error: string, at: Date): JobChange => ({
  state,
  lease_until: null,
  finished_at: at.toISOString(),
  error: state === 'cancelled' ? t.jobs.cancelled : error,
});

/** The job after its server stopped: the interrupted attempt does not count as a try. */
const afterCrash = (job: JobRow): JobRow => {
  const crashed = { ...job, attempts: Math.max(0, job.attempts - 1), crashes: job.crashes + 1 };
  return { ...crashed, state: nextState(crashed, 'crash') ?? 'failed' };
};

/**
 * Takes the next job that can run, with a lease. A job whose server stopped is taken over, unless it was canceled or too many servers in
 * a row stopped while running it.
 * @returns null if nothing can run now
 */
export const claim = async (
  store: Jobs,
  kinds: readonly string[],
  at: Date,
  leaseMs: number,
  onEnd?: OnJobEnd,
): Promise<ClaimedJob | null> => {
  for (;;) {
    const takenJob = await store.transaction(async (tx) => {
      const { jobs } = tx;
      const next = await jobs.lockNext(kinds, at);
      if (!next) return null;
      const requeued = next.state === 'queued' ? next : afterCrash(next);
      if (requeued.state === 'failed' || requeued.state === 'cancelled') {
        const job = await jobs.change(requeued.id, toEndedChange(requeued.state, fill(t.jobs.crashed, { crashes: jobLimits.crashes }), at));
        await onEnd?.(tx, job, at);
        return 'ended';
      }
      const startedState = nextState(requeued, 'start');
      if (startedState === null) throw new Error(`the job ${requeued.id} is ${requeued.state} and cannot be started`);
      const [attempt, take] = [requeued.attempts + 1, requeued.takes + 1];
      const job = await jobs.change(requeued.id, {
        state: startedState,
        attempts: attempt,
        crashes: requeued.crashes,
        takes: take,
        lease_until: plusMs(at, leaseMs).toISOString(),
        taken_at: at.toISOString(),
      });
      return { job, attempt, take };
    });
    if (takenJob !== 'ended') return takenJob;
  }
};

/** Ends this worker's hold on the job with a lifecycle step. @returns false if another worker took it over */
const settle = (
  store: Jobs,
  { job, take }: ClaimedJob,
  eventOf: (now: JobRow) => JobEvent['type'],
  changeTo: (next: JobState, now: JobRow) => JobChange,
  { file = null, onEnd, at }: Readonly<{ file?: JobFile | null; onEnd?: OnJobEnd | undefined; at?: Date }> = {},
): Promise<boolean> =>
  store.transaction(async (tx) => {
    const { jobs } = tx;
    const now = await jobs.lock(job.id);
    if (!now || (now.state !== 'processing' && now.state !== 'cancelling') || now.takes !== take) return false;
    const next = nextState(now, eventOf(now));
    if (next === null) return false;
    if (file) await jobs.keepFile(job.id, file);
    const after = await jobs.change(job.id, { state: next, lease_until: null, ...changeTo(next, now) });
    if (at && (next === 'completed' || next === 'failed')) await onEnd?.(tx, after, at);
    return true;
  });

/** Starts over: with all tries, and nothing from the previous run. */
const toQueuedChange = (runAt: Date): JobChange => ({
  attempts: 0,
  crashes: 0,
  run_at: runAt.toISOString(),
  error: null,
  finished_at: null,
  checkpoint: null,
  progress_done: null,
});

/** True if it was requested again under its key after this worker had started it. */
const isRequestedAgain = ({ asked_at, taken_at, state }: JobRow): boolean =>
  state === 'processing' && asked_at !== null && taken_at !== null && asked_at >= taken_at;

export const complete = (store: Jobs, job: ClaimedJob, outcome: JobOutcome, at: Date, onEnd?: OnJobEnd): Promise<boolean> => {
  const againAt = outcome && 'againAt' in outcome ? outcome.againAt : null;
  return settle(
    store,
    job,
    (now) => (againAt || isRequestedAgain(now) ? 'postpone' : 'complete'),
    (next, now) => {
      const result = outcome && 'result' in outcome ? JSON.stringify(outcome.result) : null;
      if (next === 'queued') return { ...toQueuedChange(isRequestedAgain(now) ? at : (againAt ?? at)), asked_at: null };
      if (next === 'cancelled') return toEndedChange(next, '', at);
      return { finished_at: at.toISOString(), error: null, ...(result === null ? {} : { result }) };
    },
    { file: outcome && 'content' in outcome ? outcome : null, onEnd, at },
  );
};

/**
 * A refusal ends the job, unless it names a time for another try; any other error is retried a little later, up to three times without
 * progress.
 */
export const failJob = (
  store: Jobs,
  job: ClaimedJob,
  error: unknown,
  at: Date,
  fallbackText?: string,
  onEnd?: OnJobEnd,
): Promise<boolean> => {
  const retryAfterS = error instanceof Problem ? error.retryAfter : undefined;
  const isFinal = error instanceof Problem && retryAfterS === undefined;
  return settle(
    store,
    job,
    () => (isFinal ? 'fail' : 'lose'),
    (next, { attempts }) => {
      const message = jobFailureText(error, fallbackText);
      if (next !== 'queued') return toEndedChange(next, message, at);
      const waitMs = retryAfterS === undefined ? RETRY_DELAY_MS * Math.max(1, attempts) : retryAfterS * 1000;
      return { run_at: plusMs(at, waitMs).toISOString(), error: message, crashes: 0 };
    },
    { onEnd, at },
  );
};

/** Returns an unfinished job when the server stops; this does not count as a try. */
export const release = (store: Jobs, job: ClaimedJob, at: Date): Promise<boolean> =>
  settle(
    store,
    job,
    () => 'postpone',
    (next, { attempts }) =>
      next === 'cancelled' ? toEndedChange(next, '', at) : { attempts: Math.max(0, attempts - 1), run_at: at.toISOString() },
  );

/** Ends a canceled job whose worker has stopped. */
export const stopJob = (store: Jobs, job: ClaimedJob, at: Date): Promise<boolean> =>
  settle(
    store,
    job,
    () => 'stop',
    (next) => toEndedChange(next, '', at),
  );

/** Cancels a job: immediately if it is not running, else once its worker notices. @returns null if it has already ended */
export const cancelJob = (store: Jobs, id: number, at: Date): Promise<JobRow | null> =>
  store.transaction(async ({ jobs }) => {
    const job = await jobs.lock(id);
    const next = job ? nextState(job, 'cancel') : null;
    if (!job || next === null) return null;
    return jobs.change(id, next === 'cancelled' ? toEndedChange(next, '', at) : { state: next });
  });

/**
 * Queues a failed or canceled job again, in one of its author's `places` if it needs one.
 * @returns null if it is neither, 'full' if no place is free or another unfinished job has its key
 */
export const retryJob = (store: Jobs, id: number, at: Date, maxPlaces?: number): Promise<JobRow | 'full' | null> =>
  store
    .transaction(async ({ jobs }): Promise<JobRow | 'full' | null> => {
      const job = await jobs.lock(id);
      const next = job ? nextState(job, 'retry') : null;
      if (!job || next === null) return null;
      if (maxPlaces !== undefined && !(await jobs.takePlace(id, job, maxPlaces))) return 'full';
      return jobs.change(id, { state: next, attempts: 0, crashes: 0, run_at: at.toISOString(), error: null, finished_at: null });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== UNIQUE_VIOLATION) throw error;
      return 'full';
    });
