import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, Rate } from './common.ts';

/** One person's part of an invoice; the shares add up to 1, and the net revenues to that of the invoice. */
const Share = Type.Object({ user_id: Id, name: Type.String(), share: Rate, net_revenue: Money });

/** Announced as `splits`: whom an invoice is credited to (decisions 2.08), by hand or else as the plan says. */
export const InvoiceSplit = Type.Object({
  invoice_id: Id,
  invoice_number: Type.String(),
  net_revenue: Money,
  by_hand: Type.Boolean(),
  shares: Type.Array(Share),
  /** Of a split by hand. */
  reason: nullable(Type.String()),
  by: nullable(Type.String()),
  since: nullable(Instant),
  /** What a change names, so that nobody's is overwritten unseen. */
  version: Type.Integer(),
});
export type InvoiceSplit = Static<typeof InvoiceSplit>;

export const SplitBody = Type.Object(
  {
    shares: Type.Array(Type.Object({ user_id: Type.String({ maxLength: 64 }), share: Type.Number() }, { additionalProperties: false }), {
      maxItems: 100,
    }),
    reason: Type.String({ maxLength: 2000 }),
    version: Type.Integer(),
  },
  { additionalProperties: false },
);
export type SplitBody = Static<typeof SplitBody>;
