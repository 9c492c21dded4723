import type { PlanDraftDetail } from '../../../contract/entities/planDraft.ts';
import { planBuilderMachine } from '../../../src/machines/planDrafts/planBuilder.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const inUse = '{ "second_approval_over": 500 }';
export const paying = '{ "second_approval_over": 600 }';
/** A change of goals affects no pay. */
export const goals = '{ "second_approval_over": 500, "goals": [] }';
export const broken = '{ "second_approval_over": ';
const plans = (version: number, commissionsConfig: string) => ({
  version,
  commissionsConfig,
  saved_at: '2026-11-20T12:00:00.000Z',
  saved_by: 'Ada Admin',
});
export const draft: PlanDraftDetail = {
  ...{ id: '7', name: 'Next year', state: 'draft', revision: 3, base_version: 4, published_version: null, comments: 0 },
  ...{ created_by: 'Vic Vice', created_at: '2026-11-21T12:00:00.000Z', changed_by: 'Vic Vice', changed_at: '2026-11-21T12:00:00.000Z' },
  ...{ commissionsConfig: inUse, edited_by: 'Vic Vice', base: plans(4, inUse), in_use: plans(4, inUse) },
};
export const published: PlanDraftDetail = { ...draft, state: 'published', published_version: 5, commissionsConfig: paying };
/** Another person has published version 5. */
export const outdated: PlanDraftDetail = { ...draft, in_use: plans(5, '{ "second_approval_over": 550 }') };
export const theirs = {
  ...draft,
  commissionsConfig: '{ "second_approval_over": 900 }',
  revision: 5,
  changed_by: 'Fay Finance',
  edited_by: 'Fay Finance',
};
export const conflict = { status: 409, data: { code: 'stale_draft', message: 'Fay Finance changed this draft.', current: theirs } };
export const plansChanged = { status: 409, data: { code: 'plans_changed', message: 'Ada Admin published version 5.' } };
export const archivedElsewhere = { status: 409, data: { code: 'draft_archived', message: 'This draft is archived.' } };
export const tooLarge = { status: 422, data: { message: 'Too large.', errors: { commissionsConfig: 'Too large.' } } };

const texts = [{ text: paying }, { text: goals }, { text: broken }];
const stored = ({
  context: { draft: before, text, revision },
}: {
  context: { draft: PlanDraftDetail | null; text: string; revision: number };
}) => [{ output: { ...draft, state: before?.state ?? 'draft', commissionsConfig: text, revision: revision + 1 } }];

export const planBuilder: MachineCases<typeof planBuilderMachine> = {
  machine: planBuilderMachine,
  inputs: [
    { id: '7', kept: null },
    { id: '7', kept: { text: paying, revision: 2 } },
  ],
  cases: {
    'draft.retry': [{}],
    'text.type': texts,
    'part.remove': [{ text: inUse }],
    'removal.undo': [{}],
    'mine.keep': [{}],
    'theirs.take': [{}],
    'plans.reload': [{}],
    'base.take': [{}],
    'draft.publish': [{}],
    'review.close': [{}],
    'review.saved': [{}],
    'error.dismiss': [{}],
    'xstate.after.saveDelay.planBuilder.ready.typing': [{}],
    'xstate.after.retryDelay.planBuilder.ready.unsent': [{}],
    'xstate.done.actor.loadDraft': [{ output: draft }, { output: published }, { output: outdated }],
    'xstate.error.actor.loadDraft': [{ error: { status: 500 } }],
    'xstate.done.actor.readAgain': [{ output: draft }, { output: outdated }, { output: published }],
    'xstate.error.actor.readAgain': [{ error: { status: 500 } }],
    'xstate.done.actor.saveDraft': stored as never,
    'xstate.error.actor.saveDraft': [{ error: conflict }, { error: archivedElsewhere }, { error: { status: 503 } }, { error: tooLarge }],
    'xstate.done.actor.rebaseDraft': [{ output: { ...draft, base_version: 5 } }],
    'xstate.error.actor.rebaseDraft': [{ error: plansChanged }],
    'xstate.done.actor.publishDraft': [{ output: published }],
    'xstate.error.actor.publishDraft': [{ error: plansChanged }],
  },
  project: ({ draft: currentDraft, text, beforeRemoval }) => [
    currentDraft?.state,
    currentDraft?.commissionsConfig === text,
    currentDraft?.in_use.version === currentDraft?.base_version,
    text,
    beforeRemoval !== null,
  ],
};
