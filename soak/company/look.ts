import { sql } from 'kysely';
import type { Role } from '../../contract/entities/user.ts';
import type { Database } from '../../server/db/database.ts';

type Versioned = Readonly<{ id: number; version: number }>;
export type Invoice = Versioned &
  Readonly<{ number: string; customer: string; customer_id: number | null; state: string; memo: boolean; open: number }>;
export type Receipt = Versioned & Readonly<{ customer_id: number; state: string; left: number }>;
/** The items that an act can refer to, by kind, newest first. Money in cents. */
export type CompanyItems = Readonly<{
  invoices: readonly Invoice[];
  records: readonly Readonly<{ id: number; invoice: number; owner: number; held: boolean; due: number }>[];
  adjustments: readonly (Versioned & Readonly<{ state: string }>)[];
  receipts: readonly Receipt[];
  payouts: readonly (Versioned & Readonly<{ state: string }>)[];
  runs: readonly (Versioned & Readonly<{ state: string }>)[];
  deals: readonly (Versioned & Readonly<{ state: string; owner: number | null }>)[];
  users: readonly Readonly<{ id: number; first_name: string; email: string; role: Role; active: boolean }>[];
  questions: readonly Readonly<{ id: number; state: string }>[];
  imports: readonly Readonly<{ id: number; state: string }>[];
}>;

/** Limits the items per kind: older ones rarely change, and reading all would slow down the acts as the company grows. */
const MAX_ROWS = 60;
const lists: Readonly<Record<keyof CompanyItems, string>> = {
  invoices: `select i.id, version, invoice_number as number, customer_name as customer, customer_id, state, credit_of_id is not null as memo,
    coalesce((select b.open_cents from invoice_balances b where b.invoice_id = i.id), 0) as open from invoices i`,
  records: `select id, invoice_id as invoice, user_id as owner, due_cents as due, exists (select 1 from record_holds h
    where h.commission_id = r.id and h.released_at is null) as held from commission_records r`,
  adjustments: 'select id, version, state from adjustments',
  receipts: `select r.id, version, customer_id, state,
    amount_cents - coalesce((select sum(amount_cents) from customer_payments p where p.receipt_id = r.id), 0) as left
    from receipts r where customer_id is not null`,
  payouts: 'select id, version, state from payouts',
  runs: 'select id, version, state from payout_runs',
  deals: 'select id, version, state, owner_id as owner from deals where connection_id is null',
  users: 'select id, first_name, email, role, active from users',
  questions: 'select id, state from disputes',
  imports: 'select r.id, r.state from sync_runs r where exists (select 1 from imports i where i.run_id = r.id)',
};
const statement = `select ${Object.entries(lists)
  .map(
    ([name, list]) =>
      `(select coalesce(json_agg(x order by x.id desc), '[]') from (${list} order by id desc limit ${MAX_ROWS}) x) as ${name}`,
  )
  .join(', ')}`;

/** Reads the items from the database; acts write only through the API. */
export const readItems = async (db: Database): Promise<CompanyItems> => {
  const { rows } = await sql.raw<CompanyItems>(statement).execute(db.query);
  return rows[0] as CompanyItems;
};
