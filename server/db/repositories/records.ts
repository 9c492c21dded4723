import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import type { Day } from '../../../contract/rules/period.ts';
import type { Schema } from '../schema.ts';
import type { Asked } from './facts.ts';

export type RecordPart = Readonly<{ net: number; rate: number }>;
/** What the engine decides of a record. */
export type RecordValues = Readonly<{
  invoice_id: number;
  user_id: number;
  invoice_number: string;
  booking_date: Day;
  gross_cents: number;
  net_cents: number;
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  released_cents: number;
  paid_cents: number;
  due_cents: number;
  status: CommissionStatus;
  payment_date: Day | null;
  notes: string | null;
  credit: 'sale' | 'lead' | 'override';
  share_ppm: number;
  plan_id: string;
  config_version: number;
  cum_cents: number;
  quota_cents: number;
  parts: readonly RecordPart[];
  reason: string;
}>;
export type RecordRow = RecordValues & Readonly<{ id: number }>;
/** A record as stored, with the sums that others made to it. */
export type StoredRow = RecordRow & Readonly<{ adjusted: number; paid: number; paid_on: Day | null }>;
/** What a credit memo takes back, as recorded. */
export type OriginalRow = Pick<RecordRow, 'invoice_id' | 'user_id' | 'net_cents' | 'base_cents' | 'over_cents' | 'amount_cents' | 'parts'>;
/** `before_cents` null: the record is new; `after_cents` null: it is gone. */
export type AmountChange = Readonly<{
  commission_id: number;
  user_id: number;
  booking_date: Day;
  before_cents: number | null;
  after_cents: number | null;
}>;
/** By how much the company's sums of a day or month differ, for one status. */
export type SumsChange = Readonly<{
  span: 'day' | 'month';
  first_day: Day;
  status: CommissionStatus;
  records: number;
  positive_records: number;
  positive_net_cents: number;
  gross_cents: number;
  net_cents: number;
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  paid_cents: number;
  due_cents: number;
}>;
/** A proposal made for a late fact. */
export type LateRow = Readonly<{
  id: number;
  user_id: number;
  related_invoice_id: number;
  amount_cents: number;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  after: string | null;
  /** Of the invoice, now. */
  booking_date: Day;
}>;

const types = {
  invoice_id: 'int8',
  user_id: 'int8',
  invoice_number: 'text',
  booking_date: 'date',
  gross_cents: 'int8',
  net_cents: 'int8',
  base_cents: 'int8',
  over_cents: 'int8',
  amount_cents: 'int8',
  adjustments_cents: 'int8',
  released_cents: 'int8',
  paid_cents: 'int8',
  due_cents: 'int8',
  status: 'text',
  payment_date: 'date',
  notes: 'text',
  credit: 'text',
  share_ppm: 'int4',
  plan_id: 'text',
  config_version: 'int8',
  cum_cents: 'int8',
  quota_cents: 'int8',
  parts: 'jsonb',
  reason: 'text',
} as const satisfies Record<keyof RecordValues, string>;
const names = Object.keys(types) as (keyof RecordValues)[];
const columns = names.join(', ');
const described = names.map((name) => `${name} ${types[name]}`).join(', ');
const assigned = names.map((name) => `${name} = new.${name}`).join(', ');
const excluded = names.map((name) => `${name} = excluded.${name}`).join(', ');
const sums = `positive_records, positive_net_cents, gross_cents, net_cents, base_cents, over_cents, amount_cents, adjustments_cents, paid_cents, due_cents`;
const summed = ['records', ...sums.split(', ')];
const replaced = summed.map((name) => `${name} = excluded.${name}`).join(', ');
const added = summed.map((name) => `${name} = company_sums.${name} + excluded.${name}`).join(', ');
const changeColumns = `span text, first_day date, status text, ${summed.map((name) => `${name} int8`).join(', ')}`;

/** Commission records, written by the engine only. */
export const recordsRepository = (query: Kysely<Schema>) => ({
  stored: async (asked: readonly Asked[]): Promise<StoredRow[]> => {
    const { rows } = await sql<StoredRow>`
      select r.id, ${sql.raw(names.map((name) => `r.${name}`).join(', '))}, coalesce(a.cents, 0)::int8 as adjusted,
        coalesce(p.cents, 0)::int8 as paid, p.day as paid_on
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(user_id int8, "from" date, "to" date)
      join commission_records r on r.user_id = asked.user_id and r.booking_date between asked."from" and asked."to"
      left join lateral (select sum(amount_cents) as cents from adjustments where commission_id = r.id and state = 'approved') a on true
      left join lateral (
        select sum(l.amount_cents) as cents, max(o.paid_on) filter (where o.reversal_of_id is null) as day
        from payout_lines l join payouts o on o.id = l.payout_id where l.commission_id = r.id and o.state = 'completed'
      ) p on true`.execute(query);
    return rows;
  },

  /** Records of invoices that a memo takes back. */
  originals: async (invoiceIds: readonly number[]): Promise<OriginalRow[]> => {
    const { rows } = await sql<OriginalRow>`
      select invoice_id, user_id, net_cents, base_cents, over_cents, amount_cents, parts from commission_records
      where invoice_id = any(${[...invoiceIds]}::int8[])`.execute(query);
    return rows;
  },

  /** Proposals for late facts of these people, oldest first. */
  late: async (userIds: readonly number[]): Promise<LateRow[]> => {
    const { rows } = await sql<LateRow>`
      select a.id, a.user_id, a.related_invoice_id, a.amount_cents, a.state, a.calculation->>'after' as after, i.booking_date
      from adjustments a join invoices i on i.id = a.related_invoice_id
      where a.origin = 'late_fact' and a.user_id = any(${[...userIds]}::int8[]) order by a.id`.execute(query);
    return rows;
  },

  insert: async (rows: readonly RecordValues[]): Promise<{ id: number; invoice_id: number; user_id: number }[]> => {
    const { rows: made } = await sql<{ id: number; invoice_id: number; user_id: number }>`
      insert into commission_records (${sql.raw(columns)})
      select ${sql.raw(columns)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(${sql.raw(described)})
      on conflict (invoice_id, user_id) do update set ${sql.raw(excluded)}, computed_at = now()
      returning id, invoice_id, user_id`.execute(query);
    return made;
  },

  update: async (rows: readonly RecordRow[]): Promise<void> => {
    await sql`
      update commission_records r set ${sql.raw(assigned)}, computed_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id int8, ${sql.raw(described)}) where r.id = new.id`.execute(query);
  },

  /** Keeps what amounts were, for the question what changed since. */
  noteAmounts: async (rows: readonly AmountChange[], at: Date): Promise<void> => {
    await sql`
      insert into amount_changes (commission_id, user_id, booking_date, at, before_cents, after_cents)
      select commission_id, user_id, booking_date, ${at.toISOString()}, before_cents, after_cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(commission_id int8, user_id int8, booking_date date, before_cents int8, after_cents int8)`.execute(query);
  },

  /** Removes those that nothing refers to. @returns the ids that are gone */
  remove: async (ids: readonly number[]): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      delete from commission_records r where id = any(${[...ids]}::int8[])
        and not exists (select 1 from adjustments where commission_id = r.id)
        and not exists (select 1 from payout_lines where commission_id = r.id)
        and not exists (select 1 from disputes where commission_id = r.id)
      returning id`.execute(query);
    return rows.map(({ id }) => id);
  },

  /** Makes the sums of these people's months anew, out of the records. `month`: its first day. */
  rollUp: async (months: readonly Readonly<{ user_id: number; month: Day }>[]): Promise<void> => {
    await sql`
      with touched as (select * from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as t(user_id int8, month date)),
      fresh as (
        select t.user_id, t.month, r.status, count(*) as records, count(*) filter (where r.net_cents > 0) as positive_records,
          coalesce(sum(r.net_cents) filter (where r.net_cents > 0), 0) as positive_net_cents, sum(r.gross_cents) as gross_cents,
          sum(r.net_cents) as net_cents, sum(r.base_cents) as base_cents, sum(r.over_cents) as over_cents, sum(r.amount_cents) as amount_cents,
          sum(r.adjustments_cents) as adjustments_cents, sum(r.paid_cents) as paid_cents, sum(r.due_cents) as due_cents
        from touched t join commission_records r on r.user_id = t.user_id and r.booking_date >= t.month
          and r.booking_date < t.month + interval '1 month'
        group by t.user_id, t.month, r.status
      ), gone as (
        delete from commission_months m using touched t where m.user_id = t.user_id and m.month = t.month
          and not exists (select 1 from fresh f where f.user_id = m.user_id and f.month = m.month and f.status = m.status)
      )
      insert into commission_months (user_id, month, status, records, ${sql.raw(sums)})
      select user_id, month, status, records, ${sql.raw(sums)} from fresh
      on conflict (user_id, month, status) do update set ${sql.raw(replaced)}`.execute(query);
  },

  /** Adds to the company's sums, always in the same order, so that no two transactions wait for each other: once a transaction. */
  addToCompany: async (changes: readonly SumsChange[]): Promise<void> => {
    const written = sql.raw(summed.join(', '));
    await sql`
      insert into company_sums (span, first_day, status, ${written})
      select span, first_day, status, ${written} from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(${sql.raw(changeColumns)})
      order by span, first_day, status
      on conflict (span, first_day, status) do update set ${sql.raw(added)}`.execute(query);
  },

  propose: async (
    late: Readonly<{
      commission_id: number | null;
      related_invoice_id: number;
      user_id: number;
      amount_cents: number;
      reason: string;
      effective_date: Day;
      created_by: number;
      calculation: { before: string; after: string };
    }>,
    at: Date,
  ): Promise<number> => {
    const made = at.toISOString();
    const row = await query
      .insertInto('adjustments')
      .values({
        ...late,
        calculation: JSON.stringify(late.calculation),
        state: 'pending',
        origin: 'late_fact',
        decided_by: null,
        decided_at: null,
        created_at: made,
        updated_at: made,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** A proposal that nobody decided yet, made right; null voids it, because nothing is left to propose. */
  repropose: async (
    id: number,
    change: Readonly<{ amount_cents: number; calculation: { before: string; after: string } }> | null,
    at: Date,
  ): Promise<void> => {
    const values = change
      ? { amount_cents: change.amount_cents, calculation: JSON.stringify(change.calculation) }
      : { state: 'void' as const };
    await query
      .updateTable('adjustments')
      .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: at.toISOString() }))
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute();
  },
});
