import type { Payment } from '../../../contract/entities/payment.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { proposable } from '../facts/proposable.ts';
import type { PaymentBy, PaymentVerb } from '../payments/paymentEffects.ts';
import { type AllocationLineBody, readLines, readReason } from '../payments/paymentForm.ts';
import type { PaymentId } from '../payments/paymentIds.ts';
import { paymentOf, readPaymentViewer } from '../payments/paymentView.ts';
import { allocateReceipt, reverseReceipt, stepReceipt } from '../payments/stepReceipt.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { stepPayout } from './stepPayout.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type KnownPayment = Readonly<{ id: PaymentId | null; version: number }>;
export type PaymentStep = 'approve' | 'complete' | 'fail' | 'retry' | 'reverse' | 'undo';

const verbByEvent = {
  approve: 'approved',
  complete: 'completed',
  fail: 'failed',
  retry: 'retried',
  reverse: 'reversed',
  undo: 'undone',
} as const satisfies Record<PaymentStep, PaymentVerb>;

type Step = Readonly<{ id: PaymentId; version: number; kind: PaymentStep; reason: string }>;

const runStep = async (tx: Repositories, { id: { type, id }, version, kind, reason }: Step, by: PaymentBy): Promise<Payment> => {
  const viewer = await readPaymentViewer(tx, by.principal.actor);
  const knownVersion = { id, version };
  if (type === 'commission_payment') {
    const needsReason = kind === 'fail' || kind === 'reverse';
    const event = needsReason
      ? ({ type: kind, reason } as const)
      : kind === 'approve'
        ? ({ type: kind, actorId: by.principal.actor.id } as const)
        : ({ type: kind } as const);
    return paymentOf(viewer, { type, row: await stepPayout(tx, { ...knownVersion, event, deed: verbByEvent[kind], note: reason }, by) });
  }
  // Customer payments have no processing state, so they cannot be completed or undone.
  if (kind === 'complete' || kind === 'undo') throw notFoundProblem('payment');
  const event = kind === 'fail' || kind === 'reverse' ? ({ type: kind, reason } as const) : ({ type: kind } as const);
  const change = { ...knownVersion, event, verb: verbByEvent[kind] };
  return paymentOf(viewer, { type, row: await (kind === 'reverse' ? reverseReceipt : stepReceipt)(tx, change, by) });
};

/**
 * Approves, completes, fails, retries, reverses or undoes a payment (decisions 2.10, 2.16); fail and reverse need a reason, approve may
 * have one.
 * @throws Problem 403, 404, 409, 422
 */
export const changePayment = proposable(
  'payment.step',
  async (
    { store, clock }: Deps,
    principal: Principal,
    { id, version }: KnownPayment,
    kind: PaymentStep,
    typed: string,
    origin: Origin,
  ): Promise<Payment> => {
    if (id === null) throw notFoundProblem('payment');
    const reason = kind === 'fail' || kind === 'reverse' ? await readReason(typed) : typed.trim();
    const at = clock();
    return store.transaction((tx) => runStep(tx, { id, version, kind, reason }, { principal, origin, at }));
  },
);

/** Replaces the allocation of a customer payment. @throws Problem 404, 409, 422 */
export const allocatePayment = proposable(
  'payment.allocate',
  async (
    { store, clock }: Deps,
    principal: Principal,
    { id, version }: KnownPayment,
    lines: readonly AllocationLineBody[],
    origin: Origin,
  ): Promise<Payment> => {
    if (id?.type !== 'customer_payment') throw notFoundProblem('payment');
    const newLines = readLines(lines);
    const at = clock();
    return store.transaction(async (tx) => {
      const change = { id: id.id, version, event: { type: 'allocate' }, verb: 'allocated' } as const;
      const row = await allocateReceipt(tx, change, newLines, { principal, origin, at });
      return paymentOf(await readPaymentViewer(tx, principal.actor), { type: 'customer_payment', row });
    });
  },
);
