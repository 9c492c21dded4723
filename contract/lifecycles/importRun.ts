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

/** `written`: rows the run wrote; `waiting`: rows in quarantine; `left`: unprocessed rows; `takenBack`: an undo reversed some changes. */
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
  | { type: 'answer' }
  | { type: 'undo' }
  | { type: 'undo.ended' }
  | { type: 'drop' };

/**
 * A file import (spec 2.49, decisions 7.07).
 * Normal path: uploading → reading → mapping → previewing → previewed → queued → processing → completed; undone reverses all of it.
 * Never: started without a preview, undone while it writes, or deleted once it has written anything.
 */
export const importLifecycle = setup({
  types: { context: {} as ImportFacts, events: {} as ImportEvent, input: {} as ImportFacts },
  guards: {
    hasWritten: ({ context }) => context.written > 0,
    waits: ({ context }) => context.waiting > 0,
    isDone: ({ context }) => context.left === 0,
    hasReverted: ({ context }) => context.takenBack,
  },
}).createMachine({
  id: 'importRun',
  context: ({ input }) => input,
  initial: 'uploading',
  states: {
    uploading: { description: 'The file is arriving in parts.', on: { 'upload.ended': 'reading', drop: 'dropped' } },
    reading: {
      description: 'The server reads the file and its column names.',
      on: { read: 'mapping', unreadable: 'unreadable', drop: 'dropped' },
    },
    unreadable: { description: "The file couldn't be read and can only be deleted.", on: { drop: 'dropped' } },
    mapping: { description: 'The user chooses what each column contains.', on: { map: 'previewing', drop: 'dropped' } },
    previewing: {
      description: 'The server works out what each row would do, without writing anything.',
      on: { preview: 'previewed', 'preview.failed': 'mapping', drop: 'dropped' },
    },
    previewed: {
      description: 'The preview is ready; the user starts the import, changes the columns, or deletes it.',
      on: { map: 'previewing', start: 'queued', drop: 'dropped' },
    },
    queued: { description: 'The import waits for its turn.', on: { take: 'processing', cancel: 'cancelled', fail: 'failed' } },
    processing: {
      description: 'The rows are being written.',
      on: { take: 'processing', complete: 'completed', fail: 'failed', cancel: 'cancelled' },
    },
    completed: {
      description: 'The whole file was processed; waiting rows can be retried, an answer can be changed, and the import can be undone.',
      on: { retry: { guard: 'waits', target: 'queued' }, answer: 'queued', undo: { guard: 'hasWritten', target: 'undoing' } },
    },
    failed: {
      description: 'An error stopped the import; it can be resumed, or the rows already written can be removed.',
      on: { retry: 'queued', answer: 'queued', undo: { guard: 'hasWritten', target: 'undoing' } },
    },
    cancelled: {
      description: 'A person stopped the import; it can be resumed, or the rows already written can be removed.',
      on: { retry: 'queued', answer: 'queued', undo: { guard: 'hasWritten', target: 'undoing' } },
    },
    undoing: {
      description: 'The rows that the import wrote are being removed.',
      on: {
        'undo.ended': 'undone',
        // An undo that fails before reversing anything returns to the previous state.
        fail: [{ guard: 'hasReverted', target: 'half_undone' }, { guard: 'isDone', target: 'completed' }, { target: 'failed' }],
      },
    },
    half_undone: { description: 'Removing the rows stopped partway and can be continued.', on: { undo: 'undoing' } },
    undone: { description: 'Every row that the import wrote has been removed.', type: 'final' },
    dropped: { description: 'The file was deleted before it wrote anything.', type: 'final' },
  },
});
