import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type FactOrigin, factOriginColumns } from './arrival.ts';

type CreatedRow = Readonly<{ created_at: string }> & FactOrigin;
export type WakeInvoiceRow = CreatedRow &
  Readonly<{
    id: number;
    invoice_number: string;
    customer_name: string;
    booking_date: Day;
    net_cents: number;
    credit_of_id: number | null;
    state: 'draft' | 'sent' | 'cancelled';
    salesperson_id: number | null;
    seller_manager_id: number | null;
  }>;
export type WakePaymentRow = CreatedRow &
  Readonly<{
    id: number;
    invoice_id: number;
    invoice_number: string;
    on: Day;
    amount_cents: number;
    state: 'pending' | 'completed' | 'failed';
  }>;
export type WakePayoutRow = Readonly<{
  id: number;
  user_id: number;
  paid_on: Day;
  amount_cents: number;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  first_name: string;
  last_name: string;
  entered_by: string | null;
  created_at: string;
}>;
/** A record whose amount a saved configuration changed. */
export type MovedRecordRow = Readonly<{
  id: number;
  invoice_number: string | null;
  user_id: number;
  first_name: string;
  last_name: string;
  booking_date: Day;
  before_cents: number | null;
  after_cents: number;
  status: CommissionStatus | null;
}>;
export type MovedPersonRow = Readonly<{
  user_id: number;
  first_name: string;
  last_name: string;
  figures: number;
  before_cents: number;
  after_cents: number;
}>;

/** Facts that change figures, and the amounts a saved configuration changed. */
export const wakeRepository = (query: Kysely<Schema>) => {
  /** Found by run or, for changes from before runs existed, by the moment of the save. Several changes of a record are combined. */
  const runIds = (version: number) => sql`
    select id from recompute_runs where cause_facts->>'kind' = 'config_saved' and cause_facts->>'version' = ${String(version)}`;
  const movedBySql = (version: number) => sql`
    select c.commission_id as id, c.user_id, max(c.booking_date) as booking_date,
      (array_agg(c.before_cents order by c.id))[1] as before_cents, coalesce((array_agg(c.after_cents order by c.id desc))[1], 0) as after_cents
    from amount_history c
    where c.run_id = any(array(${runIds(version)})) or (c.run_id is null and not exists (${runIds(version)})
      and c.at = (select created_at from config_versions where id = ${version} and created_by is not null))
    group by 1, 2`;
  return {
    invoice: async (id: number): Promise<WakeInvoiceRow | undefined> => {
      const { rows } = await sql<WakeInvoiceRow>`
        select i.id, i.invoice_number, i.customer_name, i.booking_date, i.net_cents, i.credit_of_id, i.state, i.created_at, i.salesperson_id,
          (select manager_id from users where id = i.salesperson_id) as seller_manager_id,
          ${factOriginColumns('invoice', sql`i.id`, sql`null::bigint`, sql`i.connection_id`, sql`i.external_id`)}
        from invoices i where i.id = ${id}`.execute(query);
      return rows[0];
    },

    payment: async (id: number): Promise<WakePaymentRow | undefined> => {
      const { rows } = await sql<WakePaymentRow>`
        select p.id, p.invoice_id, i.invoice_number, p.payment_date as on, p.amount_cents, p.state, p.created_at,
          ${factOriginColumns('payment', sql`p.id`, sql`coalesce(p.created_by, r.created_by)`, sql`r.connection_id`, sql`coalesce(p.external_id, r.external_id)`)}
        from customer_payments p join receipts r on r.id = p.receipt_id join invoices i on i.id = p.invoice_id where p.id = ${id}`.execute(
        query,
      );
      return rows[0];
    },

    /** A payout with the ids of the records it pays. */
    payout: async (id: number): Promise<(WakePayoutRow & Readonly<{ records: readonly number[] }>) | undefined> => {
      const { rows } = await sql<WakePayoutRow & Readonly<{ records: readonly number[] }>>`
        select p.id, p.user_id, p.paid_on, p.amount_cents, p.state, u.first_name, u.last_name, p.created_at,
          (select first_name || ' ' || last_name from users where id = p.created_by) as entered_by,
          coalesce((select json_agg(commission_id order by commission_id) from payout_lines where payout_id = p.id), '[]') as records
        from payouts p join users u on u.id = p.user_id where p.id = ${id}`.execute(query);
      return rows[0];
    },

    /** Records that a saved configuration changed, largest change first. */
    movedBy: async (version: number, maxRows: number): Promise<MovedRecordRow[]> => {
      const { rows } = await sql<MovedRecordRow>`
        select m.*, r.invoice_number, r.status, u.first_name, u.last_name from (${movedBySql(version)}) m
        join users u on u.id = m.user_id left join commission_records r on r.id = m.id
        where m.before_cents is distinct from m.after_cents
        order by abs(m.after_cents - coalesce(m.before_cents, 0)) desc, m.id limit ${maxRows}`.execute(query);
      return rows;
    },

    peopleMovedBy: async (version: number): Promise<MovedPersonRow[]> => {
      const { rows } = await sql<MovedPersonRow>`
        select m.user_id, u.first_name, u.last_name, count(*) as figures, coalesce(sum(m.before_cents), 0)::int8 as before_cents,
          sum(m.after_cents)::int8 as after_cents
        from (${movedBySql(version)}) m join users u on u.id = m.user_id where m.before_cents is distinct from m.after_cents
        group by 1, 2, 3 order by abs(sum(m.after_cents) - coalesce(sum(m.before_cents), 0)) desc, 1`.execute(query);
      return rows;
    },
  };
};
