import type { PlanDraft } from '../../../contract/entities/planDraft.ts';
import { planDraftsMachine } from '../../../src/machines/planDrafts/planDrafts.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const draft: PlanDraft = {
  ...{ id: '7', name: 'Next year', state: 'draft', revision: 3, base_version: 4, published_version: null, comments: 0 },
  ...{ created_by: 'Vic Vice', created_at: '2026-11-21T12:00:00.000Z', changed_by: 'Vic Vice', changed_at: '2026-11-21T12:00:00.000Z' },
};
export const archived: PlanDraft = { ...draft, id: '6', name: 'Old idea', state: 'archived' };
export const published: PlanDraft = { ...draft, id: '5', name: 'This year', state: 'published', published_version: 4 };

export const planDrafts = deskCasesOf<typeof planDraftsMachine>({
  parts: ['form', 'newest', 'dismiss'],
  machine: planDraftsMachine,
  inputs: [undefined],
  cases: {
    'form.open': [
      { form: { kind: 'add', draft: null } },
      { form: { kind: 'rename', draft } },
      { form: { kind: 'rename', draft: published } },
    ],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) =>
      form
        ? [{ step: { ...form, name: 'Another name' } }, { step: { kind: 'rename', draft: published, name: 'Another name' } }]
        : [
            { step: { kind: 'archive', draft } },
            { step: { kind: 'restore', draft: archived } },
            { step: { kind: 'archive', draft: published } },
          ],
    'xstate.done.actor.load': [{ output: [draft, archived, published] }],
    'xstate.error.actor.load': [{ error: { status: 500, data: { message: 'Down.' } } }],
    'xstate.done.actor.save': [{ output: { ...draft, name: 'Another name' } }],
    'xstate.error.actor.save': [
      { error: { status: 422, data: { message: 'Too long.' } } },
      { error: { status: 409, data: { message: 'Published.' } } },
    ],
  },
  project: ({ content, form, step, error }) => [content?.map(({ name }) => name).join(), form?.kind, step?.kind, error],
});
