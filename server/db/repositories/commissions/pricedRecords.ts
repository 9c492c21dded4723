import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoredPart } from '../../../../contract/rules/commission/engine.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { monthParts } from './commissionSums.ts';

/** Records under a plan; `userId` null: everybody's. */
export type PricedRecordFilter = DateRange & Readonly<{ planId: string; userId: number | null }>;
/** The sums of one clause's parts, by the configuration version that priced them; the key '' counts the records. */
export type ClauseSumRow = Readonly<{ config_version: number; key: string; records: number; net_cents: number; amount_cents: number }>;
/**
 * A record with the data from which its reasons are inferred; a credit memo has the rate override, clause and position of the
 * record it reverses.
 */
export type PricedRecordRow = Readonly<{
  id: number;
  config_version: number;
  credit: 'sale' | 'lead' | 'override';
  is_memo: boolean;
  own_rate: number | null;
  rate_clause: number | null;
  excluded: boolean;
  customer_type: string | null;
  customer_name: string;
  parts: readonly StoredPart[];
  amount_cents: number;
  position: Readonly<{ cum: number; net: number; quota: number }>;
}>;
export type ListedRecordRow = PricedRecordRow &
  Readonly<{ invoice_number: string; first_name: string; last_name: string; booking_date: Day }>;

const columns = sql`r.id, r.config_version, r.credit, i.credit_of_id is not null as is_memo,
  case when o.id is null then i.rate_override else oi.rate_override end::float8 as own_rate,
  case when o.id is null then r.rate_clause else o.rate_clause end as rate_clause,
  (r.commissionable_cents = 0 and r.net_cents <> 0 and r.credit <> 'override') as excluded, i.customer_type, i.customer_name, r.parts, r.amount_cents,
  json_build_object('cum', coalesce(o.cum_cents, r.cum_cents), 'net', coalesce(o.net_cents, r.net_cents), 'quota', coalesce(o.quota_cents, r.quota_cents)) as position`;
/** `o` and `oi`: the record and the invoice that a memo reverses. */
const joins = sql`join invoices i on i.id = r.invoice_id
  left join commission_records o on o.invoice_id = i.credit_of_id and o.user_id = r.user_id and o.plan_id <> ''
  left join invoices oi on oi.id = o.invoice_id`;
const hasReasons = sql`r.parts->0->>'clause' is not null`;
const ofUser = ({ userId }: PricedRecordFilter) => (userId === null ? sql`` : sql`and user_id = ${userId}`);
const matchesFilter = ({ start_date, end_date, planId, userId }: PricedRecordFilter): RawBuilder<unknown> =>
  sql`r.booking_date between ${start_date} and ${end_date} and r.plan_id = ${planId} ${
    userId === null ? sql`` : sql`and r.user_id = ${userId}`
  }`;

/** Records by the rules that priced their parts. */
export const pricedRecordsRepository = (query: Kysely<Schema>) => ({
  /** The sums of each clause, and the count under '': from stored sums for whole months, from records for the days before and after them. */
  sums: async (filter: PricedRecordFilter): Promise<ClauseSumRow[]> => {
    const { from: first, to, head, tail } = monthParts(filter);
    const days = (part: DateRange) => sql`
      select r.config_version, s.key, s.records, s.net as net_cents, s.amount as amount_cents
      from commission_records r cross join lateral clause_shares(r.parts, r.amount_cents) s where ${matchesFilter({ ...filter, ...part })}`;
    const { rows } = await sql<ClauseSumRow>`
      select config_version, key, sum(records)::int as records, sum(net_cents)::int8 as net_cents, sum(amount_cents)::int8 as amount_cents
      from (
        select config_version, key, records, net_cents, amount_cents from clause_sums
        where plan_id = ${filter.planId} and month >= ${first} and month < ${to} ${ofUser(filter)}
        union all ${days(head)} union all ${days(tail)}
      ) sums where key <> '?' group by 1, 2`.execute(query);
    return rows;
  },

  /** The records from before reasons were stored; the stored sums tell which months have any. */
  withoutReasons: async (filter: PricedRecordFilter): Promise<PricedRecordRow[]> => {
    const { rows } = await sql<PricedRecordRow>`
      select ${columns} from (
        select distinct user_id, month from clause_sums where plan_id = ${filter.planId} and key = '?' ${ofUser(filter)}
          and month between date_trunc('month', ${filter.start_date}::timestamp) and ${filter.end_date}
      ) m cross join lateral (
        select * from commission_records where user_id = m.user_id and booking_date between m.month and (m.month + interval '1 month' - interval '1 day')::date offset 0
      ) r ${joins} where ${matchesFilter(filter)} and not (${hasReasons}) and (r.parts <> '[]' or r.amount_cents <> 0)`.execute(query);
    return rows;
  },

  /** The records that a clause priced, newest booking first, among those from before reasons were stored. */
  page: async (
    filter: PricedRecordFilter,
    { version, key, after }: Readonly<{ version: number; key: string; after: Readonly<{ day: Day; id: number }> | null }>,
    limit: number,
  ): Promise<ListedRecordRow[]> => {
    const { rows } = await sql<ListedRecordRow>`
      select ${columns}, r.invoice_number, r.booking_date, u.first_name, u.last_name
      from commission_records r ${joins} join users u on u.id = r.user_id
      where ${matchesFilter(filter)} and r.config_version = ${version}
        and (not (${hasReasons}) or exists (select from clause_shares(r.parts, 0) s where s.key = ${key}))
        ${after === null ? sql`` : sql`and (r.booking_date, r.id) < (${after.day}::date, ${after.id}::int8)`}
      order by r.booking_date desc, r.id desc limit ${limit}`.execute(query);
    return rows;
  },
});
