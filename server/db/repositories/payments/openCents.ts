import { type RawBuilder, sql } from 'kysely';

/** Cents of invoice `i` that no counted payment `p` and no other settlement covers. @param isCounted a condition on `p` */
export const openCents = (isCounted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(i.gross_cents - settled_of(i.id) - coalesce((
  select sum(p.amount_cents) from customer_payments p where p.invoice_id = i.id and ${isCounted}), 0))::int8`;
