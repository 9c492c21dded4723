import { setup } from 'xstate';

export const syncRunStates = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type SyncRunState = (typeof syncRunStates)[number];
export type SyncRunEvent = { type: 'take' } | { type: 'complete' } | { type: 'fail' } | { type: 'cancel' };

/**
 * A sync of a connection (decisions 7.07).
 * Normal path: queued → processing → completed. A worker that takes over a run continues from the connection's checkpoint.
 * Never: two for one connection at a time, or restarted once it has ended; the next run continues instead.
 */
export const syncRunLifecycle = setup({
  types: { context: {} as Record<string, never>, events: {} as SyncRunEvent },
}).createMachine({
  id: 'syncRun',
  context: {},
  initial: 'queued',
  states: {
    queued: { description: 'The run waits for a worker.', on: { take: 'processing', cancel: 'cancelled', fail: 'failed' } },
    processing: {
      description: 'A worker is reading the connected account.',
      on: { take: 'processing', complete: 'completed', fail: 'failed', cancel: 'cancelled' },
    },
    completed: { description: 'Everything new in the account has been read.', type: 'final' },
    failed: { description: 'An error ended the run; the next one continues from the last checkpoint.', type: 'final' },
    cancelled: { description: 'A person stopped the run; the next one continues from the last checkpoint.', type: 'final' },
  },
});
