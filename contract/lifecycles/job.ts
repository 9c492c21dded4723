import { setup } from 'xstate';

/** Tries that may end in an error, and servers in a row that may stop under a job, before it has failed. */
export const jobLimits = { tries: 3, crashes: 5 } as const;

/** Both counts start again whenever the job gets further: `attempts` tries that were begun, `crashes` servers that stopped in a row. */
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
 * A job of the queue: the document of a statement, a computation, a sync.
 * Normal path: queued → processing → completed. A job whose server stopped is queued again and keeps its tries, as is one that asks to go
 * on later; only a job that each server in a row stopped under has failed.
 * Never: begun for ever without getting further, or cancelled under a worker that goes on writing.
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
      description: 'A worker is on the job.',
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
    completed: { description: "The job's result is here and stays as it is.", type: 'final' },
  },
});
