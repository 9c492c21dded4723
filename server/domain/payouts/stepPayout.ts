import { fullName } from '../../../contract/entities/user.ts';
import { type PayoutEvent, payoutLifecycle } from '../../../contract/lifecycles/payout.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { netDue } from '../../../contract/rules/payouts/netDue.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { PayableRow, PayoutChange, PayoutLineRow, PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertDrawReversible, findMovedDraws } from '../draws/assertDraw.ts';
import { changeFacts } from '../facts/changeFacts.ts';
import { ALWAYS_MARK, type PaymentBy, type PaymentVerb } from '../payments/paymentEffects.ts';
import { makersOf, type PaymentViewer, paymentOf, payoutFacts, readPaymentViewer } from '../payments/paymentView.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import { assertMayApproveAmount } from '../secondFactor/stepUp.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import { undoColumns } from '../shared/undoTime.ts';
import { assertComputed } from './assertComputed.ts';
import { recordPayoutEffects } from './payoutEffects.ts';
import { settleRun } from './settleRun.ts';

/** `note`: the note entered with an approval. */
export type PayoutStepRequest = Readonly<{ id: number; version: number; event: PayoutEvent; deed: PaymentVerb; note?: string }>;
type State = PayoutRow['state'];
const t = messages.paymentRefusals;
const type = 'commission_payment';

const refusedStep = (row: PayoutRow, { event }: PayoutStepRequest, viewer: PaymentViewer): Problem => {
  const current = paymentOf(viewer, { type, row });
  const facts = payoutFacts(viewer, row);
  if (row.state === 'pending' && facts.inProposal) return new Problem(409, 'payout_in_run', t.inRun, { current });
  if (row.state === 'pending' && event.type === 'approve')
    return facts.mayApprove
      ? new Problem(403, 'own_payment', t.own, { current })
      : new Problem(403, 'not_approver', t.notApprover, { current });
  if (event.type === 'undo') return new Problem(409, 'undo_over', t.undoOver, { current });
  const reversed = row.reversed_by_id === null ? fill(t.step, { state: row.state }) : t.reversed;
  return new Problem(409, 'payment_step', row.reversal_of_id === null ? reversed : t.isReversal, { current });
};

/** Only payments of a run have a draw: that of the run's month. */
const drawMonthOf = ({ run_month, paid_on }: PayoutRow): Day => run_month ?? periodAt('month', paid_on).start_date;

const dueMovedProblem = (label: string, openCents: Cents): Problem =>
  new Problem(409, 'due_moved', fill(t.dueMoved, { label, open: dollars(openCents) }));

/** Refuses a payment whose items credit memos have reduced since (decisions 2.24). @throws Problem 409 due_moved */
const assertNet = (lines: readonly PayoutLineRow[], items: readonly PayableRow[]): void => {
  const net = new Map(netDue(items).map((item) => [`${item.kind} ${item.id}`, item]));
  const lineCents = new Map(lines.map(({ kind, id, amount_cents }) => [`${kind} ${id}`, amount_cents]));
  for (const { kind, id, label, amount_cents } of lines) {
    const { open = 0, settled = 0, memoLines = [] } = net.get(`${kind} ${id}`) ?? {};
    const isSettled = settled > 0 && memoLines.every((one) => (lineCents.get(`${one.kind} ${one.id}`) ?? 0) <= one.amount);
    if (amount_cents > 0 && amount_cents > open + (isSettled ? settled : 0)) throw dueMovedProblem(label, open);
  }
};

/** Checks that its lines were not paid or reversed since. @throws Problem 409 due_moved, computing */
const assertStillDue = async (tx: Repositories, row: PayoutRow, today: Day): Promise<void> => {
  await assertComputed(tx, await tx.facts.lockPeople([row.user_id]));
  const items = await tx.payouts.payable(row.user_id, today, row.id);
  const due = new Map(items.map((item) => [`${item.kind} ${item.id}`, item.open]));
  const lines = await tx.payouts.lines(row.id);
  // Clawback lines are not due: they recover payments beyond the released amount.
  const hasClawbacks = lines.some(({ amount_cents }) => amount_cents < 0);
  const overPaid = hasClawbacks ? await tx.payoutRuns.overPaid(today, row.id, row.user_id) : [];
  const overpaidByKey = new Map(overPaid.map((one) => [`${one.kind} ${one.id}`, one.over]));
  for (const { kind, id, label, amount_cents } of lines) {
    const openCents = due.get(`${kind} ${id}`) ?? 0;
    const isCovered = Math.sign(openCents) === Math.sign(amount_cents) && Math.abs(amount_cents) <= Math.abs(openCents);
    // A memo may be partly due and partly overpaid.
    const isCoveredClawback = amount_cents < 0 && -amount_cents <= (overpaidByKey.get(`${kind} ${id}`) ?? 0) + Math.max(0, -openCents);
    if (!isCovered && !isCoveredClawback) throw dueMovedProblem(label, openCents);
  }
  // A run pays items up to the end of its month; a memo may have arrived since.
  if (row.run_id === null) assertNet(lines, items);
  const { config } = await currentConfig(tx);
  const month = drawMonthOf(row);
  const [moved] = await findMovedDraws(tx, config, month, [row]);
  if (moved) throw new Problem(409, 'due_moved', fill(messages.drawRefusals.moved, { month: monthText(month) }));
};

/** The day on which the payment counts: its own, or today if that is in the future or in a closed month. */
const readCountingDay = async ({ periods }: Repositories, day: Day, today: Day): Promise<Day> => {
  if (day > today) return today;
  return (await periods.closedIn(day, day)).length > 0 ? today : day;
};

/** Checks that no later payment has recovered the payment's draw, which its reversal also reverses. @throws Problem 409 draw_settled */
const assertDrawGone = async (tx: Repositories, row: PayoutRow): Promise<void> => {
  if (row.draw_balance_cents <= 0) return;
  await tx.facts.lockPeople([row.user_id]);
  await assertDrawReversible(tx, row, drawMonthOf(row));
};

/** Changes other than the state. */
const buildChange = async (
  tx: Repositories,
  row: PayoutRow,
  { event }: PayoutStepRequest,
  today: Day,
  by: PaymentBy,
): Promise<PayoutChange> => {
  const { userId } = by.principal;
  switch (event.type) {
    case 'approve':
      await assertMayApproveAmount(tx, by.principal, row.amount_cents, by.at);
      await assertStillDue(tx, row, today);
      return {
        approved_by: userId,
        approved_at: by.at.toISOString(),
        self_approved: makersOf(row).includes(userId),
        ...undoColumns(userId, by.at),
      };
    case 'fail':
      return { failure: event.reason, ...(row.state === 'pending' ? undoColumns(userId, by.at) : {}) };
    case 'undo':
      if (row.state === 'failed') await assertStillDue(tx, row, today);
      return { failure: null, left_out_at: null, approved_by: null, approved_at: null, self_approved: false };
    case 'retry':
      if (row.approved_at !== null) await assertMayApproveAmount(tx, by.principal, row.amount_cents, by.at);
      await assertStillDue(tx, row, today);
      return { failure: null, left_out_at: null };
    case 'reopen':
      await assertOpen(tx, row.paid_on);
      await assertDrawGone(tx, row);
      return {};
    case 'complete':
      return { paid_on: await readCountingDay(tx, row.paid_on, today) };
    default:
      return {};
  }
};

/** Records a reversal as a separate negative payment, dated today (decisions 2.16). */
const reverse = async (tx: Repositories, row: PayoutRow, reason: string, today: Day, by: PaymentBy): Promise<void> => {
  await assertOpen(tx, today);
  await assertDrawGone(tx, row);
  const createdAt = by.at.toISOString();
  const id = await tx.payouts.add({
    user_id: row.user_id,
    amount_cents: -row.amount_cents,
    drawn_cents: -row.drawn_cents,
    recovered_cents: -row.recovered_cents,
    draw_balance_cents: -row.draw_balance_cents,
    paid_on: today,
    method: row.method,
    reference: row.reference,
    notes: reason,
    state: 'completed',
    reversal_of_id: row.id,
    created_by: by.principal.userId,
    approved_by: null,
    created_at: createdAt,
    updated_at: createdAt,
  });
  await tx.payouts.reverseLines(row.id, id);
};

/** True for steps that change the paid amount. */
const changesPaidAmount = (type: PayoutStepRequest['event']['type']): boolean =>
  type === 'complete' || type === 'reverse' || type === 'reopen';

/**
 * Applies one step to a commission payment: locks it, then checks version and step; of two concurrent approvals one succeeds.
 * @throws Problem 403 own_payment, 404, 409 stale_version, payment_step, undo_over, payout_in_run, due_moved, draw_settled, period_closed
 */
export const stepPayout = async (tx: Repositories, payoutStep: PayoutStepRequest, by: PaymentBy): Promise<PayoutRow> => {
  const { event, deed } = payoutStep;
  const after = await changeFacts(tx, by, async (declareFacts) => {
    const before = await tx.payouts.lock(payoutStep.id);
    if (!before) throw notFoundProblem('payment');
    const viewer = await readPaymentViewer(tx, by.principal.actor, by.at);
    if (before.version !== payoutStep.version)
      throw new Problem(409, 'stale_version', t.stale, { current: paymentOf(viewer, { type, row: before }) });
    const state = step(payoutLifecycle, before.state, event, payoutFacts(viewer, before)) as State | null;
    if (state === null) throw refusedStep(before, payoutStep, viewer);
    const { config } = await currentConfig(tx);
    const today = todayIn(config.timezone, by.at);
    const change = await buildChange(tx, before, payoutStep, today, by);
    if (changesPaidAmount(event.type)) await declareFacts({ payouts: [before.id] });
    if (event.type === 'reverse') await reverse(tx, before, event.reason, today, by);
    await tx.payouts.change(before.id, { ...change, state }, by.at);
    const kind = event.type === 'complete' ? 'payout' : 'payout_reversed';
    const finish = async () => {
      const answer = (await tx.payouts.byId(before.id)) as PayoutRow;
      const reason = 'reason' in event ? event.reason : payoutStep.note;
      const entries = await recordPayoutEffects(tx, { deed, before, after: answer, ...(reason ? { reason } : {}) }, by);
      return { answer, entries };
    };
    const why = { kind, person: fullName(before), amount_cents: before.amount_cents } as const;
    return { why, moved: by.several ? ALWAYS_MARK : before.records, finish };
  });
  if (after.run_id !== null) await settleRun(tx, after.run_id, by);
  return after;
};
