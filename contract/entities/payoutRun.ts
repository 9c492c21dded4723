import { type Static, Type } from 'typebox';
import { AuditEntry } from './audit.ts';
import { extended, Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';
import { paymentActions, paymentStates } from './payment.ts';

export const payoutRunStates = ['proposed', 'approved', 'completed', 'cancelled'] as const;
export const payoutRunStateBadges = {
  proposed: { label: 'Proposed', severity: 'warning' },
  approved: { label: 'Approved', severity: 'info' },
  completed: { label: 'Completed', severity: 'success' },
  cancelled: { label: 'Cancelled', severity: 'secondary' },
} as const;
/** The reason why a person is in the run or left out. */
const payoutOutcomes = ['paid', 'carried', 'by_hand', 'under_way', 'not_released', 'too_small', 'not_employed'] as const;

export const PayoutRunPerson = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  email: Type.String(),
  /** Deactivated, or no longer employed on the pay day. */
  left: Type.Boolean(),
  /** The last day of employment, if it is known. */
  left_on: nullable(PlainDate),
  outcome: oneOf(payoutOutcomes),
  due: Money,
  /** Amount that a clawback withholds for earlier overpayments. */
  kept: Money,
  /** Overpaid earlier and not withheld. */
  overpaid: Money,
  /** The amount added by the month's draw, and the amount recovered of earlier draws (decisions 2.08). */
  drawn: Money,
  recovered: Money,
  proposed: Money,
  amount: Money,
  /** Amount in the previous run; null if they were not in it. */
  last_amount: nullable(Money),
  /** The amount in pending payments, or earned and not released, if that is why the person is left out. */
  waiting: Money,
  /** The reason for a manual change, and its author. */
  reason: nullable(Type.String()),
  changed_by: nullable(Type.String()),
  payment_id: nullable(Id),
  payment_version: nullable(Type.Integer()),
  status: nullable(oneOf(paymentStates)),
  failure: nullable(Type.String()),
  /** The payment that reverses it. */
  reversed_by: nullable(Id),
  actions: Type.Array(oneOf(paymentActions)),
  /** Job state of the run's statement. */
  statement: nullable(Type.String()),
});
export type PayoutRunPerson = Static<typeof PayoutRunPerson>;

export const PayoutRunHead = Type.Object({
  id: Id,
  /** YYYY-MM */
  month: Type.String(),
  pay_on: PlainDate,
  reference: Type.String(),
  status: oneOf(payoutRunStates),
  people: Type.Integer(),
  amount: Money,
  created_by: Type.String(),
  approved_by: nullable(Type.String()),
  self_approved: Type.Boolean(),
  created_at: Instant,
  version: Type.Integer(),
});
export type PayoutRunHead = Static<typeof PayoutRunHead>;
export const payoutRunActions = ['change', 'approve', 'cancel', 'complete', 'close'] as const;
export const PayoutRun = extended(PayoutRunHead, {
  last: nullable(Type.Object({ id: Id, month: Type.String(), people: Type.Integer(), amount: Money })),
  data: Type.Array(PayoutRunPerson),
  actions: Type.Array(oneOf(payoutRunActions)),
  history: Type.Array(AuditEntry),
});
export type PayoutRun = Static<typeof PayoutRun>;
/** The month (YYYY-MM) and pay day of the next run. */
const NextRun = Type.Object({ month: Type.String(), pay_on: PlainDate });
export type NextRun = Static<typeof NextRun>;
export const PayoutRunList = Type.Object({ data: Type.Array(PayoutRunHead), next: NextRun });
export type PayoutRunList = Static<typeof PayoutRunList>;
