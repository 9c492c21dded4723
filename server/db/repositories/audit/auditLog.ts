import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { AuditRow } from './audit.ts';

export type AuditLogFilter = Readonly<{
  /** The actor. */
  person: number | null;
  entities: readonly string[] | null;
  /** True to leave out sign-ins and sign-outs. */
  isChange: boolean;
  /** Instants: `from` inclusive, `until` exclusive. */
  from: string | null;
  until: string | null;
  /** Minimum change of the amount, up or down. */
  cents: number | null;
  ownBenefit: boolean;
}>;
export type LogRow = AuditRow &
  Readonly<{ cents: number | null; own_benefit: boolean; owner_first: string | null; owner_last: string | null }>;
/** A change that raises its actor's own pay, with the amounts before and after. */
export type OwnBenefitRow = Readonly<{
  id: number;
  at: string;
  action: string;
  first_name: string;
  last_name: string;
  cents: number;
  /** The person who decided the adjustment or payout, or approved the change; null if no other person did. */
  decided_first: string | null;
  decided_last: string | null;
}>;

const numberIn = (sideName: 'before' | 'after', key: string) => {
  const value = sql`${sql.ref(`l.${sideName}`)} -> ${sql.lit(key)}`;
  return sql`case when jsonb_typeof(${value}) = 'number' then (${value})::text::numeric else 0 end`;
};
const increaseOf = (key: string) => sql`(${numberIn('after', key)} - ${numberIn('before', key)})`;
const hasAmount = sql`(jsonb_typeof(l.after -> 'amount_cents') = 'number' or jsonb_typeof(l.before -> 'amount_cents') = 'number')`;
/** A record earns its commission plus its adjustments. */
const cents = sql`(${increaseOf('amount_cents')} + case when l.entity = 'commission' then ${increaseOf('adjustments_cents')} else 0 end)`;
/** The subject's id; null if it has none, such as for a sign-in with an unknown address. */
const subjectId = sql`case when l.entity_id ~ '^[0-9]{1,18}$' then l.entity_id::int8 end`;
/** The person whose money or account a row is about. */
const owner = sql`coalesce(
  case when jsonb_typeof(l.after -> 'user_id') = 'number' then (l.after ->> 'user_id')::int8 end,
  case when jsonb_typeof(l.before -> 'user_id') = 'number' then (l.before ->> 'user_id')::int8 end,
  case l.entity when 'commission' then (select r.user_id from commission_records r where r.id = ${subjectId})
    when 'payout' then (select p.user_id from payouts p where p.id = ${subjectId}) when 'user' then ${subjectId} end)`;
const isPay = sql`(l.entity in ('commission', 'adjustment', 'recompute_run', 'payout') or l.action = 'own_pay.raised')`;
/** decisions 3.06: its actor earns more, or has more released or paid out. */
const isOwnBenefit = sql`(l.actor_id is not null and ${isPay} and (${cents} > 0 or ${increaseOf('released_cents')} > 0) and ${owner} = l.actor_id)`;

const isNoSignIn = sql`l.entity <> 'session'`;
/** Ids are assigned in write order, but a row's time is taken a moment earlier: at most this many rows are out of order. */
const MAX_OUT_OF_ORDER_ROWS = 1000;
const firstIdFrom = (from: string) => sql`(select x.id from audit_log x where x.at >= ${from}::timestamptz order by x.at, x.id limit 1)`;
const lastIdBefore = (until: string) =>
  sql`(select x.id from audit_log x where x.at < ${until}::timestamptz order by x.at desc, x.id desc limit 1)`;

/** The whole log, newest first, with filters. */
export const auditLogRepository = (query: Kysely<Schema>) => ({
  page: async (filter: AuditLogFilter, before: number | null, maxRows: number): Promise<LogRow[]> => {
    const conditions = [
      sql`true`,
      ...(before === null ? [] : [sql`l.id < ${before}`]),
      ...(filter.person === null ? [] : [sql`l.actor_id = ${filter.person}`]),
      ...(filter.entities === null ? [] : [sql`l.entity = any(${filter.entities}::text[])`]),
      ...(filter.isChange ? [isNoSignIn] : []),
      ...(filter.from === null
        ? []
        : [sql`l.at >= ${filter.from}::timestamptz`, sql`l.id >= ${firstIdFrom(filter.from)} - ${MAX_OUT_OF_ORDER_ROWS}`]),
      ...(filter.until === null
        ? []
        : [sql`l.at < ${filter.until}::timestamptz`, sql`l.id <= ${lastIdBefore(filter.until)} + ${MAX_OUT_OF_ORDER_ROWS}`]),
      ...(filter.cents === null ? [] : [sql`abs(${cents}) >= ${filter.cents}`]),
      ...(filter.ownBenefit ? [isOwnBenefit] : []),
    ];
    const { rows } = await sql<LogRow>`
      with found as (select l.* from audit_log l where ${sql.join(conditions, sql` and `)} order by l.id desc limit ${maxRows})
      select l.*, u.first_name, u.last_name, t.name as token_name, o.first_name as owner_first, o.last_name as owner_last,
        case when ${hasAmount} then ${cents}::int8 end as cents, ${isOwnBenefit} as own_benefit
      from found l left join users u on u.id = l.actor_id left join api_tokens t on t.id = l.token_id left join users o on o.id = ${owner} order by l.id desc`.execute(
      query,
    );
    return rows;
  },

  /** Changes since an instant, without sign-ins: the count, the actors, and those that raise the actor's own pay. */
  since: async (from: string): Promise<Readonly<{ changes: number; people: number; own_benefit: number }>> => {
    const { rows } = await sql<{ changes: number; people: number; own_benefit: number }>`
      select count(*)::int4 as changes, count(distinct l.actor_id)::int4 as people, (count(*) filter (where ${isOwnBenefit}))::int4 as own_benefit
      from audit_log l where l.at >= ${from}::timestamptz and ${isNoSignIn}`.execute(query);
    return rows[0] ?? { changes: 0, people: 0, own_benefit: 0 };
  },

  /** Changes that raise their actor's own pay, newest first; the range applies to booking, effective or payment day, by kind. */
  ownBenefits: async (
    { start_date, end_date }: Readonly<{ start_date: string; end_date: string }>,
    maxRows: number,
  ): Promise<OwnBenefitRow[]> => {
    const { rows } = await sql<OwnBenefitRow>`
      select l.id, l.at, l.action, u.first_name, u.last_name, ${cents}::int8 as cents, d.first_name as decided_first, d.last_name as decided_last
      from audit_log l join users u on u.id = l.actor_id
      left join adjustments a on l.entity = 'adjustment' and a.id::text = l.entity_id
      left join payouts p on l.entity = 'payout' and p.id::text = l.entity_id left join users d on d.id = coalesce(a.decided_by, p.approved_by, (
        select (o.after ->> 'approved_by')::int8 from audit_log o
        where o.entity = 'user' and o.entity_id = l.actor_id::text and o.action = 'own_pay.raised' and o.at = l.at limit 1))
      where l.at >= ${start_date}::timestamptz - interval '2 days' and l.entity <> 'user' and ${isOwnBenefit} and case l.entity
        when 'commission' then exists (select 1 from commission_records r where r.id = ${subjectId} and r.booking_date between ${start_date} and ${end_date})
        when 'adjustment' then a.effective_date between ${start_date} and ${end_date}
        when 'payout' then p.paid_on between ${start_date} and ${end_date}
        else (l.after ->> 'from')::date <= ${end_date}::date and (l.after ->> 'to')::date >= ${start_date}::date end
      order by l.id desc limit ${maxRows}`.execute(query);
    return rows;
  },
});
