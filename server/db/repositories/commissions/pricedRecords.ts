import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoredPart } from '../../../../contract/rules/commission/engine.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** Records under a plan; `userId` null: everybody's. */
export type PricedRecordFilter = DateRange & Readonly<{ planId: string; userId: number | null }>;
/** The sums of one clause's parts, by the configuration version that priced them. */
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
const from = sql`commission_records r join invoices i on i.id = r.invoice_id
  left join commission_records o on o.invoice_id = i.credit_of_id and o.user_id = r.user_id and o.plan_id <> ''
  left join invoices oi on oi.id = o.invoice_id`;
const hasReasons = sql`r.parts->0->>'clause' is not null`;
/** In SQL, the same as `keyOfPart`. */
const key = sql<string>`case when part->>'plan' is null then regexp_replace(part->>'clause', '^(rates[.][0-9]+)[.].*$', '\\1') else 'no_clause' end`;

const matchesFilter = ({ start_date, end_date, planId, userId }: PricedRecordFilter): RawBuilder<unknown> =>
  sql`r.booking_date between ${start_date} and ${end_date} and r.plan_id = ${planId} ${
    userId === null ? sql`` : sql`and r.user_id = ${userId}`
  }`;

/** Records by the rules that priced their parts. */
export const pricedRecordsRepository = (query: Kysely<Schema>) => ({
  /** The sums of each clause over records with stored reasons. */
  sums: async (filter: PricedRecordFilter): Promise<ClauseSumRow[]> => {
    const { rows } = await sql<ClauseSumRow>`
      select r.config_version, ${key} as key, count(distinct r.id)::int as records,
        sum((part->>'net')::int8)::int8 as net_cents, sum((part->>'amount')::int8)::int8 as amount_cents
      from commission_records r cross join jsonb_array_elements(r.parts) as part
      where ${matchesFilter(filter)} and ${hasReasons} group by 1, 2`.execute(query);
    return rows;
  },

  /** The number of records with stored reasons. */
  count: async (filter: PricedRecordFilter): Promise<number> => {
    const { rows } = await sql<{ records: number }>`
      select count(*)::int as records from commission_records r where ${matchesFilter(filter)} and ${hasReasons}`.execute(query);
    return rows[0]?.records ?? 0;
  },

  /** The records from before reasons were stored. */
  withoutReasons: async (filter: PricedRecordFilter): Promise<PricedRecordRow[]> => {
    const { rows } = await sql<PricedRecordRow>`
      select ${columns} from ${from}
      where ${matchesFilter(filter)} and not (${hasReasons}) and (r.parts <> '[]' or r.amount_cents <> 0)`.execute(query);
    return rows;
  },

  /** The records that a clause priced, newest booking first, among those from before reasons were stored. */
  page: async (
    filter: PricedRecordFilter,
    { version, key: planKey, after }: Readonly<{ version: number; key: string; after: Readonly<{ day: Day; id: number }> | null }>,
    limit: number,
  ): Promise<ListedRecordRow[]> => {
    const { rows } = await sql<ListedRecordRow>`
      select ${columns}, r.invoice_number, r.booking_date, u.first_name, u.last_name
      from ${from} join users u on u.id = r.user_id
      where ${matchesFilter(filter)} and r.config_version = ${version}
        and (not (${hasReasons}) or exists (select 1 from jsonb_array_elements(r.parts) as part where ${key} = ${planKey}))
        ${after === null ? sql`` : sql`and (r.booking_date, r.id) < (${after.day}::date, ${after.id}::int8)`}
      order by r.booking_date desc, r.id desc limit ${limit}`.execute(query);
    return rows;
  },
});
