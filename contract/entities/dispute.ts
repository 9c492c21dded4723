import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf } from './common.ts';

export const disputeStates = ['open', 'in_review', 'resolved', 'withdrawn'] as const;
export const disputeBadges = {
  open: { label: 'Open', severity: 'warning' },
  in_review: { label: 'In review', severity: 'info' },
  resolved: { label: 'Resolved', severity: 'success' },
  withdrawn: { label: 'Withdrawn', severity: 'secondary' },
} as const;

/** A question about one record's amount, with its thread. */
export const Dispute = Type.Object({
  id: Id,
  commission_id: Id,
  invoice_number: Type.String(),
  state: oneOf(disputeStates),
  opened_by: Type.String(),
  opened_at: Instant,
  resolution: nullable(Type.String()),
  adjustment_id: nullable(Id),
  adjustment_amount: nullable(Money),
  messages: Type.Array(Type.Object({ id: Id, author: Type.String(), text: Type.String(), at: Instant })),
  actions: Type.Array(oneOf(['reply', 'take', 'resolve', 'withdraw'])),
});
export type Dispute = Static<typeof Dispute>;
export const DisputeList = Type.Object({ data: Type.Array(Dispute) });
