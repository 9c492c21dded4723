import { setup } from 'xstate';

/** `attempts`: how often it was begun since it last got any further. */
export type JobFacts = { attempts: number };
export type JobEvent =
  | { type: 'start' }
  | { type: 'complete' }
  | { type: 'fail' }
  | { type: 'lose' }
  | { type: 'postpone' }
  | { type: 'cancel' }
  | { type: 'stop' }
  | { type: 'retry' };

/**
 * A job of the queue: the document of a statement, a computation, a sync.
 * Normal path: queued → processing → completed. A worker that died loses its lease and the job is queued again, as is one that asks to go
 * on later. Cancelled while it is being done, it is cancelling until its worker stops, or has finished before it heard.
 * Never: begun for ever without getting further, or cancelled under a worker that goes on writing.
 */
export const jobLifecycle = setup({
  types: { context: {} as JobFacts, events: {} as JobEvent, input: {} as JobFacts },
  guards: { triesLeft: ({ context }) => context.attempts < 3 },
}).createMachine({
  id: 'job',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { on: { start: 'processing', cancel: 'cancelled' } },
    processing: {
      on: {
        complete: 'completed',
        fail: 'failed',
        lose: [{ guard: 'triesLeft', target: 'queued' }, { target: 'failed' }],
        postpone: 'queued',
        cancel: 'cancelling',
      },
    },
    cancelling: { on: { complete: 'completed', fail: 'cancelled', lose: 'cancelled', postpone: 'cancelled', stop: 'cancelled' } },
    failed: { on: { retry: 'queued' } },
    cancelled: { on: { retry: 'queued' } },
    completed: { type: 'final' },
  },
});
