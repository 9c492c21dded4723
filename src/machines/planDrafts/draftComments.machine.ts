import type { PlanDraftComment } from '../../../contract/entities/planDraft.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

const t = messages.planDrafts;

/**
 * The comments on a draft of the plans (decisions 2.36).
 * Normal path: loading → shown → saving → shown with the comment.
 * Never: lose an unsaved comment, which stays in the field.
 */
export const draftCommentsMachine = deskOf<readonly PlanDraftComment[], Readonly<{ text: string }>, readonly PlanDraftComment[]>()({
  id: 'draftComments',
  canTake: (_comments, { text }) => text.trim() !== '',
  toContent: (comments) => comments,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.commentFailed : t.commentsFailed }),
});
