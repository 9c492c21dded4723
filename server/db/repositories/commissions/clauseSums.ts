import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

const counted = sql`
  select plan_id, date_trunc('month', booking_date::timestamp)::date as month, user_id, config_version, key, sum(records)::int as records,
    sum(net)::int8 as net_cents, sum(amount)::int8 as amount_cents
  from commission_records r cross join lateral clause_shares(r.parts, r.amount_cents) s group by 1, 2, 3, 4, 5`;

/** The stored sums of clauses, which triggers write (migration 370), compared with the records. */
export const clauseSumsRepository = (query: Kysely<Schema>) => ({
  /** The number of sums that differ. Reads all records: ten seconds at a million. */
  faults: async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${counted}) c full join clause_sums s using (plan_id, month, user_id, config_version, key)
      where (c.records, c.net_cents, c.amount_cents) is distinct from (s.records, s.net_cents, s.amount_cents)`.execute(query);
    return rows[0]?.count ?? 0;
  },

  /** Replaces all sums, under a lock that keeps records from changing. Call in a transaction. */
  recount: async (): Promise<void> => {
    await sql`lock table commission_records in share row exclusive mode`.execute(query);
    await sql`delete from clause_sums`.execute(query);
    await sql`
      insert into clause_sums (plan_id, month, user_id, config_version, key, records, net_cents, amount_cents) ${counted}`.execute(query);
  },
});
