import { sql } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';

/**
 * True if payment `p` is a credit rather than money: it settles the invoice of its memo, or is the memo's own entry. Credit that was paid
 * on another invoice counts as money.
 */
export const isCredit = sql`p.method = ${creditMethod} and exists (select 1 from customer_payments y join invoices m on m.id = y.invoice_id
  where y.receipt_id = p.receipt_id and m.credit_of_id is not null and p.invoice_id in (m.id, m.credit_of_id))`;
