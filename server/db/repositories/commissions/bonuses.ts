import { type Kysely, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** A proposed bonus, stored as an adjustment without a record. */
export type BonusRow = Readonly<{
  id: number;
  user_id: number;
  bonus_key: string;
  bonus_from: Day;
  amount_cents: number;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  reason: string;
  effective_date: Day;
  after: string | null;
  /** When the level was last lost or reached after the decision; null: never. */
  level_moved_at: string | null;
}>;
export type PendingPrizeRow = BonusRow & Readonly<{ before: string | null }>;
/**
 * A person's progress toward a level in a range: `net`, and `counted`, the part that counts toward the quota, in cents; `won`:
 * number of deals.
 */
export type FigureRow = Readonly<{ net: number; counted: number; won: number }>;
/** A person's part of a sale, by the invoice. */
export type SaleRow = Readonly<{ user_id: number; invoice_id: number; day: Day }>;

/**
 * The net revenue of a record; 0 for a share in a team's revenue and for an excluded record, whose parts may not have a clause
 * yet.
 */
const netRevenue = sql`case when credit = 'override' or (commissionable_cents = 0
  and (parts @? '$[*].clause ? (@ starts with "exclude.")' or not parts @? '$[*].clause')) then 0 else net_cents end`;

/** The figures that decide bonuses, and the bonuses proposed so far. */
export const bonusesRepository = (query: Kysely<Schema>) => ({
  /** Proposed bonuses, oldest first. */
  proposed: async (userId: number, from: readonly Day[]): Promise<BonusRow[]> => {
    const { rows } = await sql<BonusRow>`
      select id, user_id, bonus_key, bonus_from, amount_cents, state, reason, effective_date, calculation->>'after' as after, level_moved_at
      from adjustments
      where origin = 'bonus' and user_id = ${userId} and bonus_from = any(${[...from]}::date[]) order by id`.execute(query);
    return rows;
  },

  /** Recorded net revenue and the part that counts toward the quota, in cents, and the number of won deals. */
  figures: async (userId: number, { start_date, end_date }: DateRange): Promise<FigureRow> => {
    const { rows } = await sql<FigureRow>`
      select sums.*, (select count(*) from deals where owner_id = ${userId} and state = 'won' and closed_on between ${start_date} and ${end_date})::int8 as won
      from (select coalesce(sum(${netRevenue}), 0)::int8 as net, coalesce(sum(commissionable_cents), 0)::int8 as counted from commission_records
        where user_id = ${userId} and booking_date between ${start_date} and ${end_date}) as sums`.execute(query);
    return rows[0] ?? { net: 0, counted: 0, won: 0 };
  },

  /** Everybody's proposals for periods that begin on a day, oldest first. */
  proposedFrom: async (from: Day): Promise<BonusRow[]> => {
    const { rows } = await sql<BonusRow>`
      select id, user_id, bonus_key, bonus_from, amount_cents, state, reason, effective_date, calculation->>'after' as after, level_moved_at
      from adjustments where origin = 'bonus' and bonus_from = ${from} order by id`.execute(query);
    return rows;
  },

  /** Everybody's pending prizes of contests, oldest first. `before`: the sentence about their rank. */
  pendingPrizes: async (): Promise<PendingPrizeRow[]> => {
    const { rows } = await sql<PendingPrizeRow>`
      select id, user_id, bonus_key, bonus_from, amount_cents, state, reason, effective_date, calculation->>'after' as after, level_moved_at,
        calculation->>'before' as before
      from adjustments where origin = 'bonus' and state = 'pending' and bonus_key like '%/contest:%' order by id`.execute(query);
    return rows;
  },

  /** The figures of everybody who sold or won anything in a range. */
  everybody: async ({ start_date, end_date }: DateRange): Promise<(FigureRow & Readonly<{ user_id: number }>)[]> => {
    const { rows } = await sql<FigureRow & { user_id: number }>`
      select user_id, sum(net)::int8 as net, sum(counted)::int8 as counted, sum(won)::int8 as won from (
        select user_id, ${netRevenue} as net, commissionable_cents as counted, 0 as won from commission_records where booking_date between ${start_date} and ${end_date}
        union all select owner_id, 0, 0, 1 from deals where owner_id is not null and state = 'won' and closed_on between ${start_date} and ${end_date}
      ) as figures group by user_id order by user_id`.execute(query);
    return rows;
  },

  /** Everybody's sales booked in a range, by day, without those that credit memos of the range reverse in full. */
  salesOf: async ({ start_date, end_date }: DateRange): Promise<SaleRow[]> => {
    const { rows } = await sql<SaleRow>`
      select r.user_id, coalesce(i.credit_of_id, i.id) as invoice_id, min(r.booking_date) filter (where i.credit_of_id is null) as day
      from (select *, ${netRevenue} as net from commission_records where booking_date between ${start_date} and ${end_date}) r
      join invoices i on i.id = r.invoice_id
      group by r.user_id, coalesce(i.credit_of_id, i.id)
      having sum(r.net) > 0 and bool_or(i.credit_of_id is null) order by day, r.user_id, invoice_id`.execute(query);
    return rows;
  },

  moveLevel: async (id: number, now: Date): Promise<void> => {
    await query.updateTable('adjustments').set({ level_moved_at: now.toISOString() }).where('id', '=', id).execute();
  },
});
