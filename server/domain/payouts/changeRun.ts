import { fullName } from '../../../contract/entities/user.ts';
import { parseCents } from '../../../contract/forms/amount.ts';
import { type PayoutRunEvent, payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { withDrawn } from '../../../contract/rules/commission/draw.ts';
import type { Draw } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { linesForAmount } from '../../../contract/rules/payouts/proposal.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import type { NewPayout, PayoutRunRow, RunPersonRow } from '../../db/repositories/payouts/payoutRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { findMovedDraws } from '../draws/assertDraw.ts';
import { readDraw } from '../draws/drawFor.ts';
import { type PaymentBy, paymentEntry } from '../payments/paymentEffects.ts';
import { readReason } from '../payments/paymentForm.ts';
import { readPaymentViewer } from '../payments/paymentView.ts';
import { currentConfig } from '../plans/config.ts';
import { assertMayApproveAmount } from '../secondFactor/stepUp.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import { undoColumns, undoEndsAt } from '../shared/undoTime.ts';
import { issueStatements } from '../statements/issueStatements.ts';
import { assertComputed } from './assertComputed.ts';
import { auditRun, runEntry } from './runEffects.ts';
import { runFactsOf } from './runView.ts';
import { readUnpaidNames } from './settleRun.ts';

const t = messages.payoutRunRefusals;
/** `note`: the note entered with the decision. */
export type KnownRun = Readonly<{ id: number; version: number; note?: string }>;
const noteOf = ({ note }: KnownRun) => (note ? { cause: note } : {});
type LockedRun = Readonly<{ row: PayoutRunRow; people: readonly RunPersonRow[]; self: boolean }>;

/** Locks the run, then checks version and step. @throws Problem 403, 404, 409 stale_version, run_step */
const lockAndCheck = async (
  tx: Repositories,
  { id, version }: KnownRun,
  event: PayoutRunEvent,
  { principal, at }: PaymentBy,
): Promise<LockedRun> => {
  await tx.periods.lockShared();
  const row = await tx.payoutRuns.lock(id);
  if (!row) throw notFoundProblem('payout run');
  if (row.version !== version) throw new Problem(409, 'stale_version', t.stale);
  const people = await tx.payoutRuns.people(id, null);
  const facts = runFactsOf(await readPaymentViewer(tx, principal.actor, at), row, people, await tx.payoutRuns.countUnfinished(id));
  if (step(payoutRunLifecycle, row.state, event, facts) === null) {
    if (event.type === 'undo') throw new Problem(409, 'undo_over', t.undoOver);
    if (event.type === 'close') throw new Problem(409, 'run_step', t.notClosable);
    if (event.type !== 'approve' || row.state !== 'proposed') throw new Problem(409, 'run_step', fill(t.step, { state: row.state }));
    if (facts.people === 0) throw new Problem(409, 'run_step', t.nobody);
    throw facts.mayApprove ? new Problem(403, 'own_run', t.own) : new Problem(403, 'not_approver', t.notApprover);
  }
  return { row, people, self: facts.makers.includes(principal.actor.id) };
};

/** Reduces a person's payment: draw recovery first, then due amounts, then the new draw. */
const lowerPayment = (person: RunPersonRow, cents: Cents, monthDraw: Draw | null): NewPayout => {
  const { user_id, drawn_cents: drawn, recovered_cents: recovered, draw_balance_cents: balance } = person;
  const due = person.lines.reduce((sum, { amount }) => sum + amount, 0);
  const lineCents = Math.min(due, cents + recovered);
  const draw = withDrawn(monthDraw, { drawn, recovered, balance }, cents + recovered - lineCents);
  const drawFields = { drawn_cents: draw.drawn, recovered_cents: draw.recovered, draw_balance_cents: draw.balance };
  return { user_id, amount_cents: cents, lines: lineCents === 0 ? [] : linesForAmount(lineCents, person.lines), ...drawFields };
};

/** Changes a person's amount manually, with a reason; 0 leaves them out (decisions 2.16). @throws Problem 403, 404, 409, 422 */
export const changePerson = async (
  tx: Repositories,
  knownRun: KnownRun,
  request: Readonly<{ userId: number; amount: string; reason: string }>,
  by: PaymentBy,
): Promise<void> => {
  const { row, people } = await lockAndCheck(tx, knownRun, { type: 'change' }, by);
  const person = people.find(({ user_id }) => user_id === request.userId);
  if (!person || person.proposed_cents <= 0) throw new Problem(409, 'not_in_run', t.notIn);
  const maxCents = person.proposed_cents;
  const cents = parseCents(request.amount) ?? -1;
  if (cents < 0 || cents > maxCents) throw formProblem({ amount: fill(t.amount, { amount: dollars(maxCents) }) });
  const reason = await readReason(request.reason);
  await tx.payoutRuns.dropPayouts(row.id, person.user_id);
  if (cents > 0) {
    const terms = { runId: row.id, payOn: row.pay_on, reference: row.reference, createdBy: row.created_by };
    const draw = await readDraw(tx, person.user_id, periodAt('month', row.month).end_date);
    await tx.payoutRuns.addPayouts([lowerPayment(person, cents, draw)], terms, by.at);
  }
  const change = { outcome: cents > 0 ? 'paid' : 'by_hand', amount_cents: cents, reason, changed_by: by.principal.userId } as const;
  await tx.payoutRuns.changePerson(row.id, person.user_id, change);
  await tx.payoutRuns.change(row.id, {}, by.at);
  const auditFields = { person: fullName(person) };
  const [before, after] = [
    { ...auditFields, amount_cents: person.amount_cents },
    { ...auditFields, amount_cents: cents },
  ];
  await auditRun(tx, { deed: 'changed', id: row.id, before, after, cause: reason }, by);
};

/**
 * Approves a run as a whole by a second person; all its payments are then in progress. Refused if due amounts have changed since the
 * proposal.
 * @throws Problem 403 own_run, not_approver, second_factor_needed, second_factor_missing, 404, 409 stale_version, run_step, due_moved, computing
 */
export const approveRun = async (tx: Repositories, knownRun: KnownRun, by: PaymentBy): Promise<void> => {
  const { principal, at } = by;
  const { row, people, self } = await lockAndCheck(tx, knownRun, { type: 'approve', actorId: principal.actor.id }, by);
  await assertMayApproveAmount(tx, principal, row.amount_cents, at);
  const paid = people.filter(({ outcome }) => outcome === 'paid');
  await assertComputed(tx, await tx.facts.lockPeople(paid.map(({ user_id }) => user_id)));
  const { config } = await currentConfig(tx);
  const proposed = await tx.payouts.ofRun(row.id);
  const movedPayments = [...(await tx.payoutRuns.peopleAboveDue(row.id)), ...(await findMovedDraws(tx, config, row.month, proposed))];
  if (movedPayments.length > 0) throw new Problem(409, 'due_moved', fill(t.moved, { people: movedPayments.map(fullName).join(', ') }));
  const released = await tx.payoutRuns.release(row.id, principal.userId, self, at);
  const approvalFields = { approved_by: principal.userId, approved_at: at.toISOString(), self_approved: self };
  await tx.payoutRuns.change(row.id, { state: 'approved', ...approvalFields, ...undoColumns(principal.userId, at) }, at);
  // The month's statements are files of the run, written once the approval can no longer be undone.
  const userIds = paid.map(({ user_id }) => user_id);
  await issueStatements(tx, { month: row.month, runId: row.id, userIds }, { actorId: principal.userId, at: undoEndsAt(at) });
  const payouts = await tx.payouts.ofRun(row.id);
  const entries = payouts
    .filter(({ id }) => released.includes(id))
    .map((payout) => paymentEntry({ verb: 'approved', before: null, after: { type: 'commission_payment', row: payout } }, by));
  const after = { state: 'approved', people: paid.length, amount_cents: row.amount_cents, self_approved: self };
  await tx.audit.writeAll(
    [...entries, runEntry({ deed: 'approved', id: row.id, before: { state: row.state }, after, ...noteOf(knownRun) }, by)],
    by.origin,
    at,
  );
};

/** Undoes the approval while none of its payments has changed state. @throws Problem 404, 409 stale_version, undo_over */
export const undoPayoutRun = async (tx: Repositories, knownRun: KnownRun, by: PaymentBy): Promise<void> => {
  const { row } = await lockAndCheck(tx, knownRun, { type: 'undo' }, by);
  const moved = await tx.payoutRuns.payoutsOf(row.id, ['completed', 'failed']);
  if (moved.length > 0) throw new Problem(409, 'undo_over', t.undoOver);
  await tx.payoutRuns.holdBack(row.id, by.at);
  await tx.payoutRuns.change(row.id, { state: 'proposed', approved_by: null, approved_at: null, self_approved: false }, by.at);
  await auditRun(tx, { deed: 'undone', id: row.id, before: { state: row.state }, after: { state: 'proposed' } }, by);
};

/**
 * Completes a run although some payments failed: their amounts were paid otherwise, or remain due. Retrying a payment reopens the run.
 * @throws Problem 404, 409 stale_version, run_step, 422
 */
export const closeRun = async (tx: Repositories, knownRun: KnownRun, input: string, by: PaymentBy): Promise<void> => {
  const reason = await readReason(input);
  const { row } = await lockAndCheck(tx, knownRun, { type: 'close', reason }, by);
  await tx.payoutRuns.leaveOut(row.id, by.at);
  await tx.payoutRuns.change(row.id, { state: 'completed' }, by.at);
  const after = { state: 'completed', ...(await readUnpaidNames(tx, row.id)) };
  await auditRun(tx, { deed: 'closed', id: row.id, before: { state: row.state }, after, cause: reason }, by);
};

/** Cancels a run; its amounts remain due. @throws Problem 404, 409 */
export const cancelRun = async (tx: Repositories, knownRun: KnownRun, by: PaymentBy): Promise<void> => {
  const { row } = await lockAndCheck(tx, knownRun, { type: 'cancel' }, by);
  await tx.payoutRuns.dropPayouts(row.id, null);
  await tx.payoutRuns.change(row.id, { state: 'cancelled' }, by.at);
  await auditRun(
    tx,
    { deed: 'cancelled', id: row.id, before: { state: row.state }, after: { state: 'cancelled' }, ...noteOf(knownRun) },
    by,
  );
};
