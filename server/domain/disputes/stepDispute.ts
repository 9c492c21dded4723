import type { Dispute } from '../../../contract/entities/dispute.ts';
import { disputeForm } from '../../../contract/forms/dispute.ts';
import { type DisputeEvent, disputeLifecycle } from '../../../contract/lifecycles/dispute.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { DisputeRow, DisputeState } from '../../db/repositories/disputes/disputes.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type AdjustmentFormBody, readAdjustment } from '../adjustments/adjustmentForm.ts';
import { addAdjustment } from '../adjustments/createAdjustment.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type DisputeVerb, recordDisputeEffects } from './disputeEffects.ts';
import { canActOnDispute, disputeFacts } from './disputeView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Step = Readonly<{
  id: number | null;
  event: DisputeEvent;
  verb: DisputeVerb;
  cause?: string;
  /** The entered text; validated after the permission check (decisions 3.05). */
  input?: Readonly<{ field: 'message' | 'resolution'; text: string }>;
  /** Makes the step's other changes; returns the id of a message it added. */
  afterStep?: (tx: Repositories, row: DisputeRow, at: Date) => Promise<number | undefined>;
}>;

const checkText = async ({ field, text }: NonNullable<Step['input']>): Promise<void> => {
  await checkForm(disputeForm, { message: text }).catch((problem: Problem) => {
    throw formProblem({ [field]: problem.message });
  });
};

/** Applies one lifecycle step: locks the question, then checks permission and step. @throws Problem 403, 404, 409 dispute_step, 422 */
const stepDispute = async (
  { store, clock }: Deps,
  principal: Principal,
  { id, event, input, ...answer }: Step,
  origin: Origin,
): Promise<Dispute> => {
  const at = clock();
  const { actor } = principal;
  return store.transaction(async (tx) => {
    // Holds the months before locking the row, as every writer of money does.
    await tx.periods.lockShared();
    const before = id === null ? undefined : await tx.disputes.lock(id);
    if (!before) throw notFoundProblem('question');
    if (!canActOnDispute(actor, before, event.type)) throw forbidden();
    if (input) await checkText(input);
    const next = step(disputeLifecycle, before.state, event, disputeFacts(actor, before));
    if (next === null) {
      const state = before.state.replace('_', ' ');
      const { step: neverAllowed, stepYet } = messages.disputes;
      throw new Problem(409, 'dispute_step', fill(state === 'open' ? stepYet : neverAllowed, { state }));
    }
    const messageId = await answer.afterStep?.(tx, before, at);
    await tx.disputes.change(before.id, { state: next as DisputeState }, at);
    return recordDisputeEffects(tx, principal, { ...answer, id: before.id, before, ...(messageId ? { messageId } : {}) }, origin, at);
  });
};

export const replyToDispute = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  message: string,
  origin: Origin,
): Promise<Dispute> => {
  const text = message.trim();
  const input = { field: 'message', text } as const;
  const afterStep = (tx: Repositories, row: DisputeRow, at: Date) => tx.disputes.addMessage(row.id, principal.userId, text, at);
  return stepDispute(deps, principal, { id, event: { type: 'reply' }, verb: 'replied', cause: text, input, afterStep }, origin);
};

export const takeDispute = (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<Dispute> =>
  stepDispute(deps, principal, { id, event: { type: 'take', actorId: principal.actor.id }, verb: 'taken' }, origin);

export const withdrawDispute = (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<Dispute> =>
  stepDispute(deps, principal, { id, event: { type: 'withdraw', actorId: principal.actor.id }, verb: 'withdrawn' }, origin);

/**
 * Resolves a question with an explanation and, if it was justified, an adjustment of the record under the usual rules.
 * @throws Problem 403, 404, 409 dispute_step, period_closed, 422
 */
export const resolveDispute = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  { resolution, adjustment }: Readonly<{ resolution: string; adjustment?: AdjustmentFormBody }>,
  origin: Origin,
): Promise<Dispute> => {
  const explanation = resolution.trim();
  const input = { field: 'resolution', text: explanation } as const;
  const afterStep = async (tx: Repositories, row: DisputeRow, at: Date): Promise<undefined> => {
    const target = { related_invoice_id: String(row.invoice_id), commission_id: String(row.commission_id) };
    const created = adjustment
      ? await addAdjustment(tx, await readAdjustment({ ...adjustment, ...target }), 'dispute', { principal, origin, at })
      : null;
    await tx.disputes.change(row.id, { resolution: explanation, ...(created ? { adjustment_id: Number(created.id) } : {}) }, at);
  };
  const event = { type: 'resolve', actorId: principal.actor.id, explanation } as const;
  return stepDispute(deps, principal, { id, event, verb: 'resolved', cause: explanation, input, afterStep }, origin);
};
