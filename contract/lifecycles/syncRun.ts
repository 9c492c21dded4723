import { setup } from 'xstate';

export const syncRunStates = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type SyncRunState = (typeof syncRunStates)[number];
export type SyncRunEvent = { type: 'take' } | { type: 'complete' } | { type: 'fail' } | { type: 'cancel' };

/**
 * One reading of a connection (decisions 7.07).
 * Normal path: queued → processing → completed. A worker that takes over another's run goes on from the connection's checkpoint.
 * Never: two of one connection at a time, or begun again once it ended; the next run goes on instead.
 */
export const syncRunLifecycle = setup({
  types: { context: {} as Record<string, never>, events: {} as SyncRunEvent },
}).createMachine({
  id: 'syncRun',
  context: {},
  initial: 'queued',
  states: {
    queued: { on: { take: 'processing', cancel: 'cancelled', fail: 'failed' } },
    processing: { on: { take: 'processing', complete: 'completed', fail: 'failed', cancel: 'cancelled' } },
    completed: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
