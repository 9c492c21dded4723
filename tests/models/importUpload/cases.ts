import { limits } from '../../../contract/limits.ts';
import { importUploadMachine } from '../../../src/machines/imports/importUpload.machine.ts';
import { run } from '../importRun/cases.ts';
import type { MachineCases } from '../support/walk.ts';

const { maxBytes, partBytes } = limits.imports;
/** A file of two parts. */
export const file = { name: 'march.csv', size: partBytes + 1, token: 't1' };
export const tooLarge = { ...file, size: maxBytes + 1 };

export const importUpload: MachineCases<typeof importUploadMachine> = {
  machine: importUploadMachine,
  inputs: [{}],
  cases: {
    'kind.choose': [{ kind: 'receipts' }],
    'file.choose': [{ file }, { file: tooLarge }, { file: { ...file, size: 0 } }, { file: { ...file, name: 'march.pdf' } }],
    'upload.start': [{}],
    'upload.retry': [{}],
    'upload.cancel': [{}],
    'xstate.done.actor.createRun': [{ output: run('reading') }],
    'xstate.error.actor.createRun': [{ error: { status: 413, data: { message: 'A file can be 100 MB at most.' } } }],
    'xstate.done.actor.sendPart': [{ output: undefined }],
    'xstate.error.actor.sendPart': [{ error: { status: 507, data: { message: 'The database has no room left.' } } }],
    'xstate.done.actor.endUpload': [{ output: run('reading') }],
    'xstate.error.actor.endUpload': [{ error: { status: 502 } }],
  },
  project: ({ kind, file, runId, part, error }) => [kind, file?.name, runId, part, error !== null],
};
