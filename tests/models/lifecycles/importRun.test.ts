import { describe, expect, it } from 'vitest';
import { importLifecycle } from '../../../contract/lifecycles/importRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const all = [
  'upload.ended',
  'read',
  'unreadable',
  'map',
  'preview',
  'preview.failed',
  'start',
  'take',
  'complete',
  'fail',
  'cancel',
  'retry',
  'answer',
  'undo',
  'undo.ended',
  'drop',
] as const;

/** Decisions 7.07: from an upload to a finished run, and back. */
describeMachine(
  {
    machine: importLifecycle,
    inputs: [
      { written: 0, waiting: 0, left: 0, takenBack: false },
      { written: 1, waiting: 1, left: 0, takenBack: false },
      { written: 1, waiting: 0, left: 1, takenBack: false },
      { written: 1, waiting: 0, left: 1, takenBack: true },
    ],
    cases: Object.fromEntries(all.map((type) => [type, [{}]])) as never,
    project: ({ written, waiting, left, takenBack }) => [written, waiting, left, takenBack],
  },
  `
importRun.uploading --upload.ended[0]--> importRun.reading
importRun.uploading --drop[0]--> importRun.dropped
importRun.reading --read[0]--> importRun.mapping
importRun.reading --unreadable[0]--> importRun.unreadable
importRun.reading --drop[0]--> importRun.dropped
importRun.unreadable --drop[0]--> importRun.dropped
importRun.mapping --map[0]--> importRun.previewing
importRun.mapping --drop[0]--> importRun.dropped
importRun.previewing --preview[0]--> importRun.previewed
importRun.previewing --preview.failed[0]--> importRun.mapping
importRun.previewing --drop[0]--> importRun.dropped
importRun.previewed --map[0]--> importRun.previewing
importRun.previewed --start[0]--> importRun.queued
importRun.previewed --drop[0]--> importRun.dropped
importRun.queued --take[0]--> importRun.processing
importRun.queued --cancel[0]--> importRun.cancelled
importRun.queued --fail[0]--> importRun.failed
importRun.processing --take[0]--> importRun.processing
importRun.processing --complete[0]--> importRun.completed
importRun.processing --fail[0]--> importRun.failed
importRun.processing --cancel[0]--> importRun.cancelled
importRun.completed --retry[0 waits]--> importRun.queued
importRun.completed --answer[0]--> importRun.queued
importRun.completed --undo[0 hasWritten]--> importRun.undoing
importRun.failed --retry[0]--> importRun.queued
importRun.failed --answer[0]--> importRun.queued
importRun.failed --undo[0 hasWritten]--> importRun.undoing
importRun.cancelled --retry[0]--> importRun.queued
importRun.cancelled --answer[0]--> importRun.queued
importRun.cancelled --undo[0 hasWritten]--> importRun.undoing
importRun.undoing --undo.ended[0]--> importRun.undone
importRun.undoing --fail[0 hasReverted]--> importRun.half_undone
importRun.undoing --fail[1 isDone]--> importRun.completed
importRun.undoing --fail[2]--> importRun.failed
importRun.half_undone --undo[0]--> importRun.undoing
`,
  `
uploading: read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo, undo.ended — the file is not whole
reading: upload.ended, map, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo, undo.ended — its columns are not known
unreadable: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo, undo.ended — another file is uploaded
mapping: upload.ended, read, unreadable, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo, undo.ended — a person chooses the columns
previewing: upload.ended, read, unreadable, map, start, take, complete, fail, cancel, retry, answer, undo, undo.ended — nobody has seen yet what it would do
previewed: upload.ended, read, unreadable, preview, preview.failed, take, complete, fail, cancel, retry, answer, undo, undo.ended — it waits for its start
queued: upload.ended, read, unreadable, map, preview, preview.failed, start, complete, retry, answer, undo, undo.ended, drop — a worker takes it
processing: upload.ended, read, unreadable, map, preview, preview.failed, start, retry, answer, undo, undo.ended, drop — it is being written
completed: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, undo.ended, drop — it is written
failed: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, undo.ended, drop — it is resumed or undone
cancelled: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, undo.ended, drop — it is resumed or undone
undoing: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, cancel, retry, answer, undo, drop — it is being taken back
half_undone: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo.ended, drop — only the rest of it is taken back
undone, dropped: upload.ended, read, unreadable, map, preview, preview.failed, start, take, complete, fail, cancel, retry, answer, undo, undo.ended, drop — it is over
`,
);

describe('an import', () => {
  it('cannot be undone if it wrote nothing, nor retried without waiting rows', () => {
    const rest = { left: 0, takenBack: false };
    expect(step(importLifecycle, 'completed', { type: 'undo' }, { written: 0, waiting: 0, ...rest })).toBeNull();
    expect(step(importLifecycle, 'completed', { type: 'retry' }, { written: 9, waiting: 0, ...rest })).toBeNull();
  });

  it.each([
    [0, false, 'completed'],
    [3, false, 'failed'],
    [0, true, 'half_undone'],
    [3, true, 'half_undone'],
  ])('whose undo fails, with %i rows left and something taken back: %s, is %s', (left, takenBack, state) => {
    expect(step(importLifecycle, 'undoing', { type: 'fail' }, { written: 9, waiting: 0, left, takenBack })).toBe(state);
  });
});
