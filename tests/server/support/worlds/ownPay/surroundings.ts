import { sql } from 'kysely';
import type { TestDatabase } from '../../testDatabase.ts';

type Versioned = Readonly<{ id: number; version: number }>;
export type Surroundings = Readonly<{
  invoices: readonly (Versioned & Readonly<{ number: string; owner: number | null; state: string; memo: boolean; left: number }>)[];
  records: readonly Readonly<{ id: number; invoice: number; owner: number }>[];
  adjustments: readonly (Versioned & Readonly<{ owner: number; state: string }>)[];
  receipts: readonly (Versioned & Readonly<{ customer: number; state: string; unapplied: number }>)[];
  payouts: readonly (Versioned & Readonly<{ owner: number; state: string }>)[];
  runs: readonly (Versioned & Readonly<{ state: string }>)[];
  deals: readonly (Versioned & Readonly<{ owner: number | null; state: string }>)[];
  events: readonly (Versioned & Readonly<{ person: string }>)[];
  users: readonly Readonly<{ id: number; name: string; email: string; role: string; manager: number | null }>[];
  customers: readonly Readonly<{ id: number; name: string }>[];
  goals: readonly (Versioned & Readonly<{ owner: number }>)[];
  bank: readonly Versioned[];
  disputes: readonly Readonly<{ id: number; owner: number }>[];
  imports: readonly Readonly<{ id: number; state: string }>[];
  links: readonly Readonly<{ deal: number; event: number | null; invoice: number | null }>[];
}>;

const lists: Readonly<Record<keyof Surroundings, string>> = {
  invoices: `select i.id, version, invoice_number as number, coalesce(salesperson_id, sales_lead_id) as owner, state, credit_of_id is not null as memo,
    gross_cents - coalesce((select sum(amount_cents) from customer_payments p where p.invoice_id = i.id and p.state = 'completed'), 0) as left
    from invoices i`,
  records: 'select id, invoice_id as invoice, user_id as owner from commission_records',
  adjustments: 'select id, version, user_id as owner, state from adjustments',
  receipts: `select r.id, version, customer_id as customer, state,
    amount_cents - coalesce((select sum(amount_cents) from customer_payments p where p.receipt_id = r.id), 0) as unapplied
    from receipts r where customer_id is not null`,
  payouts: 'select id, version, user_id as owner, state from payouts',
  runs: 'select id, version, state from payout_runs',
  deals: 'select id, version, owner_id as owner, state from deals',
  events: 'select id, version, sales_person as person from events',
  users: 'select id, first_name as name, email, role, manager_id as manager from users',
  customers: 'select id, name from customers',
  goals: 'select id, version, user_id as owner from goals',
  bank: 'select id, version from bank_transactions',
  disputes: 'select d.id, r.user_id as owner from disputes d join commission_records r on r.id = d.commission_id',
  imports: 'select r.id, r.state from sync_runs r where exists (select 1 from imports i where i.run_id = r.id)',
  links: 'select deal_id as deal, event_id as event, invoice_id as invoice from links where superseded_at is null and deal_id is not null',
};

const statement = `select ${Object.entries(lists)
  .map(([name, list]) => `(select coalesce(json_agg(x order by x::text), '[]') from (${list}) x) as ${name}`)
  .join(', ')}`;

/** Everything a call can refer to, with versions. */
export const readSurroundings = async (db: TestDatabase): Promise<Surroundings> => {
  const { rows } = await sql.raw<Surroundings>(statement).execute(db.query);
  return rows[0] as Surroundings;
};

/** Cents. `released`: released by the person's records and by approved adjustments without a record; `dueOrPaid`: due or paid. */
export type Pay = Readonly<{ released: number; dueOrPaid: number }>;

export const payOf = async (db: TestDatabase, user: number, today: string): Promise<Pay> => {
  const { rows } = await sql<Pay>`
    select (r.released + a.cents)::int8 as released, (r.due_or_paid + a.cents)::int8 as "dueOrPaid" from
      (select coalesce(sum(released_cents), 0) as released, coalesce(sum(paid_cents + due_cents), 0) as due_or_paid
        from commission_records where user_id = ${user}) r,
      (select coalesce(sum(amount_cents), 0) as cents from adjustments
        where user_id = ${user} and state = 'approved' and commission_id is null and effective_date <= ${today}) a`.execute(db.query);
  return rows[0] as Pay;
};
