import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, Rate } from './common.ts';

/** A person's part of an invoice; shares add up to 1, and net revenues to the invoice's net revenue. */
const Share = Type.Object({ user_id: Id, name: Type.String(), share: Rate, net_revenue: Money });

/** Available with the feature `splits`: the people credited for an invoice (decisions 2.08), manually or by the plan. */
export const InvoiceSplit = Type.Object({
  invoice_id: Id,
  invoice_number: Type.String(),
  net_revenue: Money,
  by_hand: Type.Boolean(),
  shares: Type.Array(Share),
  /** Only for a manual split. */
  reason: nullable(Type.String()),
  by: nullable(Type.String()),
  since: nullable(Instant),
  /** Each change must send it back, so that no edit is overwritten by accident. */
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
