import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Store } from '../db/repositories/store.ts';
import type { Clock } from '../domain/shared/clock.ts';
import { TRACER } from '../domain/shared/tracer.ts';
import type { JobKind } from './handler.ts';
import { type ClaimedJob, claim, complete, failJob, type OnJobEnd, release, stopJob } from './queue.ts';
import { endReasonOf, type Watch, watchJob } from './work.ts';

export type LaneOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'jobs'>;
  clock: Clock;
  kinds: Readonly<Record<string, JobKind>>;
  log: (error: unknown) => void;
  leaseMs: number;
}>;
/** `drain` returns the number of jobs done; a call during a running round waits for it. */
export type LaneWorker = Readonly<{ drain: () => Promise<number>; stop: (graceMs: number) => Promise<void> }>;

/** Runs the jobs of its kinds one after another. */
export const createLane = ({ store, clock, kinds, log, leaseMs }: LaneOptions): LaneWorker => {
  let isStopping = false;
  let round: Promise<number> | null = null;
  const onEnd: OnJobEnd = async (tx, job, now) => kinds[job.kind]?.ended?.(tx, job, now);
  let currentJob: Readonly<{ job: ClaimedJob; watch: Watch }> | null = null;

  const end = async (job: ClaimedJob, watch: Watch, error: unknown): Promise<void> => {
    const reason = endReasonOf(watch.work.signal);
    if (reason === 'lost') return;
    if (reason === 'cancelled') await stopJob(store, job, clock());
    else if (reason === 'stopping') await release(store, job, clock());
    else {
      log(error);
      await failJob(store, job, error, clock(), kinds[job.job.kind]?.failed, onEnd);
    }
  };

  const runJob = async (job: ClaimedJob, span: Span): Promise<void> => {
    const watch = watchJob({ store, clock, leaseMs, log }, job);
    currentJob = { job, watch };
    try {
      const kind = kinds[job.job.kind];
      if (!kind) throw new Error(`nobody does jobs of the kind ${job.job.kind}`);
      await complete(store, job, await kind.handle(job.job, watch.work), clock(), onEnd);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      await end(job, watch, error);
    } finally {
      watch.stop();
      currentJob = null;
      span.end();
    }
  };
  const work = (job: ClaimedJob): Promise<void> =>
    trace
      .getTracer(TRACER)
      .startActiveSpan(`job ${job.job.kind}`, { attributes: { 'quotaboard.job_id': job.job.id } }, (span) => runJob(job, span));

  const drain = async (): Promise<number> => {
    for (let doneCount = 0; ; doneCount += 1) {
      const job = isStopping ? null : await claim(store, Object.keys(kinds), clock(), leaseMs, onEnd);
      if (!job) return doneCount;
      await work(job);
    }
  };
  const startRound = (): Promise<number> => {
    round ??= drain().finally(() => {
      round = null;
    });
    return round;
  };

  return {
    drain: startRound,
    stop: async (graceMs) => {
      isStopping = true;
      currentJob?.watch.end('stopping');
      const timeout = new Promise<'late'>((resolve) => {
        setTimeout(() => resolve('late'), graceMs).unref();
      });
      const hasEnded = await Promise.race([(round ?? Promise.resolve()).catch(log), timeout]);
      if (hasEnded === 'late' && currentJob) await release(store, currentJob.job, clock());
    },
  };
};
