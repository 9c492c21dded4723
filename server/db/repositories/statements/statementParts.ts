import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { RecordPart } from '../commissions/records.ts';
import { originalJoin, type ReleaseFacts, releaseColumns, rootId } from '../commissions/releasing.ts';

/** A record that is not fully released. */
export type StatementWaitingRow = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  booking_date: Day;
  earned_cents: number;
  released_cents: number;
  gross_cents: number;
  due_date: Day | null;
  plan_id: string;
  config_version: number;
  held: boolean;
  held_until: Day | null;
  hold_reason: string | null;
}> &
  ReleaseFacts;
/** A record in the form the engine takes. */
export type BookedRow = Readonly<{
  id: number;
  invoice_id: number;
  invoice_number: string;
  booking_date: Day;
  net_cents: number;
  /** Net revenue of the whole invoice, of which the record is a share. */
  sold_cents: number;
  base_cents: number;
  over_cents: number;
  gross_cents: number;
  credit: 'sale' | 'lead' | 'override';
  /** The original invoice of a credit memo, also through memos of memos. */
  root_id: number | null;
  commissionable_cents: number;
  amount_cents: number;
  parts: readonly RecordPart[];
  quota_cents: number;
  rate_clause: number | null;
  rate_override: number | null;
  plan_id: string;
  config_version: number;
}>;

/** Parts of statements other than their balances. */
export const statementPartsRepository = (query: Kysely<Schema>) => ({
  /** Unreleased records booked up to `to`, oldest first. */
  waiting: async (userId: number, to: Day, maxRows: number): Promise<StatementWaitingRow[]> => {
    const { rows } = await sql<StatementWaitingRow>`
      select r.id, r.invoice_number, i.customer_name, r.booking_date, r.amount_cents + r.adjustments_cents as earned_cents, r.released_cents,
        i.gross_cents, case when o.id is null then i.due_date else (select due_date from invoices where id = o.id) end as due_date, r.plan_id, r.config_version, h.id is not null as held, h.release_on as held_until, h.reason as hold_reason,
        ${releaseColumns(sql`r.user_id`)}
      from commission_records r join invoices i on i.id = r.invoice_id
      left join record_holds h on h.commission_id = r.id and h.released_at is null left join ${originalJoin} on true
      where r.user_id = ${userId} and r.booking_date <= ${to} and r.amount_cents + r.adjustments_cents <> r.released_cents
      order by r.booking_date, r.invoice_number, r.id limit ${maxRows}`.execute(query);
    return rows;
  },

  /** A person's earned and unreleased cents booked up to `to`: those that wait for customers, and those on hold. */
  unreleased: async (userId: number, to: Day, today: Day): Promise<Readonly<{ waiting: number; held: number }>> => {
    const { rows } = await sql<{ waiting: number; held: number }>`
      select coalesce(sum(open) filter (where not held), 0)::int8 as waiting, coalesce(sum(open) filter (where held), 0)::int8 as held
      from (
        select r.amount_cents + r.adjustments_cents - r.released_cents as open,
          h.id is not null and (h.release_on is null or h.release_on > ${today}) as held
        from commission_records r left join record_holds h on h.commission_id = r.id and h.released_at is null
        where r.user_id = ${userId} and r.booking_date <= ${to} and r.amount_cents + r.adjustments_cents <> r.released_cents
      ) records`.execute(query);
    return rows[0] ?? { waiting: 0, held: 0 };
  },

  /** A person's cents that count toward a quota between two days. */
  soldBetween: async (userId: number, from: Day, to: Day): Promise<number> => {
    const { rows } = await sql<{ sold: number }>`
      select coalesce(sum(commissionable_cents), 0)::int8 as sold from commission_records
      where user_id = ${userId} and booking_date between ${from} and ${to}`.execute(query);
    return rows[0]?.sold ?? 0;
  },

  booked: async (userId: number, from: Day, to: Day): Promise<BookedRow[]> => {
    const { rows } = await sql<BookedRow>`
      select r.id, r.invoice_id, r.invoice_number, r.booking_date, r.net_cents, i.net_cents as sold_cents, r.base_cents, r.over_cents, r.gross_cents, r.credit,
        ${rootId} as root_id, r.commissionable_cents,
        r.amount_cents, r.parts, r.quota_cents, r.rate_clause, i.rate_override::float8 as rate_override, r.plan_id, r.config_version
      from commission_records r join invoices i on i.id = r.invoice_id
      where r.user_id = ${userId} and r.booking_date between ${from} and ${to} order by r.booking_date, r.invoice_number, r.id`.execute(
      query,
    );
    return rows;
  },
});
