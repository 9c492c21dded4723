import { type Adjustment, adjustmentActions } from '../../../contract/entities/adjustment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type AdjustmentEvent, type AdjustmentFacts, adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { type Approver, decidersOf } from '../../../contract/rules/deciders.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { isUndoable } from '../shared/undoTime.ts';

/** The actor, and the current threshold, approvers and closed months (by first day). */
export type AdjustmentViewer = Readonly<{
  actor: Actor;
  threshold: Cents;
  approvers: readonly Approver[];
  closed: ReadonlySet<Day>;
  now?: Date;
}>;

export const adjustmentViewerOf = async (
  tx: Pick<Repositories, 'config' | 'adjustments'>,
  actor: Actor,
  now?: Date,
): Promise<AdjustmentViewer> => {
  const { config } = await currentConfig(tx);
  const { approvers, closedMonths } = tx.adjustments;
  return {
    actor,
    threshold: config.secondApprovalOver,
    approvers: await approvers(),
    closed: new Set(await closedMonths()),
    ...(now && { now }),
  };
};

/** The user who last set the amount, person or record. */
export const setterOf = (row: Pick<AdjustmentRow, 'set_by' | 'created_by'>): number => row.set_by ?? row.created_by;

/** Ids of the users who may decide on an adjustment set by `setterId` that pays `payee` (decisions 2.10). */
export const decidersAmong = ({ approvers }: Pick<AdjustmentViewer, 'approvers'>, setterId: number, payee: number): readonly string[] =>
  decidersOf(approvers, { setterId: String(setterId), payeeId: String(payee) });

type GuardInput = Readonly<{
  setter: number;
  payee: number;
  amount: Cents;
  counted: Cents;
  others: Cents;
  othersCounted?: Cents;
  proposed?: boolean;
  undoable?: boolean;
}>;

/** The facts the lifecycle's guards read, for an adjustment set by `setter`. */
export const adjustmentFactsOf = (
  viewer: AdjustmentViewer,
  { setter, payee, othersCounted = 0, proposed = false, undoable = false, ...cents }: GuardInput,
): AdjustmentFacts => ({
  ...cents,
  othersCounted,
  proposed,
  threshold: viewer.threshold,
  actorId: viewer.actor.id,
  mayApprove: can(viewer.actor, 'adjustment:decide'),
  deciders: decidersAmong(viewer, setter, payee),
  own: viewer.actor.id === String(payee),
  setByOther: viewer.actor.id !== String(setter),
  undoable,
});

export const factsOfRow = (viewer: AdjustmentViewer, row: AdjustmentRow): AdjustmentFacts =>
  adjustmentFactsOf(viewer, {
    setter: setterOf(row),
    payee: row.user_id,
    amount: row.amount_cents,
    counted: row.state === 'approved' ? row.amount_cents : 0,
    others: row.others_cents,
    othersCounted: row.others_counted_cents,
    proposed: row.origin === 'late_fact' || row.by_program === true,
    undoable: isUndoable(row, viewer),
  });

const eventOf = (action: (typeof adjustmentActions)[number], actorId: string, amount: Cents): AdjustmentEvent => {
  if (action === 'edit') return { type: 'edit', amount, moved: false, others: 0 };
  return action === 'void' ? { type: 'void' } : { type: action, actorId };
};

const isClosed = ({ closed }: AdjustmentViewer, { effective_date }: AdjustmentRow): boolean =>
  closed.has(periodAt('month', effective_date).start_date);

const actionsOf = (viewer: AdjustmentViewer, row: AdjustmentRow): NonNullable<Adjustment['actions']> => {
  const { actor } = viewer;
  if (isClosed(viewer, row)) return [];
  const target = { owner_id: String(row.user_id), owner_manager_id: row.manager_id === null ? null : String(row.manager_id) };
  const facts = factsOfRow(viewer, row);
  return adjustmentActions.filter(
    (action) =>
      // A bonus amount comes from the plan, so it cannot be edited, only voided.
      !(action === 'edit' && row.origin === 'bonus') &&
      can(actor, action === 'edit' || action === 'void' ? 'adjustment:write' : 'adjustment:decide', target) &&
      canStep(adjustmentLifecycle, row.state, eventOf(action, actor.id, row.amount_cents), facts),
  );
};

/** spec 3.07, with the actions the actor may take now. */
export const adjustmentOf = (viewer: AdjustmentViewer, row: AdjustmentRow): Adjustment => ({
  id: String(row.id),
  commission_id: row.commission_id === null ? null : String(row.commission_id),
  adjustment_amount: fromCents(row.amount_cents),
  adjustment_reason: row.reason,
  related_invoice_id: row.related_invoice_id === null ? null : String(row.related_invoice_id),
  created_by: fullName({ first_name: row.author_first_name, last_name: row.author_last_name }),
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...(row.invoice_number === '' ? {} : { invoice_number: row.invoice_number }),
  user_id: String(row.user_id),
  salesperson_name: fullName(row),
  owner_manager_id: row.manager_id === null ? null : String(row.manager_id),
  state: row.state,
  effective_date: row.effective_date,
  origin: row.origin,
  kind: row.kind,
  self_approved: row.self_approved,
  set_by: fullName({
    first_name: row.setter_first_name ?? row.author_first_name,
    last_name: row.setter_last_name ?? row.author_last_name,
  }),
  decision_reason: row.decision_reason,
  month_closed: isClosed(viewer, row),
  calculation: row.calculation,
  version: row.version,
  actions: actionsOf(viewer, row),
});
