import type { Adjustment, AdjustmentState } from '../../../contract/entities/adjustment.ts';
import { adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { firstState } from '../../../contract/lifecycles/step.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { lockWithManagers } from '../commissions/recompute/index.ts';
import { type ChangeContext, changeFacts } from '../facts/changeFacts.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { runOnce } from '../shared/once.ts';
import { forbidden, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { adjustmentEntryOf } from './adjustmentEffects.ts';
import { type AdjustmentFormBody, type AdjustmentInput, readAdjustment } from './adjustmentForm.ts';
import { notifyStep } from './adjustmentNotices.ts';
import { findTarget } from './adjustmentTarget.ts';
import { adjustmentFactsOf, adjustmentOf, adjustmentViewerOf } from './adjustmentView.ts';
import { assertCanReceive, findPerson } from './personTarget.ts';

/** @throws Problem 422 */
const targetOf = async (tx: Repositories, input: AdjustmentInput) => {
  if (input.kind === null) return { ...(await findTarget(tx, input)), person: null };
  const person = await findPerson(tx, input);
  return { invoiceId: null, commissionId: null, userId: person.id, managerId: person.manager_id, person };
};

/**
 * Creates an adjustment from the form or from a dispute; at or under the threshold it counts immediately, unless a
 * program proposes it.
 * @throws Problem 403, 409 period_closed, 422
 */
export const addAdjustment = (
  tx: Repositories,
  input: AdjustmentInput,
  origin: 'manual' | 'dispute',
  context: ChangeContext,
): Promise<Adjustment> =>
  changeFacts(tx, context, async () => {
    const { principal, at } = context;
    const { actor, userId } = principal;
    const { config } = await currentConfig(tx);
    const effective_date = input.kind === null ? todayIn(config.timezone, at) : input.day;
    await assertOpen(tx, effective_date);
    await lockWithManagers(tx, [(await targetOf(tx, input)).userId]);
    const target = await targetOf(tx, input);
    const owner = { owner_id: String(target.userId), owner_manager_id: target.managerId === null ? null : String(target.managerId) };
    if (!can(actor, 'adjustment:write', owner)) throw forbidden();
    if (input.kind !== null && target.person !== null) await assertCanReceive(tx, input, target.person, at);
    const viewer = await adjustmentViewerOf(tx, actor);
    const others = await tx.adjustments.othersOf({ authorId: userId, userId: target.userId, day: effective_date, id: null });
    const by_program = principal.token !== undefined;
    const facts = adjustmentFactsOf(viewer, {
      setter: userId,
      payee: target.userId,
      amount: input.amount,
      counted: 0,
      others,
      proposed: by_program,
    });
    const state = firstState(adjustmentLifecycle, facts) as AdjustmentState;
    const adjustment = {
      commission_id: target.commissionId,
      related_invoice_id: target.invoiceId,
      user_id: target.userId,
      amount_cents: input.amount,
      reason: input.reason,
      state,
      effective_date,
      kind: input.kind,
      created_by: userId,
      origin,
      by_program,
    };
    const id = await tx.adjustments.add(adjustment, state === 'approved' ? userId : null, at);
    const finish = async () => {
      const row = await tx.adjustments.read(id);
      const adjustmentStep = { verb: 'created', before: null, after: row, actorId: userId } as const;
      await notifyStep(tx, adjustmentStep, viewer, at);
      return { answer: adjustmentOf(viewer, row), entries: [adjustmentEntryOf(adjustmentStep)] };
    };
    return { why: { kind: 'adjustment', id, deed: 'created', reason: input.reason }, made: [{ adjustments: [id] }], finish };
  });

/** The refusal for a key that was used with another body; carries the current state of the adjustment that it created. */
const createKeyReusedProblem = async (tx: Repositories, { actor }: Principal, { id }: Adjustment): Promise<Problem> => {
  const current = adjustmentOf(await adjustmentViewerOf(tx, actor), await tx.adjustments.read(Number(id)));
  return new Problem(422, 'idempotency_key_used', messages.adjustmentRefusals.keyUsed, { current });
};

/**
 * spec 2.38, decisions 2.10. With an idempotency key, a repeated request gets the first response.
 * @throws Problem 403, 409 period_closed, 422
 */
export const createAdjustment = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  body: AdjustmentFormBody,
  key: string | undefined,
  origin: Origin,
): Promise<Adjustment> => {
  const input = await readAdjustment(body);
  const at = clock();
  return store.transaction(async (tx) => {
    const context = { principal, origin, at };
    const keyed = { userId: principal.userId, route: 'POST /api/v1/adjustments', key, body, at };
    return runOnce(
      tx,
      keyed,
      () => addAdjustment(tx, input, 'manual', context),
      (saved) => createKeyReusedProblem(tx, principal, saved),
    );
  });
};
