import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type PayoutRow, payoutJoins, payoutRowColumns } from './payouts.ts';

/** The people whose payouts are read: one; a manager and their team; everybody if both are null. */
export type Payees = Readonly<{ userId: number | null; managerId: number | null }>;
/** The last row of the previous page. */
export type PayoutKey = Readonly<{ paid_on: Day; id: number }>;

const payeesOf = ({ userId, managerId }: Payees): RawBuilder<unknown> => {
  if (userId !== null) return sql`p.user_id = ${userId}`;
  return managerId === null ? sql`true` : sql`p.user_id in (select id from users where id = ${managerId} or manager_id = ${managerId})`;
};
const isBefore = (key: PayoutKey | null): RawBuilder<unknown> =>
  key === null ? sql`true` : sql`(p.paid_on, p.id) < (${key.paid_on}::date, ${key.id}::bigint)`;

/** Payouts as their payees read them, newest first: keyset on (day, id). */
export const payoutsPageRepository = (query: Kysely<Schema>) => {
  const read = async (condition: RawBuilder<unknown>, limit: number): Promise<PayoutRow[]> => {
    const { rows } = await sql<PayoutRow>`
      select ${payoutRowColumns} from payouts p ${payoutJoins} where ${condition} order by p.paid_on desc, p.id desc limit ${limit}`.execute(
      query,
    );
    return rows;
  };
  return {
    page: (payees: Payees, after: PayoutKey | null, limit: number): Promise<PayoutRow[]> =>
      read(sql`${payeesOf(payees)} and ${isBefore(after)}`, limit),

    count: async (payees: Payees): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from payouts p where ${payeesOf(payees)}`.execute(query);
      return rows[0]?.count ?? 0;
    },

    /** Payments that wait for approval or are on their way, by state; cents. */
    openTotals: async (payees: Payees): Promise<Readonly<{ state: 'pending' | 'processing'; count: number; amount_cents: number }>[]> => {
      const { rows } = await sql<{ state: 'pending' | 'processing'; count: number; amount_cents: number }>`
        select p.state, count(*)::int as count, sum(p.amount_cents)::int8 as amount_cents from payouts p
        where ${payeesOf(payees)} and p.state in ('pending', 'processing') group by 1`.execute(query);
      return rows;
    },

    /** A person's payments that wait for approval or are on their way, newest first. */
    inProgress: (userId: number, limit: number): Promise<PayoutRow[]> =>
      read(sql`p.user_id = ${userId} and p.state in ('pending', 'processing')`, limit),

    /** A person's completed payments before another, without reversed ones and reversals. @param key null: all of them */
    earlier: (userId: number, key: PayoutKey | null, limit: number): Promise<PayoutRow[]> =>
      read(
        sql`p.user_id = ${userId} and p.state = 'completed' and p.reversal_of_id is null and ${isBefore(key)}
          and not exists (select 1 from payouts o where o.reversal_of_id = p.id)`,
        limit,
      ),
  };
};
