import { setup } from 'xstate';

/** `kept`: its file still exists. */
export type ReportFacts = { kept: boolean };
export type ReportEvent =
  | { type: 'start' }
  | { type: 'complete' }
  | { type: 'fail' }
  | { type: 'postpone' }
  | { type: 'retry' }
  | { type: 'download' }
  | { type: 'remove' };

/**
 * A report and its file (decisions 2.18).
 * Normal path: queued → processing → completed; then its file can be downloaded. If its worker is lost, it returns to the queue.
 * Never: downloaded before it is written, or removed while it is being written.
 */
export const reportLifecycle = setup({
  types: { context: {} as ReportFacts, events: {} as ReportEvent, input: {} as ReportFacts },
  guards: { isKept: ({ context }) => context.kept },
}).createMachine({
  id: 'report',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { description: 'The report waits for a worker.', on: { start: 'processing', remove: 'removed' } },
    processing: { description: "The report's file is being written.", on: { complete: 'completed', fail: 'failed', postpone: 'queued' } },
    // With a target, because XState treats a transition without target and action as forbidden.
    completed: {
      description: "The report's file can be downloaded for as long as it's stored.",
      on: { download: { guard: 'isKept', target: 'completed' }, remove: 'removed' },
    },
    failed: {
      description: "The file couldn't be written, and the same report can be tried again.",
      on: { retry: 'queued', remove: 'removed' },
    },
    removed: { description: 'The report was deleted together with its file.', type: 'final' },
  },
});
