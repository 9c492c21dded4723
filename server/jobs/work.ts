import type { JobState } from '../db/repositories/jobs/jobs.ts';
import type { Store } from '../db/repositories/store.ts';
import { type Clock, plusMs } from '../domain/shared/clock.ts';
import type { Work } from './handler.ts';
import type { ClaimedJob } from './queue.ts';

/** The reason why a job's signal was aborted. */
export type JobEndReason = 'stopping' | 'cancelled' | 'lost';
class JobEnded extends Error {
  readonly reason: JobEndReason;
  constructor(reason: JobEndReason) {
    super(reason);
    this.reason = reason;
  }
}
export const endReasonOf = ({ aborted, reason }: AbortSignal): JobEndReason | null =>
  aborted && reason instanceof JobEnded ? reason.reason : null;

export type Watch = Readonly<{ work: Work; end: (reason: JobEndReason) => void; stop: () => void }>;
type Options = Readonly<{ store: Pick<Store, 'jobs'>; clock: Clock; leaseMs: number; log: (error: unknown) => void }>;

/** A canceled job notices within this time. */
const HEARTBEAT_MS = 2000;
const PROGRESS_MS = 250;

/** Extends a job's lease while it runs, and checks whether it was canceled or taken over. */
export const watchJob = ({ store, clock, leaseMs, log }: Options, { job, take }: ClaimedJob): Watch => {
  const abortController = new AbortController();
  const hold = { id: job.id, take };
  let progressWrittenAt = Number.NEGATIVE_INFINITY;
  const end = (reason: JobEndReason): void => abortController.abort(new JobEnded(reason));
  const handleState = (state: JobState | null): void => {
    if (state === 'cancelling') end('cancelled');
    if (state === null) end('lost');
  };
  const extendLease = (): void => void store.jobs.extendLease(hold, plusMs(clock(), leaseMs)).then(handleState, log);
  const timer = setInterval(extendLease, Math.min(leaseMs / 3, HEARTBEAT_MS));
  timer.unref();
  return {
    end,
    stop: () => clearInterval(timer),
    work: {
      signal: abortController.signal,
      progress: async (done, total, text) => {
        const now = performance.now();
        if (now - progressWrittenAt < PROGRESS_MS && done !== total) return;
        progressWrittenAt = now;
        handleState(await store.jobs.keepProgress(hold, { done, total, text: text ?? null }));
      },
      checkpoint: async (value, tx = store) => {
        const state = await tx.jobs.keepCheckpoint(hold, value);
        handleState(state);
        if (state === null) throw new JobEnded('lost');
      },
    },
  };
};
