import type { View } from '../../../contract/entities/view.ts';
import { viewsMachine } from '../../../src/machines/views/views.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const view: View = {
  ...{ id: '5', screen: 'analytics', name: 'By person', question: { by: 'person' } },
  ...{ shared: false, owner_name: 'Ana Ruiz', own: true, version: 1 },
};
export const question = { by: 'territory' };

export const views: MachineCases<typeof viewsMachine> = {
  machine: viewsMachine,
  inputs: [undefined],
  cases: {
    'views.retry': [{}],
    'view.new': [{ question }],
    'view.edit': [{ view }],
    'view.update': [{ view, question }],
    'view.remove': [{ view }],
    'form.submit': [{ name: 'Mine', shared: true }],
    'form.cancel': [{}],
    'xstate.done.actor.loadViews': [{ output: [view] }],
    'xstate.error.actor.loadViews': [{ error: { status: 500, data: { message: 'Down.' } } }],
    'xstate.done.actor.saveView': [{ output: view }],
    'xstate.error.actor.saveView': [{ error: { status: 422, data: { message: 'Taken.' } } }],
    'xstate.done.actor.removeView': [{ output: true }, { output: false }],
    'xstate.error.actor.removeView': [{ error: { status: 409, data: { message: 'Changed.' } } }],
  },
  project: ({ views: held, draft, removing, error }) => [held.length, draft?.view?.id, draft?.name, removing?.id, error],
};
