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
/** Why somebody is in the run, or left out. */
const payoutOutcomes = ['paid', 'carried', 'by_hand', 'under_way', 'not_released'] as const;

export const PayoutRunPerson = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  email: Type.String(),
  outcome: oneOf(payoutOutcomes),
  due: Money,
  /** Held back by a clawback for what was paid too much before. */
  kept: Money,
  /** Overpaid before and not kept back. */
  overpaid: Money,
  /** What the draw of the month adds, and what of earlier draws is taken back (decisions 2.08). */
  drawn: Money,
  recovered: Money,
  proposed: Money,
  amount: Money,
  /** Of the run before; null where they were not in it. */
  last_amount: nullable(Money),
  /** In payments under way, or earned and not released, where that is why they are left out. */
  waiting: Money,
  /** Why it was changed by hand, and by whom. */
  reason: nullable(Type.String()),
  changed_by: nullable(Type.String()),
  payment_id: nullable(Id),
  payment_version: nullable(Type.Integer()),
  status: nullable(oneOf(paymentStates)),
  failure: nullable(Type.String()),
  /** The payment that takes it back. */
  reversed_by: nullable(Id),
  actions: Type.Array(oneOf(paymentActions)),
  /** The statement that belongs to the run: its job's state. */
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
export const PayoutRunList = Type.Object({ data: Type.Array(PayoutRunHead) });
