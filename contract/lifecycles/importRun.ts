import { setup } from 'xstate';

export const importStates = [
  'uploading',
  'reading',
  'unreadable',
  'mapping',
  'previewing',
  'previewed',
  'queued',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'undoing',
  'half_undone',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** `written`: rows that the run wrote; `waiting`: rows in quarantine; `left`: rows that it has not done; `takenBack`: an undo took something back. */
export type ImportFacts = { written: number; waiting: number; left: number; takenBack: boolean };
export type ImportEvent =
  | { type: 'upload.ended' }
  | { type: 'read' }
  | { type: 'unreadable' }
  | { type: 'map' }
  | { type: 'preview' }
  | { type: 'preview.failed' }
  | { type: 'start' }
  | { type: 'take' }
  | { type: 'complete' }
  | { type: 'fail' }
  | { type: 'cancel' }
  | { type: 'retry' }
  | { type: 'undo' }
  | { type: 'undo.ended' }
  | { type: 'drop' };

/**
 * A file that is imported (spec 2.49, decisions 7.07).
 * Normal path: uploading → reading → mapping → previewing → previewed → queued → processing → completed; undone takes it back whole.
 * Never: started without a preview, undone while it writes, or dropped once it wrote something.
 */
export const importLifecycle = setup({
  types: { context: {} as ImportFacts, events: {} as ImportEvent, input: {} as ImportFacts },
  guards: {
    wrote: ({ context }) => context.written > 0,
    waits: ({ context }) => context.waiting > 0,
    isDone: ({ context }) => context.left === 0,
    tookBack: ({ context }) => context.takenBack,
  },
}).createMachine({
  id: 'importRun',
  context: ({ input }) => input,
  initial: 'uploading',
  states: {
    uploading: { on: { 'upload.ended': 'reading', drop: 'dropped' } },
    reading: { on: { read: 'mapping', unreadable: 'unreadable', drop: 'dropped' } },
    unreadable: { on: { drop: 'dropped' } },
    mapping: { on: { map: 'previewing', drop: 'dropped' } },
    previewing: { on: { preview: 'previewed', 'preview.failed': 'mapping', drop: 'dropped' } },
    previewed: { on: { map: 'previewing', start: 'queued', drop: 'dropped' } },
    queued: { on: { take: 'processing', cancel: 'cancelled', fail: 'failed' } },
    processing: { on: { take: 'processing', complete: 'completed', fail: 'failed', cancel: 'cancelled' } },
    completed: { on: { retry: { guard: 'waits', target: 'queued' }, undo: { guard: 'wrote', target: 'undoing' } } },
    failed: { on: { retry: 'queued', undo: { guard: 'wrote', target: 'undoing' } } },
    cancelled: { on: { retry: 'queued', undo: { guard: 'wrote', target: 'undoing' } } },
    undoing: {
      on: {
        'undo.ended': 'undone',
        // What was refused before anything was taken back stands as it stood.
        fail: [{ guard: 'tookBack', target: 'half_undone' }, { guard: 'isDone', target: 'completed' }, { target: 'failed' }],
      },
    },
    half_undone: { on: { undo: 'undoing' } },
    undone: { type: 'final' },
    dropped: { type: 'final' },
  },
});
