import { type RawBuilder, sql } from 'kysely';

/** Cents of invoice `i` covered neither by the `counted` ones of payments `p` nor by other settlements. */
export const openCents = (isCounted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(i.gross_cents - settled_of(i.id) - coalesce((
  select sum(p.amount_cents) from customer_payments p where p.invoice_id = i.id and ${isCounted}), 0))::int8`;
