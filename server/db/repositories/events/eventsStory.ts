import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { isCredit } from '../invoices/isCredit.ts';
import { invoiceNamed } from './invoiceNamed.ts';

export type StoryInvoice = Readonly<{
  id: number;
  invoice_number: string;
  booking_date: Day;
  due_date: Day | null;
  state: 'draft' | 'sent' | 'cancelled';
  gross_cents: number;
  /** Amounts that connected systems settled without money (decisions 2.27). */
  settled_cents: number;
  deal_id: number | null;
  salesperson_id: number | null;
  seller_manager_id: number | null;
}>;
export type StoryDeal = Readonly<{
  name: string;
  stage: string;
  state: 'open' | 'won' | 'lost';
  owner_id: number | null;
  owner_manager_id: number | null;
  amount_cents: number | null;
  expected_close_date: Day | null;
  closed_on: Day | null;
}>;
export type StoryPayment = Readonly<{
  payment_date: Day;
  amount_cents: number;
  state: 'pending' | 'completed' | 'failed';
  method: string;
  reversal_of_id: number | null;
  is_credit: boolean;
}>;
export type StoryCommission = Readonly<{
  user_id: number;
  first_name: string;
  last_name: string;
  booking_date: Day;
  amount_cents: number;
  status: CommissionStatus;
}>;

/** Everything related to one event. */
export const eventsStoryRepository = (query: Kysely<Schema>) => {
  const invoices = () =>
    query
      .selectFrom('invoices as i')
      .leftJoin('users as u', 'u.id', 'i.salesperson_id')
      .select(['i.id', 'i.invoice_number', 'i.booking_date', 'i.due_date', 'i.state', 'i.gross_cents', 'i.deal_id', 'i.salesperson_id'])
      .select(['u.manager_id as seller_manager_id', sql<number>`settled_of(i.id)`.as('settled_cents')]);

  return {
    /** The invoice named by an event. */
    invoiceOf: (invoiceName: string): Promise<StoryInvoice | undefined> =>
      invoices()
        .where('i.id', '=', invoiceNamed(sql`${invoiceName}::text`))
        .executeTakeFirst(),

    deal: (id: number): Promise<StoryDeal | undefined> =>
      query
        .selectFrom('deals as d')
        .leftJoin('users as u', 'u.id', 'd.owner_id')
        .select(['d.name', 'd.stage', 'd.state', 'd.owner_id', 'd.amount_cents', 'd.expected_close_date', 'd.closed_on'])
        .select('u.manager_id as owner_manager_id')
        .where('d.id', '=', id)
        .executeTakeFirst(),

    payments: (invoiceId: number): Promise<StoryPayment[]> =>
      query
        .selectFrom('customer_payments as p')
        .select(['p.payment_date', 'p.amount_cents', 'p.state', 'p.method', 'p.reversal_of_id', sql<boolean>`${isCredit}`.as('is_credit')])
        .where('p.invoice_id', '=', invoiceId)
        .orderBy('p.payment_date')
        .orderBy('p.id')
        .execute(),

    commissions: (invoiceId: number): Promise<StoryCommission[]> =>
      query
        .selectFrom('commission_records as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select(['c.user_id', 'u.first_name', 'u.last_name', 'c.booking_date', 'c.amount_cents', 'c.status'])
        .where('c.invoice_id', '=', invoiceId)
        .orderBy('c.id')
        .execute(),
  };
};
