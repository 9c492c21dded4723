import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** Records under a plan; `userId` null: everybody's. */
export type PricedQuestion = DateRange & Readonly<{ planId: string; userId: number | null }>;
/** A credit memo has the rate override and the clause of the record it reverses. */
type PricingFields = Readonly<{
  config_version: number;
  credit: 'sale' | 'lead' | 'override';
  is_memo: boolean;
  own_rate: number | null;
  rate_clause: number | null;
  excluded: boolean;
  customer_type: string | null;
  customer_name: string | null;
}>;
/** Sums of sales with a single part, whose amount is exactly net times rate. */
export type AlikeRow = PricingFields & Readonly<{ rate: number; records: number; net_cents: number; amount_cents: number }>;
export type PricedRecordRow = PricingFields &
  Readonly<{
    id: number;
    parts: readonly { net: number; rate: number }[];
    amount_cents: number;
    position: Readonly<{ cum: number; net: number; quota: number }>;
  }>;
export type ListedRecordRow = PricedRecordRow &
  Readonly<{ invoice_number: string; customer_name: string; first_name: string; last_name: string; booking_date: Day }>;
/** Restricts a list to records that a clause may have priced; the rules then decide which parts it did price. */
export type PricedBy = Readonly<
  { by: 'rate'; rate: number } | { by: 'matched'; clause: number } | { by: 'own_rate' | 'team' | 'excluded' | 'corrected' | 'anything' }
>;

const excluded = sql<boolean>`(r.commissionable_cents = 0 and r.net_cents <> 0 and r.credit <> 'override')`;
const pricingFields = sql`r.config_version, r.credit, i.credit_of_id is not null as is_memo,
  case when o.id is null then i.rate_override else oi.rate_override end::float8 as own_rate,
  case when o.id is null then r.rate_clause else o.rate_clause end as rate_clause, ${excluded} as excluded`;
const position = sql`json_build_object('cum', coalesce(o.cum_cents, r.cum_cents), 'net', coalesce(o.net_cents, r.net_cents),
  'quota', coalesce(o.quota_cents, r.quota_cents)) as position`;
/** `o` and `oi`: the record and the invoice that a memo reverses. */
const from = sql`commission_records r join invoices i on i.id = r.invoice_id
  left join commission_records o on o.invoice_id = i.credit_of_id and o.user_id = r.user_id and o.plan_id <> ''
  left join invoices oi on oi.id = o.invoice_id`;
const exact = sql`(select round(sum((part->>'net')::numeric * (part->>'rate')::numeric)) from jsonb_array_elements(r.parts) as part)`;
/** A rate that occurs twice in the plan does not identify its tier, so such records are read one by one, as are memos. */
const isAlike = (repeatedRates: readonly number[]) => sql`i.credit_of_id is null and jsonb_array_length(r.parts) = 1
  and r.amount_cents = round(r.net_cents * (r.parts->0->>'rate')::numeric)
  and not (r.parts->0->>'rate')::float8 = any(${float8s(repeatedRates)})`;
const float8s = (rates: readonly number[]) => sql`${`{${rates.join(',')}}`}::float8[]`;

const inQuestion = ({ start_date, end_date, planId, userId }: PricedQuestion): RawBuilder<unknown> =>
  sql`r.booking_date between ${start_date} and ${end_date} and r.plan_id = ${planId} ${
    userId === null ? sql`` : sql`and r.user_id = ${userId}`
  }`;

const narrowed = (priced: PricedBy): RawBuilder<unknown> => {
  if (priced.by === 'rate') return sql`r.parts @> ${JSON.stringify([{ rate: priced.rate }])}::jsonb`;
  if (priced.by === 'matched') return sql`coalesce(o.rate_clause, r.rate_clause) = ${priced.clause}`;
  if (priced.by === 'own_rate') return sql`coalesce(oi.rate_override, i.rate_override) is not null`;
  if (priced.by === 'team') return sql`r.credit = 'override'`;
  if (priced.by === 'corrected') return sql`r.amount_cents <> ${exact}`;
  return priced.by === 'excluded' ? excluded : sql`true`;
};

/** Records with their priced parts. */
export const pricedRecordsRepository = (query: Kysely<Schema>) => ({
  /** Single-part records, as sums. */
  alike: async (question: PricedQuestion, repeatedRates: readonly number[]): Promise<AlikeRow[]> => {
    const { rows } = await sql<AlikeRow>`
      select ${pricingFields}, (r.parts->0->>'rate')::float8 as rate,
        case when ${excluded} then i.customer_type end as customer_type, case when ${excluded} then i.customer_name end as customer_name,
        count(*)::int as records, sum(r.net_cents)::int8 as net_cents, sum(r.amount_cents)::int8 as amount_cents
      from ${from} where ${inQuestion(question)} and ${isAlike(repeatedRates)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(query);
    return rows;
  },

  /** The other records: memos, and records with several parts, a repeated rate, a cap, or a cent of rounding. */
  others: async (question: PricedQuestion, repeatedRates: readonly number[]): Promise<PricedRecordRow[]> => {
    const { rows } = await sql<PricedRecordRow>`
      select r.id, r.parts, r.amount_cents, ${position}, ${pricingFields}, i.customer_type, i.customer_name
      from ${from} where ${inQuestion(question)} and not (${isAlike(repeatedRates)}) and (r.parts <> '[]' or r.amount_cents <> 0)`.execute(
      query,
    );
    return rows;
  },

  /** Newest booking first. */
  page: async (
    question: PricedQuestion,
    { version, priced, after }: Readonly<{ version: number; priced: PricedBy; after: Readonly<{ day: Day; id: number }> | null }>,
    limit: number,
  ): Promise<ListedRecordRow[]> => {
    const { rows } = await sql<ListedRecordRow>`
      select r.id, r.parts, r.amount_cents, ${position}, ${pricingFields}, i.customer_type, i.customer_name, r.invoice_number, r.booking_date, u.first_name, u.last_name
      from ${from} join users u on u.id = r.user_id
      where ${inQuestion(question)} and r.config_version = ${version} and ${narrowed(priced)}
        ${after === null ? sql`` : sql`and (r.booking_date, r.id) < (${after.day}::date, ${after.id}::int8)`}
      order by r.booking_date desc, r.id desc limit ${limit}`.execute(query);
    return rows;
  },
});
