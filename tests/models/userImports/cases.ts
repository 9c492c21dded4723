import type { UserImport } from '../../../contract/entities/people.ts';
import { userImportsMachine } from '../../../src/machines/people/userImports.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

const one = (id: string, undone_at: string | null): UserImport => ({
  ...{ id, title: 'people.csv', created_by: 'Ada Boss', created_at: '2026-11-20T16:00:00Z', undone_at },
  ...{ added: undone_at === null ? 2 : 0, changed: 1 },
});
export const imports = [one('2', null), one('1', '2026-11-20T17:00:00Z')];

export const userImports = deskCasesOf<typeof userImportsMachine>({
  parts: ['confirm', 'again', 'reload', 'dismiss'],
  machine: userImportsMachine,
  inputs: [undefined],
  cases: {
    'desk.reload': [{}],
    'error.dismiss': [{}],
    'step.submit': [{ step: { id: '2', title: 'people.csv' } }, { step: { id: '1', title: 'people.csv' } }],
    'xstate.done.actor.load': [{ output: imports }, { output: [one('2', '2026-11-20T17:00:00Z')] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: { removed: 2, deactivated: 0, restored: 1, kept: [] } }],
    'xstate.error.actor.save': [
      { error: { status: 409, data: { message: 'This import has already been undone.' } } },
      { error: { status: 403, data: { message: 'You may not.' } } },
    ],
  },
  project: ({ content, step, error }) => [content?.map(({ undone_at }) => undone_at), step, error],
});
