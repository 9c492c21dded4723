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
  /** The record's: where a list has to look for it. */
  booking_date: Type.Optional(PlainDate),
  state: oneOf(disputeStates),
  opened_by: Type.String(),
  opened_at: Instant,
  resolution: nullable(Type.String()),
  adjustment_id: nullable(Id),
  adjustment_amount: nullable(Money),
  /** It counts only once it is approved. */
  adjustment_state: Type.Optional(nullable(oneOf(adjustmentStates))),
  messages: Type.Array(Type.Object({ id: Id, author: Type.String(), text: Type.String(), at: Instant })),
  actions: Type.Array(oneOf(['reply', 'take', 'resolve', 'withdraw'])),
});
export type Dispute = Static<typeof Dispute>;
export const DisputeList = Type.Object({ data: Type.Array(Dispute) });
/** Questions without an end: those the asker may answer, or may see where they answer none. */
export const DisputeCount = Type.Object({ count: Type.Integer() });

/** A question, or a reply to it. */
export const DisputeMessageBody = Type.Object({ message: Type.String({ maxLength: 4000 }) }, { additionalProperties: false });

/** How it was resolved; with an adjustment of the record where the question was right. */
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
