import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { StoredPart } from '../../../../contract/rules/commission/engine.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { int8s, unnestRows } from '../../unnested.ts';
import { engineAdjustments } from './engineAdjustments.ts';
import { firstByDay, type Mutable, type PersonRange, rangeRows } from './facts.ts';
import { sumsOfRecords } from './recordSums.ts';

/** Records of months closed before reasons were stored have parts without them. */
export type RecordPart = StoredPart;
/** The columns of a record that the engine computes. */
export type RecordValues = Readonly<{
  invoice_id: number;
  user_id: number;
  invoice_number: string;
  booking_date: Day;
  gross_cents: number;
  net_cents: number;
  commissionable_cents: number;
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
  rate_clause: number | null;
  parts: readonly RecordPart[];
  reason: string;
}>;
export type RecordRow = RecordValues & Readonly<{ id: number }>;
/** A stored record with the totals of its adjustments and payouts. `held_until`: the day on which its hold ends automatically. */
export type StoredRow = RecordRow &
  Readonly<{ adjusted: number; paid: number; paid_on: Day | null; held: boolean; held_until: Day | null }>;
/**
 * The record of an invoice or of one of its credit memos; in a closed month, including approved adjustments for late facts. `root_id`: the
 * invoice, also for memos of memos.
 */
export type RecordOriginalRow = Pick<
  RecordRow,
  'invoice_id' | 'user_id' | 'invoice_number' | 'booking_date' | 'net_cents' | 'base_cents' | 'over_cents' | 'amount_cents' | 'parts'
> &
  Readonly<{ root_id: number; closed: boolean; held: boolean; held_until: Day | null }>;
/** The day on which an invoice is recorded for a person. */
type DayRow = Readonly<{ user_id: number; invoice_id: number; day: Day }>;
/** `before_cents` null: the record is new; `after_cents` null: it was removed. */
export type AmountChange = Readonly<{
  commission_id: number;
  user_id: number;
  booking_date: Day;
  before_cents: number | null;
  after_cents: number | null;
}>;
/** The run that amount changes are stored under; `quiet`: it applies a saved configuration. Null: no run. */
export type AmountRun = Readonly<{ id: number; quiet: boolean }> | null;
const types = {
  invoice_id: 'int8',
  user_id: 'int8',
  invoice_number: 'text',
  booking_date: 'date',
  gross_cents: 'int8',
  net_cents: 'int8',
  commissionable_cents: 'int8',
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
  rate_clause: 'int2',
  parts: 'jsonb',
  reason: 'text',
} as const satisfies Record<keyof RecordValues, string>;
export const recordColumns = Object.keys(types) as (keyof RecordValues)[];
const columns = recordColumns.join(', ');
const isEqual = (a: RecordValues[keyof RecordValues], b: RecordValues[keyof RecordValues]): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Amount changes are stored one row per record or, for a saved configuration, one row per person. */
const insertPerRecord = (runId: number | null, now: Date) => sql`
      insert into amount_changes (commission_id, user_id, booking_date, at, run_id, before_cents, after_cents)
      select id, user_id, booking_date, ${now.toISOString()}, ${runId}::int8, was, amount_cents`;
const insertPerPerson = (runId: number, now: Date) => sql`
      insert into run_amounts (user_id, at, run_id, commission_ids, booking_dates, before_cents, after_cents)
      select user_id, ${now.toISOString()}::timestamptz, ${runId}::int8, array_agg(id), array_agg(booking_date), array_agg(was), array_agg(amount_cents)`;

/** Commission records, written by the engine only. */
export const recordsRepository = (query: Kysely<Schema>) => ({
  ...sumsOfRecords(query),
  ...engineAdjustments(query),

  stored: async (ranges: readonly PersonRange[], maxRows?: number): Promise<StoredRow[]> => {
    const { rows } = await sql<Mutable<StoredRow>>`
      select r.id, ${sql.raw(recordColumns.map((name) => `r.${name}`).join(', '))}, coalesce(p.cents, 0)::int8 as paid, p.day as paid_on,
        0 as adjusted, false as held, null::date as held_until
      from ${rangeRows(ranges)}
      join commission_records r on r.user_id = range_of.user_id and r.booking_date between range_of."from" and range_of."to"
      left join lateral (
        select sum(l.amount_cents) as cents, max(o.paid_on) filter (where o.reversal_of_id is null) as day
        from payout_lines l join payouts o on o.id = l.payout_id where l.commission_id = r.id and o.state = 'completed'
      ) p on true ${firstByDay(maxRows)}`.execute(query);
    if (rows.length === 0) return [];
    // Few records have adjustments or holds, so both are read in bulk.
    const ids = int8s(rows.map(({ id }) => id));
    const [adjustmentSums, activeHolds] = await Promise.all([
      sql<{ id: number; cents: number }>`select commission_id as id, sum(amount_cents)::int8 as cents from adjustments
        where commission_id = any(${ids}) and state = 'approved' group by 1`.execute(query),
      sql<{ id: number; release_on: Day | null }>`select commission_id as id, release_on from record_holds
          where commission_id = any(${ids}) and released_at is null
        union all select r.id, h.release_on from record_holds h join commission_records o on o.id = h.commission_id
          join invoices i on i.credit_of_id = o.invoice_id join commission_records r on r.invoice_id = i.id and r.user_id = o.user_id
          where r.id = any(${ids}) and h.released_at is null`.execute(query),
    ]);
    const adjustmentCents = new Map(adjustmentSums.rows.map(({ id, cents }) => [id, cents]));
    const heldUntil = new Map(activeHolds.rows.map(({ id, release_on }) => [id, release_on]));
    for (const row of rows) {
      row.adjusted = adjustmentCents.get(row.id) ?? 0;
      if (!heldUntil.has(row.id)) continue;
      row.held = true;
      row.held_until = heldUntil.get(row.id) ?? null;
    }
    return rows;
  },

  /** Records of these invoices and of all their credit memos, without emptied ones. */
  originals: async (invoiceIds: readonly number[]): Promise<RecordOriginalRow[]> => {
    // `offset 0` keeps the lookup by index: the planner expects a hundred times as many memos as there are, and would read all records.
    const { rows } = await sql<RecordOriginalRow & { net_now: number | null }>`
      with recursive family(id, root_id) as (
        select x.id, x.id from unnest(${int8s(invoiceIds)}) as x(id)
        union select i.id, f.root_id from family f join invoices i on i.credit_of_id = f.id and i.state = 'sent'
      )
      select f.root_id, r.invoice_id, r.user_id, r.invoice_number, r.booking_date, r.net_cents, r.base_cents, r.over_cents, r.parts, p.id is not null as closed,
        h.id is not null as held, h.release_on as held_until,
        case when p.id is not null and exists (select 1 from adjustments where commission_id = r.id and origin = 'late_fact' and state = 'approved')
          then (select round(i.net_cents::numeric * r.share_ppm / 1000000)::int8 from invoices i where i.id = r.invoice_id and i.state = 'sent') end as net_now,
        r.amount_cents + case when p.id is null then 0 else coalesce((select sum(amount_cents) from adjustments
          where commission_id = r.id and origin = 'late_fact' and state = 'approved'), 0)::int8 end as amount_cents
      from family f join lateral (select * from commission_records x where x.invoice_id = f.id and x.plan_id <> '' offset 0) r on true
      left join pay_periods p on p.state = 'closed' and r.booking_date between p.start_date and p.end_date
      left join record_holds h on h.commission_id = r.id and h.released_at is null`.execute(query);
    // An approved adjustment for a late fact applies to the current revenue.
    return rows.map(({ net_now: now, ...row }) => {
      if (now === null || now === row.net_cents || now === 0 || row.net_cents === 0) return row;
      const prorate = (cents: number): number => Math.round((cents * now) / row.net_cents);
      const base = prorate(row.base_cents);
      return {
        ...row,
        net_cents: now,
        base_cents: base,
        over_cents: prorate(row.base_cents + row.over_cents) - base,
        parts: row.parts.map((recordPart) => ({ ...recordPart, net: prorate(recordPart.net) })),
      };
    });
  },

  /** The days on which invoices are recorded for people. */
  daysOf: async (pairs: readonly Readonly<{ user_id: number; invoice_id: number }>[]): Promise<DayRow[]> => {
    const { rows } = await sql<DayRow>`
      select r.user_id, r.invoice_id, r.booking_date as day from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(user_id int8, invoice_id int8)
      join commission_records r on r.invoice_id = p.invoice_id and r.user_id = p.user_id`.execute(query);
    return rows;
  },

  /** @throws if one is already recorded: it was outside the range read, and overwriting it would count it twice in the sums */
  insert: async (rows: readonly RecordValues[]): Promise<{ id: number; invoice_id: number; user_id: number }[]> => {
    const { rows: createdRecords } = await sql<{ id: number; invoice_id: number; user_id: number }>`
      insert into commission_records (${sql.raw(columns)})
      select ${sql.raw(columns)} from ${unnestRows(rows, types)} as new
      on conflict (invoice_id, user_id) do nothing
      returning id, invoice_id, user_id`.execute(query);
    if (createdRecords.length === rows.length) return createdRecords;
    const createdPairs = new Set(createdRecords.map((row) => `${row.invoice_id} ${row.user_id}`));
    const conflicting = rows.find((row) => !createdPairs.has(`${row.invoice_id} ${row.user_id}`));
    throw new Error(`a record of invoice ${conflicting?.invoice_number} and user ${conflicting?.user_id} lies outside what was computed`);
  },

  /** Writes only the columns that differ in any of the records, because most changes affect few, and stores their previous amounts. */
  update: async (
    pairs: readonly Readonly<{ before: RecordRow; after: RecordValues }>[],
    now: Date,
    run: AmountRun = null,
  ): Promise<void> => {
    const changedColumns = recordColumns.filter((name) => pairs.some(({ before, after }) => !isEqual(before[name], after[name])));
    const assigned = [...changedColumns.map((name) => `${name} = new.${name}`), 'computed_at = greatest(now(), r.computed_at)'].join(', ');
    const columnTypes: Record<string, string> = { id: 'int8', was: 'int8' };
    for (const name of changedColumns) columnTypes[name] = types[name];
    const rows = unnestRows(pairs, columnTypes, ({ before, after }, name) => {
      if (name === 'id') return before.id;
      return name === 'was' ? before.amount_cents : after[name as keyof RecordValues];
    });
    await sql`
      with updated as (
        update commission_records r set ${sql.raw(assigned)}
        from ${rows} as new where r.id = new.id
        returning r.id, r.user_id, r.booking_date, new.was, r.amount_cents
      )
      ${run?.quiet ? insertPerPerson(run.id, now) : insertPerRecord(run?.id ?? null, now)} from updated where was <> amount_cents ${sql.raw(run?.quiet ? 'group by user_id' : '')}`.execute(
      query,
    );
  },

  /** Stores the amounts of added or removed records, for the report of changes since an instant. */
  noteAmounts: async (rows: readonly AmountChange[], now: Date, runId: number | null = null): Promise<void> => {
    await sql`
      insert into amount_changes (commission_id, user_id, booking_date, at, run_id, before_cents, after_cents)
      select commission_id, user_id, booking_date, ${now.toISOString()}, ${runId}::int8, before_cents, after_cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(commission_id int8, user_id int8, booking_date date, before_cents int8, after_cents int8)`.execute(query);
  },

  /** Removes records that nothing references. @returns the removed ids */
  remove: async (ids: readonly number[]): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      delete from commission_records r where id = any(${[...ids]}::int8[])
        and not exists (select 1 from adjustments where commission_id = r.id)
        and not exists (select 1 from payout_lines where commission_id = r.id)
        and not exists (select 1 from disputes where commission_id = r.id)
        and not exists (select 1 from record_holds where commission_id = r.id)
      returning id`.execute(query);
    return rows.map(({ id }) => id);
  },
});
