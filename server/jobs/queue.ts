import { type JobEvent, jobLifecycle, jobLimits } from '../../contract/lifecycles/job.ts';
import { step } from '../../contract/lifecycles/step.ts';
import { fill, messages as t } from '../../contract/messages.ts';
import type { JobChange, JobFile, JobRow, JobState } from '../db/repositories/jobs/jobs.ts';
import type { Repositories, Store } from '../db/repositories/store.ts';
import { later } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';

/** A job in this worker's hands; its take proves it, because whoever takes it over counts one more. */
export type Held = Readonly<{ job: JobRow; attempt: number; take: number }>;
/** What a job ends with: a file, a result, nothing, or the wish to go on at some later time. */
export type JobOutcome = JobFile | Readonly<{ result: unknown }> | Readonly<{ againAt: Date }> | null;
type Jobs = Pick<Store, 'transaction' | 'jobs'>;
/** What follows from a job that is completed or failed, in the transaction that ends it. */
export type Ended = (within: Repositories, job: JobRow, at: Date) => Promise<void>;

const BACK_OFF_MS = 5000;
/** Another request took the same place or key first. */
const UNIQUE = '23505';

type LifeOfJob = Pick<JobRow, 'state' | 'attempts' | 'crashes'>;
const stepOf = ({ state, attempts, crashes }: LifeOfJob, type: JobEvent['type']): JobState | null =>
  step(jobLifecycle, state, { type }, { attempts, crashes }) as JobState | null;

/** What a person may know of a failure; `otherwise` is the kind's own sentence for what went wrong inside. */
export const failureOf = (error: unknown, otherwise: string = t.jobs.failed): string =>
  error instanceof Problem ? error.message : otherwise;

const ended = (state: JobState, error: string, at: Date): JobChange => ({
  state,
  lease_until: null,
  finished_at: at.toISOString(),
  error: state === 'cancelled' ? t.jobs.cancelled : error,
});

/** The job once its server has stopped: the try under way does not count as one. */
const afterCrash = (job: JobRow): JobRow => {
  const crashed = { ...job, attempts: Math.max(0, job.attempts - 1), crashes: job.crashes + 1 };
  return { ...crashed, state: stepOf(crashed, 'crash') ?? 'failed' };
};

/**
 * Takes the next job that can run, with a lease. A job whose server stopped is taken over, unless it was cancelled or too many servers in
 * a row stopped under it.
 * @returns null where nothing can run now
 */
export const claim = async (store: Jobs, kinds: readonly string[], at: Date, leaseMs: number, onEnd?: Ended): Promise<Held | null> => {
  for (;;) {
    const taken = await store.transaction(async (within) => {
      const { jobs } = within;
      const next = await jobs.lockNext(kinds, at);
      if (!next) return null;
      const found = next.state === 'queued' ? next : afterCrash(next);
      if (found.state === 'failed' || found.state === 'cancelled') {
        const job = await jobs.change(found.id, ended(found.state, fill(t.jobs.crashed, { crashes: jobLimits.crashes }), at));
        await onEnd?.(within, job, at);
        return 'ended';
      }
      const started = stepOf(found, 'start');
      if (started === null) throw new Error(`the job ${found.id} is ${found.state} and cannot be started`);
      const [attempt, take] = [found.attempts + 1, found.takes + 1];
      const job = await jobs.change(found.id, {
        state: started,
        attempts: attempt,
        crashes: found.crashes,
        takes: take,
        lease_until: later(at, leaseMs).toISOString(),
        taken_at: at.toISOString(),
      });
      return { job, attempt, take };
    });
    if (taken !== 'ended') return taken;
  }
};

/** Ends this worker's hold on the job by a step of its life. @returns false where somebody else has the job by now */
const settle = (
  store: Jobs,
  { job, take }: Held,
  typeOf: (now: JobRow) => JobEvent['type'],
  changeTo: (next: JobState, now: JobRow) => JobChange,
  { file = null, onEnd, at }: Readonly<{ file?: JobFile | null; onEnd?: Ended | undefined; at?: Date }> = {},
): Promise<boolean> =>
  store.transaction(async (within) => {
    const { jobs } = within;
    const now = await jobs.lock(job.id);
    if (!now || (now.state !== 'processing' && now.state !== 'cancelling') || now.takes !== take) return false;
    const next = stepOf(now, typeOf(now));
    if (next === null) return false;
    if (file) await jobs.keepFile(job.id, file);
    const after = await jobs.change(job.id, { state: next, lease_until: null, ...changeTo(next, now) });
    if (at && (next === 'completed' || next === 'failed')) await onEnd?.(within, after, at);
    return true;
  });

/** From the beginning: with all its tries, and nothing of the run before. */
const fresh = (runAt: Date): JobChange => ({
  attempts: 0,
  crashes: 0,
  run_at: runAt.toISOString(),
  error: null,
  finished_at: null,
  checkpoint: null,
  progress_done: null,
});

/** Was it asked for under its key after this worker had begun? */
const isWantedAgain = ({ asked_at, taken_at, state }: JobRow): boolean =>
  state === 'processing' && asked_at !== null && taken_at !== null && asked_at >= taken_at;

export const complete = (store: Jobs, held: Held, outcome: JobOutcome, at: Date, onEnd?: Ended): Promise<boolean> => {
  const againAt = outcome && 'againAt' in outcome ? outcome.againAt : null;
  return settle(
    store,
    held,
    (now) => (againAt || isWantedAgain(now) ? 'postpone' : 'complete'),
    (next, now) => {
      const result = outcome && 'result' in outcome ? JSON.stringify(outcome.result) : null;
      if (next === 'queued') return { ...fresh(isWantedAgain(now) ? at : (againAt ?? at)), asked_at: null };
      if (next === 'cancelled') return ended(next, '', at);
      return { finished_at: at.toISOString(), error: null, ...(result === null ? {} : { result }) };
    },
    { file: outcome && 'content' in outcome ? outcome : null, onEnd, at },
  );
};

/**
 * A refusal ends it, unless it says when another try makes sense; anything else is tried again a little later, three times in all without
 * getting further.
 */
export const failed = (store: Jobs, held: Held, error: unknown, at: Date, otherwise?: string, onEnd?: Ended): Promise<boolean> => {
  const tryAgain = error instanceof Problem ? error.retryAfter : undefined;
  const ends = error instanceof Problem && tryAgain === undefined;
  return settle(
    store,
    held,
    () => (ends ? 'fail' : 'lose'),
    (next, { attempts }) => {
      const sentence = failureOf(error, otherwise);
      if (next !== 'queued') return ended(next, sentence, at);
      const wait = tryAgain === undefined ? BACK_OFF_MS * Math.max(1, attempts) : tryAgain * 1000;
      return { run_at: later(at, wait).toISOString(), error: sentence, crashes: 0 };
    },
    { onEnd, at },
  );
};

/** Given back unfinished when the server stops; that was no try. */
export const release = (store: Jobs, held: Held, at: Date): Promise<boolean> =>
  settle(
    store,
    held,
    () => 'postpone',
    (next, { attempts }) =>
      next === 'cancelled' ? ended(next, '', at) : { attempts: Math.max(0, attempts - 1), run_at: at.toISOString() },
  );

/** Its worker heard that it is cancelled and stopped. */
export const stopped = (store: Jobs, held: Held, at: Date): Promise<boolean> =>
  settle(
    store,
    held,
    () => 'stop',
    (next) => ended(next, '', at),
  );

/** Asks for the end of a job: at once where nobody does it, else as soon as its worker hears. @returns null where it has ended already */
export const cancel = (store: Jobs, id: number, at: Date): Promise<JobRow | null> =>
  store.transaction(async ({ jobs }) => {
    const job = await jobs.lock(id);
    const next = job ? stepOf(job, 'cancel') : null;
    if (!job || next === null) return null;
    return jobs.change(id, next === 'cancelled' ? ended(next, '', at) : { state: next });
  });

/**
 * Asks for a job that failed or was cancelled once more, in one of the `places` of who asked for it where it needs one.
 * @returns null where it is neither, 'full' where no place is free or another lives under its key
 */
export const retry = (store: Jobs, id: number, at: Date, places?: number): Promise<JobRow | 'full' | null> =>
  store
    .transaction(async ({ jobs }): Promise<JobRow | 'full' | null> => {
      const job = await jobs.lock(id);
      const next = job ? stepOf(job, 'retry') : null;
      if (!job || next === null) return null;
      if (places !== undefined && !(await jobs.takePlace(id, job, places))) return 'full';
      return jobs.change(id, { state: next, attempts: 0, crashes: 0, run_at: at.toISOString(), error: null, finished_at: null });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== UNIQUE) throw error;
      return 'full';
    });
