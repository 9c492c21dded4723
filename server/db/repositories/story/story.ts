import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { invoiceNamed } from '../events/invoiceNamed.ts';

/** Ids of related deals, events and invoices. */
export type Chain = Readonly<{ deal: readonly number[]; event: readonly number[]; invoice: readonly number[] }>;
export type ChainKind = keyof Chain;
/** A link between two of the three kinds. */
export type ChainEdge = Readonly<Record<ChainKind, number | null>>;
/** The part of a receipt that pays these invoices. */
export type StoryReceipt = Readonly<{
  id: number;
  day: Day;
  method: string;
  amount_cents: number;
  state: 'pending' | 'completed' | 'failed';
}>;
export type StoryRecord = Readonly<{
  id: number;
  invoice_id: number;
  user_id: number;
  first_name: string;
  last_name: string;
  booking_date: Day;
  earned_cents: number;
  released_cents: number;
  due_cents: number;
  status: CommissionStatus;
  reason: string;
}>;
/** The part of a payout that pays these records. */
export type StoryPayout = Readonly<{
  id: number;
  user_id: number;
  first_name: string;
  last_name: string;
  day: Day;
  amount_cents: number;
  state: 'pending' | 'processing' | 'completed' | 'failed';
}>;

const anyOf = (recordIds: readonly number[]) => sql`any(${[...recordIds]}::int8[])`;
const recordColumns = sql`r.id, r.invoice_id, r.user_id, u.first_name, u.last_name, r.booking_date,
  (r.amount_cents + r.adjustments_cents)::int8 as earned_cents, r.released_cents, r.due_cents, r.status, r.reason`;

/** Everything between a deal and a payout (decisions 2.17, 6.03), one statement per kind. */
export const storyRepository = (query: Kysely<Schema>) => {
  const records = async (condition: ReturnType<typeof sql>): Promise<StoryRecord[]> => {
    const { rows } = await sql<StoryRecord>`
      select ${recordColumns} from commission_records r join users u on u.id = r.user_id where ${condition}
      order by r.booking_date, r.id`.execute(query);
    return rows;
  };
  return {
    /** Each pair that involves one of these: linked by hand, created for a deal, or named by an event. */
    edges: async ({ deal, event, invoice }: Chain): Promise<ChainEdge[]> => {
      const { rows } = await sql<ChainEdge>`
        with numbers as (select lower(invoice_number) as number from invoices where id = ${anyOf(invoice)}),
        naming as (
          select e.id, e.invoice_id as name from events e where e.id = ${anyOf(event)} and btrim(e.invoice_id) <> ''
          union select e.id, e.invoice_id from numbers n join events e on lower(btrim(e.invoice_id)) in (n.number, split_part(n.number, '-', 1))
          union select e.id, e.invoice_id from numbers n join events e
            on lower(btrim(e.invoice_id)) ~>=~ (n.number || '-') and lower(btrim(e.invoice_id)) ~<~ (n.number || '.')
        ), named as (select n.id, ${invoiceNamed(sql`n.name`)} as invoice from naming n)
        select deal_id as deal, event_id as event, invoice_id as invoice from links
          where superseded_at is null and (deal_id = ${anyOf(deal)} or event_id = ${anyOf(event)} or invoice_id = ${anyOf(invoice)})
        union select deal_id, null, id from invoices where deal_id is not null and (deal_id = ${anyOf(deal)} or id = ${anyOf(invoice)})
        union select null, id, invoice from named where invoice is not null and (id = ${anyOf(event)} or invoice = ${anyOf(invoice)})
        order by 1, 2, 3`.execute(query);
      return rows;
    },

    receipts: async (invoices: readonly number[]): Promise<StoryReceipt[]> => {
      const { rows } = await sql<StoryReceipt>`
        select p.receipt_id as id, min(p.payment_date) as day, min(p.method) as method, sum(p.amount_cents)::int8 as amount_cents, r.state
        from customer_payments p join receipts r on r.id = p.receipt_id where p.invoice_id = ${anyOf(invoices)}
        group by p.receipt_id, r.state order by 2, 1`.execute(query);
      return rows;
    },

    recordsOf: (invoices: readonly number[]): Promise<StoryRecord[]> => records(sql`r.invoice_id = ${anyOf(invoices)}`),
    records: (recordIds: readonly number[]): Promise<StoryRecord[]> => records(sql`r.id = ${anyOf(recordIds)}`),

    payouts: async (recordIds: readonly number[]): Promise<StoryPayout[]> => {
      const { rows } = await sql<StoryPayout>`
        select p.id, p.user_id, u.first_name, u.last_name, p.paid_on as day, sum(l.amount_cents)::int8 as amount_cents, p.state
        from payout_lines l join payouts p on p.id = l.payout_id join users u on u.id = p.user_id
        where l.commission_id = ${anyOf(recordIds)} group by p.id, u.id order by p.paid_on, p.id`.execute(query);
      return rows;
    },
  };
};
