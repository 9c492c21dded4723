import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

export const payPeriodStates = ['open', 'review', 'closed', 'reopened'] as const;
export type PayPeriodState = (typeof payPeriodStates)[number];
export const payPeriodBadges = {
  open: { label: 'Open', severity: 'info' },
  review: { label: 'In review', severity: 'warning' },
  closed: { label: 'Closed', severity: 'success' },
  reopened: { label: 'Reopened', severity: 'primary' },
} as const;

/** A month as a pay period (decisions 2.11). `blockers`: sentences that say why it cannot be closed now. */
export const PayPeriod = Type.Object({
  id: Id,
  label: Type.String(),
  start_date: PlainDate,
  end_date: PlainDate,
  state: oneOf(payPeriodStates),
  records: Type.Integer(),
  total_commission: Money,
  blockers: Type.Array(Type.String()),
  actions: Type.Array(oneOf(['review', 'back', 'close', 'reopen'])),
  closed_at: nullable(Instant),
  closed_by: nullable(Type.String()),
  reason: nullable(Type.String()),
  /** SHA-256 of the snapshot taken at closing. */
  hash: nullable(Type.String()),
  /** Root over the statements of the last closing (decisions 2.38); null if none is published. */
  root: nullable(Type.String()),
});
export type PayPeriod = Static<typeof PayPeriod>;
/** A fresh hash of the snapshot from the last closing. */
export const PayPeriodCheck = Type.Object({ hash: Type.String(), unchanged: Type.Boolean(), checked_at: Instant });
export type PayPeriodCheck = Static<typeof PayPeriodCheck>;
export const PayPeriodList = Type.Object({ data: Type.Array(PayPeriod) });
