import { type RawBuilder, sql } from 'kysely';
import type { SaleKind } from '../../../../contract/rules/commission/saleFacts.ts';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';

/** The invoice that a credit memo reverses, whose payments release both (decisions 2.03). */
export type ReversedInvoice = Readonly<{
  id: number;
  gross_cents: number;
  net_cents: number;
  booking_date: Day;
  sale_kind: SaleKind | null;
  term_months: number | null;
  cost_cents: number | null;
  units: number | null;
  list_cents: number | null;
}>;
type DatedCents = readonly (readonly [Day, number])[];
/**
 * The days and cents that release invoice `i`: its completed payments, and its credit memos as negative amounts. A credit that settles its
 * own invoice is not a payment (decisions 2.03). `has_pay`: something was paid out to the person, or adjusted, on the invoice or its memos.
 */
export type ReleaseFacts = Readonly<{ takes_back: ReversedInvoice | null; receipts: DatedCents; credits: DatedCents; has_pay: boolean }>;

/** The original invoice of a memo `i`, also through memos of memos; no rows, and no lookup, if `i` is not a memo. */
const originalOf = (columns: string): RawBuilder<unknown> => sql`(with recursive up as (
    select x.id, x.credit_of_id, x.invoice_number, x.gross_cents, x.net_cents, x.booking_date, x.sale_kind, x.term_months, x.cost_cents, x.units, x.list_cents from invoices x where i.credit_of_id is not null and x.id = i.credit_of_id
    union select x.id, x.credit_of_id, x.invoice_number, x.gross_cents, x.net_cents, x.booking_date, x.sale_kind, x.term_months, x.cost_cents, x.units, x.list_cents from up join invoices x on x.id = up.credit_of_id
  ) select ${sql.raw(columns)} from up where credit_of_id is null and i.credit_of_id is not null)`;
/** A lateral join named `o`. */
export const originalJoin = sql`lateral ${originalOf('*')} as o`;

/** The id of the original invoice of a memo `i`, also through memos of memos; null if `i` is not a memo. */
export const rootId = sql`case when i.credit_of_id is not null then coalesce(${originalOf('id')}, i.credit_of_id) end`;

/** True if payment `p` applies a credit memo to the invoice it is for. */
export const isOwnCredit = sql`p.method = ${creditMethod} and exists (select 1 from customer_payments y join invoices m on m.id = y.invoice_id
  where y.receipt_id = p.receipt_id and m.credit_of_id = p.invoice_id)`;

const releasedById = sql`case when i.credit_of_id is null then i.id else coalesce(${originalOf('id')}, i.id) end`;

/** For records `x`. A reversed payout and its reversal, both completed, add up to 0. */
const isPaidOrAdjusted = sql`((select sum(l.amount_cents) from payout_lines l join payouts o on o.id = l.payout_id and o.state = 'completed'
    where l.commission_id = x.id) <> 0
  or (select sum(a.amount_cents) from adjustments a where a.commission_id = x.id and a.state = 'approved') <> 0)`;

/** True if something was paid out to the person or adjusted on invoice `i` or its memos. */
export const hasPay = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select 1 from commission_records x where x.user_id = ${userId} and ${isPaidOrAdjusted} and x.invoice_id in (
    select ${releasedById} union all select c.id from invoices c where c.credit_of_id = ${releasedById}))`;

/** For invoice `i` and a person. It avoids a join, which would start once per invoice although most credit nothing. */
export const releaseColumns = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when i.credit_of_id is not null then ${originalOf(`json_build_object('id', id, 'gross_cents', gross_cents, 'net_cents', net_cents, 'booking_date', booking_date,
    'sale_kind', sale_kind, 'term_months', term_months, 'cost_cents', cost_cents, 'units', units, 'list_cents', list_cents)`)} end as takes_back,
  coalesce((select json_agg(json_build_array(p.payment_date, p.amount_cents)) from customer_payments p
    where p.invoice_id = ${releasedById} and p.state = 'completed' and not (${isOwnCredit})), '[]') as receipts,
  coalesce((select json_agg(json_build_array(m.booking_date, m.gross_cents)) from (
    select c.booking_date, c.gross_cents from invoices c where c.credit_of_id = ${releasedById} and c.state = 'sent'
    union all select d.booking_date, d.gross_cents from invoices c join invoices d on d.credit_of_id = c.id
      where c.credit_of_id = ${releasedById} and c.state = 'sent' and d.state = 'sent') m), '[]') as credits, ${hasPay(userId)} as has_pay`;

/** Ids of these invoices and of their credit memos. */
export const idsWithMemos = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(with recursive down(id) as (
  select id from invoices where id in (${ids}) union select x.id from down join invoices x on x.credit_of_id = down.id) select id from down)`;
