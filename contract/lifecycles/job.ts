import { setup } from 'xstate';

/** A job fails after this many failed tries, or after this many consecutive server stops while it runs. */
export const jobLimits = { tries: 3, crashes: 5 } as const;

/** `attempts`: tries started; `crashes`: consecutive server stops. Progress resets both. */
export type JobFacts = { attempts: number; crashes: number };
export type JobEvent =
  | { type: 'start' }
  | { type: 'complete' }
  | { type: 'fail' }
  | { type: 'lose' }
  | { type: 'crash' }
  | { type: 'postpone' }
  | { type: 'cancel' }
  | { type: 'stop' }
  | { type: 'retry' };

/**
 * A queued job: a statement file, a computation, a sync.
 * Normal path: queued → processing → completed. A job whose server stopped, or that wants to continue later, is queued again and keeps its
 * tries; it only fails if too many servers in a row stop during it.
 * Never: retried forever without progress, or canceled while its worker continues to write.
 */
export const jobLifecycle = setup({
  types: { context: {} as JobFacts, events: {} as JobEvent, input: {} as JobFacts },
  guards: {
    triesLeft: ({ context }) => context.attempts < jobLimits.tries,
    crashesLeft: ({ context }) => context.crashes < jobLimits.crashes,
  },
}).createMachine({
  id: 'job',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { description: 'The job waits for a worker.', on: { start: 'processing', cancel: 'cancelled' } },
    processing: {
      description: 'A worker is running the job.',
      on: {
        complete: 'completed',
        fail: 'failed',
        lose: [{ guard: 'triesLeft', target: 'queued' }, { target: 'failed' }],
        crash: [{ guard: 'crashesLeft', target: 'queued' }, { target: 'failed' }],
        postpone: 'queued',
        cancel: 'cancelling',
      },
    },
    cancelling: {
      description: 'Somebody cancelled the job, and its worker has not stopped yet.',
      on: { complete: 'completed', fail: 'cancelled', lose: 'cancelled', crash: 'cancelled', postpone: 'cancelled', stop: 'cancelled' },
    },
    failed: { description: 'The job ran into an error, or its workers kept stopping; it can be retried.', on: { retry: 'queued' } },
    cancelled: { description: 'The job was stopped before it finished, and can be retried.', on: { retry: 'queued' } },
    completed: { description: 'The job is done, and its result no longer changes.', type: 'final' },
  },
});
