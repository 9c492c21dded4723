import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** Records of a plan; `userId` null: everybody's. */
export type PricedQuestion = DateRange & Readonly<{ planId: string; userId: number | null }>;
type Told = Readonly<{
  config_version: number;
  credit: 'sale' | 'lead' | 'override';
  is_memo: boolean;
  own_rate: number | null;
  rate_clause: number | null;
  excluded: boolean;
  customer_type: string | null;
  customer_name: string | null;
}>;
/** Records that are alike: each of one part, worth exactly its net at the rate. */
export type AlikeRow = Told & Readonly<{ rate: number; records: number; net_cents: number; amount_cents: number }>;
export type PricedRecordRow = Told & Readonly<{ id: number; parts: readonly { net: number; rate: number }[]; amount_cents: number }>;
export type ListedRecordRow = PricedRecordRow &
  Readonly<{ invoice_number: string; customer_name: string; first_name: string; last_name: string; booking_date: Day }>;
/** What narrows a list to the records of one clause; the exact parts are for the rules to say. */
export type PricedBy = Readonly<
  { by: 'rate'; rate: number } | { by: 'matched'; clause: number } | { by: 'own_rate' | 'team' | 'excluded' | 'corrected' | 'anything' }
>;

const excluded = sql<boolean>`(r.commissionable_cents = 0 and r.net_cents <> 0 and r.credit <> 'override')`;
const told = sql`r.config_version, r.credit, i.credit_of_id is not null as is_memo, i.rate_override::float8 as own_rate, r.rate_clause, ${excluded} as excluded`;
const from = sql`commission_records r join invoices i on i.id = r.invoice_id`;
const exact = sql`(select round(sum((part->>'net')::numeric * (part->>'rate')::numeric)) from jsonb_array_elements(r.parts) as part)`;
const isAlike = sql`jsonb_array_length(r.parts) = 1 and r.amount_cents = round(r.net_cents * (r.parts->0->>'rate')::numeric)`;

const asked = ({ start_date, end_date, planId, userId }: PricedQuestion): RawBuilder<unknown> =>
  sql`r.booking_date between ${start_date} and ${end_date} and r.plan_id = ${planId} ${
    userId === null ? sql`` : sql`and r.user_id = ${userId}`
  }`;

const narrowed = (priced: PricedBy): RawBuilder<unknown> => {
  if (priced.by === 'rate') return sql`r.parts @> ${JSON.stringify([{ rate: priced.rate }])}::jsonb`;
  if (priced.by === 'matched') return sql`r.rate_clause = ${priced.clause}`;
  if (priced.by === 'own_rate') return sql`i.rate_override is not null`;
  if (priced.by === 'team') return sql`r.credit = 'override'`;
  if (priced.by === 'corrected') return sql`r.amount_cents <> ${exact}`;
  return priced.by === 'excluded' ? excluded : sql`true`;
};

/** Records with the parts that they were priced by. */
export const pricedRecordsRepository = (query: Kysely<Schema>) => ({
  /** The many that are alike, as sums. */
  alike: async (question: PricedQuestion): Promise<AlikeRow[]> => {
    const { rows } = await sql<AlikeRow>`
      select ${told}, (r.parts->0->>'rate')::float8 as rate,
        case when ${excluded} then i.customer_type end as customer_type, case when ${excluded} then i.customer_name end as customer_name,
        count(*)::int as records, sum(r.net_cents)::int8 as net_cents, sum(r.amount_cents)::int8 as amount_cents
      from ${from} where ${asked(question)} and ${isAlike} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(query);
    return rows;
  },

  /** The few that are not: of several parts, capped, or with a cent of rounding. */
  others: async (question: PricedQuestion): Promise<PricedRecordRow[]> => {
    const { rows } = await sql<PricedRecordRow>`
      select r.id, r.parts, r.amount_cents, ${told}, i.customer_type, i.customer_name
      from ${from} where ${asked(question)} and not (${isAlike}) and (r.parts <> '[]' or r.amount_cents <> 0)`.execute(query);
    return rows;
  },

  /** Newest booking first. */
  page: async (
    question: PricedQuestion,
    { version, priced, after }: Readonly<{ version: number; priced: PricedBy; after: Readonly<{ day: Day; id: number }> | null }>,
    limit: number,
  ): Promise<ListedRecordRow[]> => {
    const { rows } = await sql<ListedRecordRow>`
      select r.id, r.parts, r.amount_cents, ${told}, i.customer_type, i.customer_name, r.invoice_number, r.booking_date, u.first_name, u.last_name
      from ${from} join users u on u.id = r.user_id
      where ${asked(question)} and r.config_version = ${version} and ${narrowed(priced)}
        ${after === null ? sql`` : sql`and (r.booking_date, r.id) < (${after.day}::date, ${after.id}::int8)`}
      order by r.booking_date desc, r.id desc limit ${limit}`.execute(query);
    return rows;
  },
});
