import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { netDue, withSettled } from '../../../contract/rules/payouts/netDue.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts } from '../facts/changeFacts.ts';
import { allocateRequest } from '../payments/allocate.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import type { PaymentInput } from '../payments/paymentForm.ts';
import { paymentId } from '../payments/paymentIds.ts';
import { paymentOf, readPaymentViewer } from '../payments/paymentView.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import { assertComputed } from './assertComputed.ts';
import { recordPayoutEffects } from './payoutEffects.ts';

const t = messages.paymentFormText;

/** decisions 2.15: asks about a payment with the same amount, reference and day. @throws Problem 409 payment_duplicate */
const assertNew = async (tx: Repositories, input: PaymentInput, by: PaymentBy): Promise<void> => {
  const { day: paid_on, amount: amount_cents, reference, payer: user_id } = input;
  const duplicate = input.confirmed ? null : await tx.payouts.same({ paid_on, amount_cents, reference, user_id });
  const row = duplicate === null ? undefined : await tx.payouts.byId(duplicate);
  if (!row) return;
  const type = 'commission_payment';
  const current = paymentOf(await readPaymentViewer(tx, by.principal.actor), { type, row });
  const name = paymentId(type, row.id);
  throw new Problem(409, 'payment_duplicate', fill(messages.paymentRefusals.duplicate, { name }), { current });
};

/**
 * Records a commission payment, which waits for a second person, and the items it pays: due items, oldest first (decisions 2.16),
 * less the amounts that credit memos reverse (decisions 2.24).
 * @throws Problem 409 payment_duplicate, period_closed, computing, 422
 */
export const recordPayout = (tx: Repositories, input: PaymentInput, by: PaymentBy): Promise<PayoutRow> =>
  changeFacts(tx, by, async () => {
    const { principal, at } = by;
    const { config } = await currentConfig(tx);
    const today = todayIn(config.timezone, at);
    const days = limits.payments.daysAhead;
    if (input.day > addDays(today, days)) throw formProblem({ payment_date: fill(t.dateAhead, { days }) });
    await assertOpen(tx, input.day);
    // Locked, so that of two payments to one person the second sees the first.
    const [person] = await tx.facts.lockPeople([input.payer]);
    if (!person) throw formProblem({ payer: t.payeeUnknown });
    await assertComputed(tx, [person]);
    const items = netDue(await tx.payouts.payable(person.id, today, 0));
    if (items.length === 0) throw formProblem({ allocations: messages.paymentRefusals.nothingDue });
    const lines = allocateRequest({ amount: input.amount, lines: input.lines, items, all: true });
    await assertNew(tx, input, by);
    const createdAt = at.toISOString();
    const id = await tx.payouts.add({
      user_id: person.id,
      amount_cents: input.amount,
      paid_on: input.day,
      method: input.method,
      reference: input.reference,
      notes: input.notes,
      state: 'pending',
      reversal_of_id: null,
      created_by: principal.userId,
      approved_by: null,
      created_at: createdAt,
      updated_at: createdAt,
    });
    const parts = lines.flatMap(({ kind, id: itemId, amount }) => (kind === 'invoice' ? [] : [{ kind, id: itemId, amount }]));
    await tx.payouts.addLines(
      id,
      withSettled(parts, items).map(({ amount, ...line }) => ({ ...line, amount_cents: amount })),
    );
    const finish = async () => {
      const answer = (await tx.payouts.byId(id)) as PayoutRow;
      return { answer, entries: await recordPayoutEffects(tx, { deed: 'recorded', before: null, after: answer }, by) };
    };
    // It pays nothing until it is completed.
    return { why: { kind: 'payout', person: '', amount_cents: input.amount }, finish };
  });
