import { setup } from 'xstate';

export type JobFacts = { attempts: number };
export type JobEvent = { type: 'start' } | { type: 'complete' } | { type: 'fail' } | { type: 'lose' } | { type: 'retry' };

/**
 * A job of the queue: a commission statement's document today, a report's next.
 * Normal path: queued → processing → completed. A worker that died loses its lease and the job is queued again.
 * Never: completed without a file, or tried for ever.
 */
export const jobLifecycle = setup({
  types: { context: {} as JobFacts, events: {} as JobEvent, input: {} as JobFacts },
  guards: { triesLeft: ({ context }) => context.attempts < 3 },
}).createMachine({
  id: 'job',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { on: { start: 'processing' } },
    processing: {
      on: { complete: 'completed', fail: 'failed', lose: [{ guard: 'triesLeft', target: 'queued' }, { target: 'failed' }] },
    },
    failed: { on: { retry: 'queued' } },
    completed: { type: 'final' },
  },
});
