import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { invoiceNamed } from './invoiceNamed.ts';

export type StoryInvoice = Readonly<{
  id: number;
  invoice_number: string;
  booking_date: Day;
  due_date: Day | null;
  state: 'draft' | 'sent' | 'cancelled';
  gross_cents: number;
  deal_id: number | null;
}>;
export type StoryDeal = Readonly<{
  name: string;
  stage: string;
  state: 'open' | 'won' | 'lost';
  owner_id: number | null;
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
}>;
export type StoryCommission = Readonly<{
  user_id: number;
  first_name: string;
  last_name: string;
  booking_date: Day;
  amount_cents: number;
  status: CommissionStatus;
}>;

/** What belongs to one event besides itself. */
export const eventsStoryRepository = (query: Kysely<Schema>) => {
  const invoices = () =>
    query.selectFrom('invoices').select(['id', 'invoice_number', 'booking_date', 'due_date', 'state', 'gross_cents', 'deal_id']);

  return {
    /** The invoice that an event names. */
    invoiceOf: (named: string): Promise<StoryInvoice | undefined> =>
      invoices()
        .where('id', '=', invoiceNamed(sql`${named}::text`))
        .executeTakeFirst(),

    deal: (id: number): Promise<StoryDeal | undefined> =>
      query
        .selectFrom('deals')
        .select(['name', 'stage', 'state', 'owner_id', 'amount_cents', 'expected_close_date', 'closed_on'])
        .where('id', '=', id)
        .executeTakeFirst(),

    payments: (invoiceId: number): Promise<StoryPayment[]> =>
      query
        .selectFrom('customer_payments')
        .select(['payment_date', 'amount_cents', 'state', 'method', 'reversal_of_id'])
        .where('invoice_id', '=', invoiceId)
        .orderBy('payment_date')
        .orderBy('id')
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
