import { type Static, Type } from 'typebox';
import { adjustmentStates } from './adjustment.ts';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

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
  salesperson_name: Type.Optional(Type.String()),
  /** The record's booking date, so that a list can find it. */
  booking_date: Type.Optional(PlainDate),
  state: oneOf(disputeStates),
  opened_by: Type.String(),
  opened_at: Instant,
  resolution: nullable(Type.String()),
  adjustment_id: nullable(Id),
  adjustment_amount: nullable(Money),
  /** The adjustment counts only once it is approved. */
  adjustment_state: Type.Optional(nullable(oneOf(adjustmentStates))),
  messages: Type.Array(Type.Object({ id: Id, author: Type.String(), text: Type.String(), at: Instant })),
  actions: Type.Array(oneOf(['reply', 'take', 'resolve', 'withdraw'])),
});
export type Dispute = Static<typeof Dispute>;
export const DisputeList = Type.Object({ data: Type.Array(Dispute) });
/** Number of unresolved questions that the requester may answer; for requesters who answer none, those they may see. */
export const DisputeCount = Type.Object({ count: Type.Integer() });

/** A question or a reply. */
export const DisputeMessageBody = Type.Object({ message: Type.String({ maxLength: 4000 }) }, { additionalProperties: false });

/** The resolution, with an adjustment of the record if the question was justified. */
export const ResolveBody = Type.Object(
  {
    resolution: Type.String({ maxLength: 4000 }),
    adjustment: Type.Optional(
      Type.Object(
        {
          adjustment_amount: Type.Union([Type.String({ maxLength: 64 }), Type.Number()]),
          adjustment_reason: Type.String({ maxLength: 4000 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
