import type { Payment } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { proposable } from '../facts/proposable.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import { type PaymentFormBody, type PaymentInput, readPaymentForm } from '../payments/paymentForm.ts';
import { paymentOf, readPaymentViewer } from '../payments/paymentView.ts';
import { recordReceipt } from '../payments/recordReceipt.ts';
import type { Principal } from '../session/principal.ts';
import { runOnce } from '../shared/once.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { recordPayout } from './recordPayout.ts';

const record = async (tx: Repositories, input: PaymentInput, by: PaymentBy): Promise<Payment> => {
  const viewer = await readPaymentViewer(tx, by.principal.actor);
  return input.type === 'customer_payment'
    ? paymentOf(viewer, { type: input.type, row: await recordReceipt(tx, input, by) })
    : paymentOf(viewer, { type: input.type, row: await recordPayout(tx, input, by) });
};

/**
 * spec 2.60. With an idempotency key, a repeated request gets the first response.
 * @throws Problem 409 payment_duplicate, period_closed, 422
 */
export const recordPayment = proposable(
  'payment.record',
  async (
    { store, clock }: Pick<Services, 'store' | 'clock'>,
    principal: Principal,
    body: PaymentFormBody,
    key: string | undefined,
    origin: Origin,
  ): Promise<Payment> => {
    const input = await readPaymentForm(body);
    const at = clock();
    return store.transaction(async (tx) => {
      const by = { principal, origin, at };
      // A repeat that confirms the duplicate counts as the same request, so the compared body omits the confirmation.
      const { confirmed: _, ...typed } = body;
      const keyed = { userId: principal.userId, route: 'POST /api/v1/payments', key, body: typed, at };
      const createKeyReusedProblem = () => new Problem(422, 'idempotency_key_used', messages.paymentRefusals.keyUsed);
      return runOnce(tx, keyed, () => record(tx, input, by), createKeyReusedProblem);
    });
  },
);
