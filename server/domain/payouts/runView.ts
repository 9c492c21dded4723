import type { PaymentAction } from '../../../contract/entities/payment.ts';
import { type PayoutRun, type PayoutRunHead, type PayoutRunPerson, payoutRunActions } from '../../../contract/entities/payoutRun.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type PayoutRunEvent, type PayoutRunFacts, payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { hasLeft } from '../../../contract/rules/payouts/runRules.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PayoutRunRow, RunPersonRow } from '../../db/repositories/payouts/payoutRuns.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { historyEntryOf } from '../audit/historyText.ts';
import { paymentId } from '../payments/paymentIds.ts';
import { type PaymentViewer, paymentOf, readPaymentViewer } from '../payments/paymentView.ts';
import { isUndoable } from '../shared/undoTime.ts';

const MAX_HISTORY = 100;
type Repos = Pick<Repositories, 'audit' | 'config' | 'payouts' | 'payoutRuns'>;

export const runHeadOf = (row: PayoutRunRow): PayoutRunHead => ({
  id: String(row.id),
  month: row.month.slice(0, 7),
  pay_on: row.pay_on,
  reference: row.reference,
  status: row.state,
  people: row.people,
  amount: fromCents(row.amount_cents),
  created_by: row.author,
  approved_by: row.approver,
  self_approved: row.self_approved,
  created_at: row.created_at,
  version: row.version,
});

/** The run's creator, the people who changed it manually, and its payees. */
export const runMakersOf = (row: PayoutRunRow, people: readonly RunPersonRow[]): number[] => [
  ...new Set([
    row.created_by,
    ...people.flatMap(({ changed_by, outcome, user_id }) => [
      ...(changed_by === null ? [] : [changed_by]),
      ...(outcome === 'paid' ? [user_id] : []),
    ]),
  ]),
];

/** Counts of the run's payments, from `payoutRuns.standing`. */
type UnfinishedCounts = Pick<PayoutRunFacts, 'underWay' | 'failed'>;

export const runFactsOf = (
  { actor, approvers, ...asking }: PaymentViewer,
  row: PayoutRunRow,
  people: readonly RunPersonRow[],
  standing: UnfinishedCounts,
): PayoutRunFacts => {
  const makers = runMakersOf(row, people);
  return {
    makers: makers.map(String),
    otherApprovers: approvers.filter((id) => !makers.includes(id)).length,
    mayApprove: approvers.includes(Number(actor.id)),
    people: row.people,
    ...standing,
    undoable: isUndoable(row, { actor, ...asking }),
  };
};

const eventOf = (action: Exclude<PayoutRun['actions'][number], 'complete'>, actor: Actor): PayoutRunEvent =>
  action === 'approve' ? { type: action, actorId: actor.id } : action === 'close' ? { type: action, reason: 'Typed' } : { type: action };

const actionsOf = (
  viewer: PaymentViewer,
  row: PayoutRunRow,
  people: readonly RunPersonRow[],
  payouts: ReadonlyMap<number, PayoutRow>,
  standing: UnfinishedCounts,
): PayoutRun['actions'] => {
  if (!can(viewer.actor, 'payment:manage')) return [];
  const facts = runFactsOf(viewer, row, people, standing);
  return payoutRunActions.filter((action) =>
    action === 'complete'
      ? row.state === 'approved' && [...payouts.values()].some(({ state }) => state === 'processing')
      : canStep(payoutRunLifecycle, row.state, eventOf(action, viewer.actor), facts),
  );
};

const personOf = (viewer: PaymentViewer, payDay: Day, row: RunPersonRow, payout: PayoutRow | undefined): PayoutRunPerson => {
  const payment = payout && paymentOf(viewer, { type: 'commission_payment', row: payout });
  return {
    user_id: String(row.user_id),
    user_name: fullName(row),
    email: row.email,
    left: hasLeft({ active: row.active, leftOn: row.left_on }, payDay),
    left_on: row.left_on,
    outcome: row.outcome,
    due: fromCents(row.due_cents),
    kept: fromCents(row.kept_cents),
    overpaid: fromCents(row.over_cents),
    drawn: fromCents((payout ?? row).drawn_cents),
    recovered: fromCents((payout ?? row).recovered_cents),
    proposed: fromCents(row.proposed_cents),
    amount: fromCents(row.amount_cents),
    last_amount: row.last_cents === null ? null : fromCents(row.last_cents),
    waiting: fromCents(row.waiting_cents),
    reason: row.reason,
    changed_by: row.changer,
    payment_id: payout ? paymentId('commission_payment', payout.id) : null,
    payment_version: payout?.version ?? null,
    status: payment?.status ?? null,
    failure: payment?.failure ?? null,
    reversed_by: payment?.reversed_by ?? null,
    actions: (payment?.actions ?? []) as PaymentAction[],
    statement: row.statement_state,
  };
};

/** A run with its people, the actor's actions and its history. */
export const readRun = async (tx: Repos, actor: Actor, row: PayoutRunRow): Promise<PayoutRun> => {
  const viewer = await readPaymentViewer(tx, actor);
  const last = await tx.payoutRuns.before(row.id);
  const people = await tx.payoutRuns.people(row.id, last?.id ?? null);
  const payouts = new Map((await tx.payouts.ofRun(row.id)).map((one) => [one.id, one]));
  return {
    ...runHeadOf(row),
    last: last ? { id: String(last.id), month: last.month.slice(0, 7), people: last.people, amount: fromCents(last.amount_cents) } : null,
    data: people.map((person) =>
      personOf(viewer, row.pay_on, person, person.payout_id === null ? undefined : payouts.get(person.payout_id)),
    ),
    actions: actionsOf(viewer, row, people, payouts, await tx.payoutRuns.countUnfinished(row.id)),
    history: (await tx.audit.listAbout([{ entity: 'payout_run', entityId: String(row.id) }], MAX_HISTORY)).map(historyEntryOf),
  };
};
