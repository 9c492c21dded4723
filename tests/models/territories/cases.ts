import { territoriesMachine } from '../../../src/machines/settings/territories.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const listed = { specified: ['Northeast', 'Southeast', 'Midwest', 'West', 'Global'], added: ['Nordics'] };
export const refused = {
  status: 422,
  data: {
    code: 'form_refused',
    message: 'There is already a territory with this name',
    errors: { name: 'There is already a territory with this name' },
  },
};
export const inUse = { status: 409, data: { message: 'Nordics was not removed, because people have it.' } };

export const territoriesCases = deskCasesOf<typeof territoriesMachine>({
  parts: ['confirm', 'newest', 'again', 'dismiss'],
  machine: territoriesMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [
      { step: { kind: 'add', name: 'Iberia' } },
      { step: { kind: 'add', name: ' ' } },
      { step: { kind: 'remove', name: 'Nordics' } },
    ],
    'xstate.done.actor.load': [{ output: listed }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': ({ context: { step } }) => [{ output: step?.kind === 'add' ? listed : null }],
    'xstate.error.actor.save': [{ error: refused }, { error: inUse }],
  },
  project: ({ content, step, error }) => [content?.added, step?.kind, error],
});
