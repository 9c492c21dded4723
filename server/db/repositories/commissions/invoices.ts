import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type FoundInvoice = Readonly<{ id: number; invoice_number: string; customer_name: string }>;
/** A record of an invoice, with its person. */
export type RecordOwner = Readonly<{
  id: number;
  user_id: number;
  invoice_id: number;
  /** The invoice that a credit memo reverses; null for an invoice. */
  credit_of_id: number | null;
  invoice_number: string;
  booking_date: string;
  first_name: string;
  last_name: string;
  manager_id: number | null;
}>;

/** Only invoices with a record of this person, or of this manager's team; null: no restriction. */
export type InvoicePeople = Readonly<{ creditedTo: number | null; managedBy: number | null }>;

const escapePattern = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Invoices for adjustments: search by number, and the people with commission on them. */
export const invoicesRepository = (query: Kysely<Schema>) => {
  const findMatching = (pattern: string, { creditedTo, managedBy }: InvoicePeople) =>
    query
      .selectFrom('invoices as i')
      .select(['i.id', 'i.invoice_number', 'i.customer_name'])
      .where(sql<boolean>`lower(i.invoice_number) like ${pattern}`)
      .$if(creditedTo !== null, (q) =>
        q.where((eb) =>
          eb.exists(
            eb
              .selectFrom('commission_records as c')
              .select('c.id')
              .whereRef('c.invoice_id', '=', 'i.id')
              .where('c.user_id', '=', Number(creditedTo)),
          ),
        ),
      )
      .$if(managedBy !== null, (q) =>
        q.where((eb) =>
          eb.exists(
            eb
              .selectFrom('commission_records as c')
              .innerJoin('users as u', 'u.id', 'c.user_id')
              .select('c.id')
              .whereRef('c.invoice_id', '=', 'i.id')
              .where('u.manager_id', '=', Number(managedBy)),
          ),
        ),
      )
      .orderBy('i.invoice_number')
      .orderBy('i.id');

  const records = () =>
    query
      .selectFrom('commission_records as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
      .select(['c.id', 'c.user_id', 'c.invoice_id', 'i.credit_of_id', 'c.invoice_number', 'c.booking_date'])
      .select(['u.first_name', 'u.last_name', 'u.manager_id']);

  return {
    byId: (id: number): Promise<{ id: number; salesperson_id: number | null; invoice_number: string } | undefined> =>
      query.selectFrom('invoices').select(['id', 'salesperson_id', 'invoice_number']).where('id', '=', id).executeTakeFirst(),

    recordsOf: (invoiceId: number): Promise<RecordOwner[]> => records().where('c.invoice_id', '=', invoiceId).orderBy('c.id').execute(),
    recordById: (id: number): Promise<RecordOwner | undefined> => records().where('c.id', '=', id).executeTakeFirst(),

    /**
     * Numbers that begin with the text, then those that contain it; % and _ match literally.
     */
    lookUp: async (text: string, people: InvoicePeople, limit: number): Promise<FoundInvoice[]> => {
      const pattern = escapePattern(text);
      const firstMatches = await findMatching(`${pattern}%`, people).limit(limit).execute();
      if (firstMatches.length === limit) return firstMatches;
      const otherMatches = await findMatching(`_%${pattern}%`, people)
        .where(sql<boolean>`lower(i.invoice_number) not like ${`${pattern}%`}`)
        .limit(limit - firstMatches.length)
        .execute();
      return [...firstMatches, ...otherMatches];
    },
  };
};
