import type { Setup } from '../../../contract/entities/setup.ts';
import { setupMachine } from '../../../src/machines/setup/setup.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

const item = (key: Setup['items'][number]['key'], state: Setup['items'][number]['state']): Setup['items'][number] => ({
  ...{ key, state, fact: 'Nothing is connected.' },
  reason: state === 'skipped' ? 'Our host does it' : null,
  skipped_by: state === 'skipped' ? 'Fay Finance' : null,
});
export const settingUp: Setup = {
  ...{ live: false, live_at: null, undo_until: null, blockers: [] },
  items: [item('people', 'done'), item('connections', 'open'), item('backup', 'skipped')],
  actions: ['skip', 'go_live'],
};
export const live: Setup = {
  ...settingUp,
  live: true,
  live_at: '2026-11-21T12:00:00Z',
  undo_until: '2026-11-21T12:10:00Z',
  actions: ['undo'],
};

export const setup = deskCasesOf<typeof setupMachine>({
  parts: ['form', 'newest', 'dismiss', 'reload'],
  machine: setupMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { kind: 'skip', key: 'connections' } }, { form: { kind: 'goLive' } }],
    'form.close': [{}],
    'step.submit': [
      { step: { kind: 'skip', key: 'connections', reason: 'We import files' } },
      { step: { kind: 'goLive', accepted: true } },
      { step: { kind: 'unskip', key: 'backup' } },
      { step: { kind: 'undo' } },
    ],
    'xstate.done.actor.load': [{ output: settingUp }, { output: live }],
    'xstate.error.actor.load': [{ error: { status: 500, data: { message: 'Down.' } } }],
    'xstate.done.actor.save': [{ output: settingUp }, { output: live }],
    'xstate.error.actor.save': [
      { error: { status: 422, data: { message: 'Say why.' } } },
      { error: { status: 409, data: { message: 'It is live already.' } } },
    ],
  },
  project: ({ content, form, step, error }) => [content?.live, form?.kind, step?.kind, error],
});
