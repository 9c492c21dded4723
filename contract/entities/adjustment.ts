import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable } from './common.ts';

/** spec 3.07 */
export const Adjustment = Type.Object({
  id: Id,
  commission_id: nullable(Id),
  adjustment_amount: Money,
  adjustment_reason: Type.String(),
  related_invoice_id: Id,
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
});
export type Adjustment = Static<typeof Adjustment>;
