import { type JobEvent, jobLifecycle } from '../../contract/lifecycles/job.ts';
import { step } from '../../contract/lifecycles/step.ts';
import { messages } from '../../contract/messages.ts';
import type { JobChange, JobFile, JobRow, JobState } from '../db/repositories/jobs/jobs.ts';
import type { Store } from '../db/repositories/store.ts';
import { later } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';

/** A job in this worker's hands; its attempt proves it, because whoever takes it over counts one more. */
export type Held = Readonly<{ job: JobRow; attempt: number }>;
type Jobs = Pick<Store, 'transaction' | 'jobs'>;

const BACK_OFF_MS = 5000;
/** Another request took the same place first. */
const UNIQUE = '23505';

const stepOf = (job: Pick<JobRow, 'state'>, type: JobEvent['type'], attempts: number): JobState | null =>
  step(jobLifecycle, job.state, { type }, { attempts }) as JobState | null;

/** What a person may know of a failure. */
export const failureOf = (error: unknown): string => (error instanceof Problem ? error.message : messages.jobs.failed);

/**
 * Takes the next job that can run, with a lease: a job whose worker died is taken over, or fails where it was begun often enough.
 * @returns null where nothing can run now
 */
export const claim = async (store: Jobs, kinds: readonly string[], at: Date, leaseMs: number): Promise<Held | null> => {
  for (;;) {
    const taken = await store.transaction(async ({ jobs }) => {
      const found = await jobs.lockNext(kinds, at);
      if (!found) return null;
      const state = found.state === 'processing' ? stepOf(found, 'lose', found.attempts) : found.state;
      if (state === null || state === 'failed') {
        await jobs.change(found.id, {
          state: 'failed',
          lease_until: null,
          finished_at: at.toISOString(),
          error: messages.jobs.neverFinished,
        });
        return 'ended';
      }
      const started = stepOf({ state }, 'start', found.attempts);
      if (started === null) throw new Error(`the job ${found.id} is ${state} and cannot be started`);
      const attempt = found.attempts + 1;
      const job = await jobs.change(found.id, {
        state: started,
        attempts: attempt,
        lease_until: later(at, leaseMs).toISOString(),
        taken_at: at.toISOString(),
      });
      return { job, attempt };
    });
    if (taken !== 'ended') return taken;
  }
};

/** Ends this worker's hold on the job by a step of its life. @returns false where somebody else has the job by now */
const settle = (
  store: Jobs,
  { job, attempt }: Held,
  type: JobEvent['type'],
  changeTo: (next: JobState) => JobChange,
  facts = attempt,
  file: JobFile | null = null,
): Promise<boolean> =>
  store.transaction(async ({ jobs }) => {
    const now = await jobs.lock(job.id);
    if (now?.state !== 'processing' || now.attempts !== attempt) return false;
    const next = stepOf(now, type, facts);
    if (next === null) return false;
    if (file) await jobs.keepFile(job.id, file);
    await jobs.change(job.id, { state: next, lease_until: null, ...changeTo(next) });
    return true;
  });

/** `file` null: the work leaves none. */
export const complete = (store: Jobs, held: Held, file: JobFile | null, at: Date): Promise<boolean> =>
  settle(store, held, 'complete', () => ({ finished_at: at.toISOString(), error: null }), held.attempt, file);

/** A refusal ends it; anything else is tried again a little later, three times in all. */
export const failed = (store: Jobs, held: Held, error: unknown, at: Date): Promise<boolean> =>
  settle(store, held, error instanceof Problem ? 'fail' : 'lose', (next) =>
    next === 'failed'
      ? { finished_at: at.toISOString(), error: failureOf(error) }
      : { run_at: later(at, BACK_OFF_MS * held.attempt).toISOString(), error: failureOf(error) },
  );

/** Given back unfinished when the server stops; that was no try. */
export const release = (store: Jobs, held: Held, at: Date): Promise<boolean> =>
  settle(store, held, 'lose', () => ({ attempts: held.attempt - 1, run_at: at.toISOString() }), held.attempt - 1);

/**
 * Asks for a failed job once more, in one of the `places` of who asked for it where it needs one.
 * @returns null where it is not failed, 'full' where no place is free
 */
export const retry = (store: Jobs, id: number, at: Date, places?: number): Promise<JobRow | 'full' | null> =>
  store
    .transaction(async ({ jobs }): Promise<JobRow | 'full' | null> => {
      const job = await jobs.lock(id);
      const next = job ? stepOf(job, 'retry', 0) : null;
      if (!job || next === null) return null;
      if (places !== undefined && !(await jobs.takePlace(id, job, places))) return 'full';
      return jobs.change(id, { state: next, attempts: 0, run_at: at.toISOString(), error: null, finished_at: null });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== UNIQUE) throw error;
      return 'full';
    });
