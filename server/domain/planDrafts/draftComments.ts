import type { PlanDraftComment } from '../../../contract/entities/planDraft.ts';
import { planDraftCommentForm } from '../../../contract/forms/planDraft.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PlanDraftCommentRow } from '../../db/repositories/planDrafts/planDrafts.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem } from '../shared/problem.ts';
import { type Deps, draftEntryOf, findDraft } from './planDrafts.ts';

const t = messages.planDraftRefusals;
const commentOf = ({ id, author_name, body, created_at }: PlanDraftCommentRow): PlanDraftComment => ({
  id: String(id),
  author: author_name,
  text: body,
  created_at,
});

/** @throws Problem 404 */
export const listComments = async ({ store }: Pick<Deps, 'store'>, id: number | null): Promise<{ data: PlanDraftComment[] }> => {
  const { id: draftId } = await findDraft(store, id);
  return { data: (await store.planDrafts.comments(draftId)).map(commentOf) };
};

/** Comments may be added to a draft in any state, also after its publication. @throws Problem 404, 422 */
export const addComment = async (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  typedText: string,
  origin: Origin,
): Promise<{ data: PlanDraftComment[] }> => {
  await checkForm(planDraftCommentForm, { text: typedText });
  const now = clock();
  await store.transaction(async (tx) => {
    if (id !== null) await tx.planDrafts.lock(id);
    const draft = await findDraft(tx, id);
    const { comments: maxComments } = limits.planDrafts;
    if (draft.comments >= maxComments) throw formProblem({ text: fill(t.tooManyComments, { most: maxComments }) });
    const comment = await tx.planDrafts.comment(draft.id, typedText.trim(), principal.userId, now);
    await tx.audit.write(draftEntryOf(principal, draft.id, 'commented', { after: { comment } }), origin, now);
  });
  return listComments({ store }, id);
};
