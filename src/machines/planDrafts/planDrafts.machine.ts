import type { PlanDraft } from '../../../contract/entities/planDraft.ts';
import { planDraftLifecycle } from '../../../contract/lifecycles/planDraft.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** `draft`: the draft to rename or copy; null for a new draft of the plans in use. */
export type DraftName = Readonly<{ kind: 'add' | 'rename'; draft: PlanDraft | null }>;
export type DraftStep = Readonly<DraftName & { name: string }> | Readonly<{ kind: 'archive' | 'restore'; draft: PlanDraft }>;

const t = messages.planDrafts;
const events = { rename: 'edit', archive: 'archive', restore: 'restore' } as const;

/** True if the draft's state allows the step. A copy may start from a draft in any state. */
export const canStepDraft = ({ kind, draft }: Pick<DraftStep, 'kind' | 'draft'>): boolean =>
  kind === 'add' || (draft !== null && canStep(planDraftLifecycle, draft.state, { type: events[kind] }, {}));

/**
 * The drafts of the plans (decisions 2.36): started, copied, renamed, archived, restored.
 * Normal path: loading → shown → asking → saving → shown.
 * Never: offer a step that the state of a draft refuses.
 */
export const planDraftsMachine = deskOf<readonly PlanDraft[], DraftStep, PlanDraft, DraftName>()({
  id: 'planDrafts',
  canTake: (_drafts, step) => canStepDraft(step),
  canOpen: (_drafts, form) => canStepDraft(form),
  renewForm: (form, drafts) => ({ ...form, draft: drafts.find(({ id }) => id === form.draft?.id) ?? form.draft }),
  toContent: (saved, drafts) =>
    drafts.some(({ id }) => id === saved.id) ? drafts.map((draft) => (draft.id === saved.id ? saved : draft)) : [saved, ...drafts],
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.saveFailed : t.loadFailed }),
});
