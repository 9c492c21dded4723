import { sql } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';

/**
 * A payment `p` that is a credit and no money: one that settles the invoice of its memo, and what the memo itself says of it. The credit of
 * another invoice, which was paid there, is money.
 */
export const isCredit = sql`p.method = ${creditMethod} and exists (select 1 from customer_payments y join invoices m on m.id = y.invoice_id
  where y.receipt_id = p.receipt_id and m.credit_of_id is not null and p.invoice_id in (m.id, m.credit_of_id))`;
