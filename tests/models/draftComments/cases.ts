import { draftCommentsMachine } from '../../../src/machines/planDrafts/draftComments.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const comment = { id: '1', author: 'Fay Finance', text: 'Too low', created_at: '2026-11-21T12:00:00.000Z' };

export const draftComments = deskCasesOf<typeof draftCommentsMachine>({
  parts: ['newest'],
  machine: draftCommentsMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: { text: 'Agreed' } }, { step: { text: '  ' } }],
    'xstate.done.actor.load': [{ output: [] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: [comment] }],
    'xstate.error.actor.save': [
      { error: { status: 422, data: { message: 'Too long.' } } },
      { error: { status: 404, data: { message: 'Gone.' } } },
    ],
  },
  project: ({ content, step, error }) => [content?.length, step?.text, error],
});
