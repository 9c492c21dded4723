import type { View } from '../../../contract/entities/view.ts';
import { viewsMachine } from '../../../src/machines/views/views.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const view: View = {
  ...{ id: '5', screen: 'analytics', name: 'By person', question: { by: 'person' } },
  ...{ shared: false, owner_name: 'Ana Ruiz', own: true, version: 1 },
};
export const question = { by: 'territory' };

export const views = deskCasesOf<typeof viewsMachine>({
  parts: ['form', 'confirm', 'newest', 'again'],
  machine: viewsMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { view: null, question } }, { form: { view, question: view.question } }],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) =>
      form
        ? [{ step: { kind: 'save', ...form, name: 'Mine', shared: true } }, { step: { kind: 'remove', view } }]
        : [{ step: { kind: 'save', view, name: view.name, shared: view.shared, question } }, { step: { kind: 'remove', view } }],
    'xstate.done.actor.load': [{ output: [view] }],
    'xstate.error.actor.load': [{ error: { status: 500, data: { message: 'Down.' } } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': ({ context: { step } }) => [{ output: step?.kind === 'remove' ? null : view }],
    'xstate.error.actor.save': [
      { error: { status: 422, data: { message: 'Taken.' } } },
      { error: { status: 409, data: { message: 'Changed.' } } },
    ],
  },
  project: ({ content, form, step, error }) => [content?.length, form?.view?.id, form === null, step?.kind, error],
});
