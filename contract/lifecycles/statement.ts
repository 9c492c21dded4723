import { setup } from 'xstate';

export type StatementFacts = { attempts: number };
export type StatementEvent = { type: 'start' } | { type: 'complete' } | { type: 'fail' } | { type: 'lose' } | { type: 'retry' };

/**
 * The job that writes a commission statement; reports follow the same path (decisions 2, "Reports").
 * Normal path: queued → processing → completed. A worker that died loses its lease and the job is queued again.
 * Never: completed without a file, or tried for ever.
 */
export const statementLifecycle = setup({
  types: { context: {} as StatementFacts, events: {} as StatementEvent, input: {} as StatementFacts },
  guards: { triesLeft: ({ context }) => context.attempts < 3 },
}).createMachine({
  id: 'statement',
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
