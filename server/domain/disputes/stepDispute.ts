import type { Dispute } from '../../../contract/entities/dispute.ts';
import { disputeForm } from '../../../contract/forms/dispute.ts';
import { type DisputeEvent, disputeLifecycle } from '../../../contract/lifecycles/dispute.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { DisputeRow, DisputeState } from '../../db/repositories/disputes/disputes.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type AdjustmentTyped, readAdjustment } from '../adjustments/adjustmentForm.ts';
import { addAdjustment } from '../adjustments/createAdjustment.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { forbidden, notFoundProblem, Problem, refusedForm } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { afterDispute, type DisputeDeed } from './disputeEffects.ts';
import { disputeFacts, mayDispute } from './disputeView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Step = Readonly<{
  id: number | null;
  event: DisputeEvent;
  deed: DisputeDeed;
  cause?: string;
  /** The entered text; validated after the permission check (decisions 3.05). */
  typed?: Readonly<{ field: 'message' | 'resolution'; text: string }>;
  /** Makes the step's other changes; returns the id of a message it added. */
  also?: (tx: Repositories, row: DisputeRow, at: Date) => Promise<number | undefined>;
}>;

const checkTyped = async ({ field, text }: NonNullable<Step['typed']>): Promise<void> => {
  await checkForm(disputeForm, { message: text }).catch((problem: Problem) => {
    throw refusedForm({ [field]: problem.message });
  });
};

/** Applies one lifecycle step: locks the question, then checks permission and step. @throws Problem 403, 404, 409 dispute_step, 422 */
const stepDispute = async (
  { store, clock }: Deps,
  principal: Principal,
  { id, event, typed, ...taken }: Step,
  origin: Origin,
): Promise<Dispute> => {
  const at = clock();
  const { actor } = principal;
  return store.transaction(async (tx) => {
    // Holds the months before locking the row, as every writer of money does.
    await tx.periods.hold();
    const before = id === null ? undefined : await tx.disputes.lock(id);
    if (!before) throw notFoundProblem('question');
    if (!mayDispute(actor, before, event.type)) throw forbidden();
    if (typed) await checkTyped(typed);
    const next = step(disputeLifecycle, before.state, event, disputeFacts(actor, before));
    if (next === null) {
      const state = before.state.replace('_', ' ');
      const { step: never, stepYet } = messages.disputes;
      throw new Problem(409, 'dispute_step', fill(state === 'open' ? stepYet : never, { state }));
    }
    const messageId = await taken.also?.(tx, before, at);
    await tx.disputes.change(before.id, { state: next as DisputeState }, at);
    return afterDispute(tx, principal, { ...taken, id: before.id, before, ...(messageId ? { messageId } : {}) }, origin, at);
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
  const typed = { field: 'message', text } as const;
  const also = (tx: Repositories, row: DisputeRow, at: Date) => tx.disputes.say(row.id, principal.userId, text, at);
  return stepDispute(deps, principal, { id, event: { type: 'reply' }, deed: 'replied', cause: text, typed, also }, origin);
};

export const takeDispute = (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<Dispute> =>
  stepDispute(deps, principal, { id, event: { type: 'take', actorId: principal.actor.id }, deed: 'taken' }, origin);

export const withdrawDispute = (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<Dispute> =>
  stepDispute(deps, principal, { id, event: { type: 'withdraw', actorId: principal.actor.id }, deed: 'withdrawn' }, origin);

/**
 * Resolves a question with an explanation and, if it was justified, an adjustment of the record under the usual rules.
 * @throws Problem 403, 404, 409 dispute_step, period_closed, 422
 */
export const resolveDispute = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  { resolution, adjustment }: Readonly<{ resolution: string; adjustment?: AdjustmentTyped }>,
  origin: Origin,
): Promise<Dispute> => {
  const explanation = resolution.trim();
  const typed = { field: 'resolution', text: explanation } as const;
  const also = async (tx: Repositories, row: DisputeRow, at: Date): Promise<undefined> => {
    const target = { related_invoice_id: String(row.invoice_id), commission_id: String(row.commission_id) };
    const made = adjustment
      ? await addAdjustment(tx, await readAdjustment({ ...adjustment, ...target }), 'dispute', { principal, origin, at })
      : null;
    await tx.disputes.change(row.id, { resolution: explanation, ...(made ? { adjustment_id: Number(made.id) } : {}) }, at);
  };
  const event = { type: 'resolve', actorId: principal.actor.id, explanation } as const;
  return stepDispute(deps, principal, { id, event, deed: 'resolved', cause: explanation, typed, also }, origin);
};
