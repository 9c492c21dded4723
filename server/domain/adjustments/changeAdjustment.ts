import type { Adjustment, AdjustmentState } from '../../../contract/entities/adjustment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type AdjustmentEvent, adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { canStep, step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can, type Permission } from '../../../contract/permissions.ts';
import type { AdjustmentChange, AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { AdjustmentVerb } from '../audit/adjustmentEntry.ts';
import { lockWithManagers } from '../commissions/recompute/index.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { dollars } from '../shared/moneyText.ts';
import { forbidden, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { undoColumns } from '../shared/undoTime.ts';
import { adjustmentEntryOf } from './adjustmentEffects.ts';
import { notifyStep, withdrawNotices } from './adjustmentNotices.ts';
import { type AdjustmentViewer, adjustmentOf, adjustmentViewerOf, factsOfRow, setterOf } from './adjustmentView.ts';

export type Change = Readonly<{
  id: number | null;
  version: number;
  permission: Extract<Permission, 'adjustment:write' | 'adjustment:decide'>;
  verb: AdjustmentVerb;
  event: AdjustmentEvent;
  cause?: string;
  /** Possible payees after the change, besides the current one. */
  people?: (tx: Repositories) => Promise<readonly number[]>;
  /** Changes other than the state, computed from the locked row. */
  buildChange?: (tx: Repositories, row: AdjustmentRow) => Promise<AdjustmentChange>;
}>;

const t = messages.adjustmentRefusals;

/** The refusal for an outdated or disallowed step; carries the current adjustment. */
const refusedStep = (row: AdjustmentRow, { event, verb }: Change, viewer: AdjustmentViewer): Problem => {
  const current = adjustmentOf(viewer, row);
  const isSetter = viewer.actor.id === String(setterOf(row));
  const isDecision = event.type === 'approve' || event.type === 'reject';
  if (isDecision && row.state === 'pending' && !isSetter) {
    return new Problem(403, 'own_commission', t.ownCommission, { current });
  }
  if (isDecision && row.state === 'pending') {
    return new Problem(403, 'own_adjustment', row.set_by === null ? t.ownMade : t.ownChanged, { current });
  }
  const isOwn = viewer.actor.id === String(row.user_id);
  if ((event.type === 'edit' || event.type === 'void') && isOwn && !isSetter && row.amount_cents < 0)
    return new Problem(403, 'own_deduction', t.ownDeduction, { current });
  if (event.type === 'undo') return new Problem(409, 'undo_over', t.undoOver, { current });
  if (!isDecision && row.state === 'approved') {
    const isOverThreshold = Math.abs(row.amount_cents) > viewer.threshold;
    const reason = isOverThreshold ? t.countsAbove : fill(t.countsInSum, { author: isSetter ? t.you : t.itsAuthor, person: fullName(row) });
    const words = fill(`${reason} ${isSetter ? t.askAnother : t.askApprover}`, { threshold: dollars(viewer.threshold) });
    return new Problem(403, 'needs_approver', words, { current });
  }
  return new Problem(409, 'adjustment_step', fill(t.step, { state: row.state, deed: verb }), { current });
};

/** @returns the row if the actor may change it @throws Problem 403, 404 */
export const requirePermitted = (actor: Actor, permission: Change['permission'], row: AdjustmentRow | undefined): AdjustmentRow => {
  if (!row) throw notFoundProblem('adjustment');
  const target = { owner_id: String(row.user_id), owner_manager_id: row.manager_id === null ? null : String(row.manager_id) };
  if (!can(actor, permission, target)) throw forbidden();
  return row;
};

const createStaleProblem = (row: AdjustmentRow, viewer: AdjustmentViewer): Problem =>
  new Problem(409, 'stale_version', t.stale, {
    current: adjustmentOf(viewer, row),
  });

const decisionOf = (next: AdjustmentState, row: AdjustmentRow, userId: number, { verb, cause }: Change, at: Date): AdjustmentChange => {
  const decision_reason = cause ?? null;
  if (next === 'pending') return { decided_by: null, decided_at: null, self_approved: false, decision_reason };
  // Keeps the earlier decision, which records when the adjustment began to count.
  if (next === 'void') return { decision_reason };
  const isSelfApproved = verb === 'approved' && (setterOf(row) === userId || row.user_id === userId);
  const undoFields = verb === 'approved' || verb === 'rejected' ? undoColumns(userId, at) : {};
  return { decided_by: userId, decided_at: at.toISOString(), self_approved: isSelfApproved, decision_reason, ...undoFields };
};

/** An approved deduction from the editor's own pay keeps counting; if the new amount pays more, a second person must approve. */
const isOwnDeduction = (row: AdjustmentRow, userId: number): boolean =>
  row.state === 'approved' && row.amount_cents < 0 && row.user_id === userId;

/** Records who confirmed a change to a deduction from their own pay: the approver, or the author if nobody else could. */
const confirmationOf = ({ userId, approval }: Principal, isReduced: boolean, at: Date): AdjustmentChange => ({
  decided_by: approval?.actorId ?? userId,
  decided_at: at.toISOString(),
  self_approved: isReduced && !approval,
  decision_reason: approval?.note ?? null,
});

const hasChanged = (
  change: AdjustmentChange,
  row: AdjustmentRow,
  fields: readonly (keyof AdjustmentChange & keyof AdjustmentRow)[],
): boolean => fields.some((field) => change[field] !== undefined && change[field] !== row[field]);

/** The author's other adjustments for the payee after the change, in cents. */
const readOthersSum = (tx: Repositories, before: AdjustmentRow, { set_by, user_id, effective_date }: AdjustmentChange): Promise<number> =>
  tx.adjustments.othersOf({
    authorId: set_by ?? setterOf(before),
    userId: user_id ?? before.user_id,
    day: effective_date ?? before.effective_date,
    id: before.id,
  });

/**
 * Applies one lifecycle step: locks the row, then checks permission, version, legality and that the month is open. If the adjustment
 * counts or counted, its record is recomputed in the same transaction.
 * @throws Problem 403, 404, 409 stale_version, adjustment_step, undo_over, adjustment_paid, period_closed
 */
export const changeAdjustment = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  change: Change,
  origin: Origin,
): Promise<Adjustment> => {
  const at = clock();
  const { actor, userId } = principal;
  const { id, version, permission, verb, event, cause } = change;
  const write = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<Adjustment>> => {
    const people = id === null ? [] : await tx.adjustments.peopleOf([id]);
    await lockWithManagers(tx, [...people, ...((await change.people?.(tx)) ?? [])]);
    const before = requirePermitted(actor, permission, id === null ? undefined : await tx.adjustments.lock(id));
    const viewer = await adjustmentViewerOf(tx, actor, at);
    if (before.version !== version) throw createStaleProblem(before, viewer);
    const facts = factsOfRow(viewer, before);
    if (!canStep(adjustmentLifecycle, before.state, event, facts)) throw refusedStep(before, change, viewer);
    await assertOpen(tx, before.effective_date);
    const changes = (await change.buildChange?.(tx, before)) ?? {};
    const isMoved = hasChanged(changes, before, ['user_id', 'commission_id', 'related_invoice_id', 'effective_date']);
    const setFields: AdjustmentChange = isMoved || hasChanged(changes, before, ['amount_cents']) ? { set_by: userId } : {};
    const others = await readOthersSum(tx, before, { ...changes, ...setFields });
    const stepEvent = event.type === 'edit' ? { ...event, moved: isMoved, others } : event;
    // Users who reassign an adjustment to themselves change their own pay (decisions 3.06).
    const proposed = facts.proposed || changes.user_id === userId;
    const isApprovalKept = event.type === 'edit' && !isMoved && isOwnDeduction(before, userId);
    const state = isApprovalKept
      ? before.state
      : (step(adjustmentLifecycle, before.state, stepEvent, { ...facts, proposed }) as AdjustmentState);
    const leaves = isMoved || state === 'void' || state === 'rejected' || verb === 'undone';
    // A record carries the paid amount forward; without one, the payment would be lost or made twice.
    if (leaves && before.commission_id === null && (await tx.adjustments.paidAlone(before.id)) !== 0) {
      throw new Problem(409, 'adjustment_paid', t.paid, { current: adjustmentOf(viewer, before) });
    }
    await declareFacts({ adjustments: [before.id] });
    const decision = isApprovalKept
      ? confirmationOf(principal, (changes.amount_cents ?? 0) > before.amount_cents, at)
      : decisionOf(state, before, userId, change, at);
    await tx.adjustments.change(before.id, { ...changes, ...setFields, ...decision, state }, at);
    const finish = async () => {
      const after = await tx.adjustments.read(before.id);
      const adjustmentStep = { verb, before, after, actorId: userId, ...(cause ? { cause } : {}) };
      await (verb === 'undone' ? withdrawNotices(tx, before.id, at) : notifyStep(tx, adjustmentStep, viewer, at));
      return { answer: adjustmentOf(viewer, after), entries: [adjustmentEntryOf(adjustmentStep)] };
    };
    return { why: { kind: 'adjustment', id: before.id, deed: verb }, finish };
  };
  return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => write(tx, declareFacts)));
};
