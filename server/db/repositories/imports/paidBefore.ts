import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** An invoice, and one person's record of it; null without one. `paid`: by completed payouts. Cents. */
export type PaidRecordRow = Readonly<{
  invoice_number: string;
  booking_date: Day;
  record_id: number | null;
  user_id: number | null;
  earned: number;
  released: number;
  paid: number;
}>;
/** A payment made before Quotaboard: for a record, or null for a draw balance. */
export type PaidBeforeRow = Readonly<{ user_id: number; record_id: number | null; paid_on: Day; cents: number }>;
type PayoutSince = Readonly<{ day: Day; cents: number }>;

const IS_VALID = sql`p.source = 'before' and p.reversal_of_id is null and not exists (select 1 from payouts b where b.reversal_of_id = p.id)`;

/** Commission paid before Quotaboard, from files (decisions 2.31). */
export const paidBeforeRepository = (query: Kysely<Schema>) => {
  const payoutsOfRun = (runId: number, ids?: readonly number[]) => sql`run_changes c join payouts p on p.id = c.entity_id
    where c.run_id = ${runId} and c.entity = 'payout' and c.undone_at is null ${ids ? sql`and c.id = any(${[...ids]}::int8[])` : sql``}`;

  return {
    /** Valid invoices with these numbers, one row for each record. */
    records: async (numbers: readonly string[]): Promise<PaidRecordRow[]> => {
      if (numbers.length === 0) return [];
      const { rows } = await sql<PaidRecordRow>`
        select i.invoice_number, i.booking_date, r.id as record_id, r.user_id, coalesce(r.amount_cents + r.adjustments_cents, 0)::int8 as earned,
          coalesce(r.released_cents, 0)::int8 as released, coalesce((select sum(l.amount_cents) from payout_lines l join payouts o on o.id = l.payout_id
            where l.commission_id = r.id and o.state = 'completed'), 0)::int8 as paid
        from invoices i left join commission_records r on r.invoice_id = i.id
        where i.invoice_number = any(${[...numbers]}::text[]) and i.state = 'sent' order by i.id, r.id`.execute(query);
      return rows;
    },

    /** Payments to these people made before Quotaboard that other runs recorded and nobody reversed. */
    known: async (userIds: readonly number[], runId: number): Promise<PaidBeforeRow[]> => {
      if (userIds.length === 0) return [];
      const isCounted = sql`${IS_VALID} and not exists (select 1 from run_changes c
        where c.run_id = ${runId} and c.entity = 'payout' and c.entity_id = p.id)`;
      const { rows } = await sql<PaidBeforeRow>`
        select p.user_id, l.commission_id as record_id, p.paid_on, l.amount_cents as cents from payouts p join payout_lines l on l.payout_id = p.id
        where p.user_id = any(${[...userIds]}::int8[]) and ${isCounted}
        union all select p.user_id, null, p.paid_on, p.drawn_cents from payouts p
        where p.user_id = any(${[...userIds]}::int8[]) and p.drawn_cents <> 0 and ${isCounted}`.execute(query);
      return rows;
    },

    /** True if a run, or only these changes of it, recorded a payment to this person. */
    hasPaid: async (runId: number, userId: number, ids?: readonly number[]): Promise<boolean> => {
      const { rows } = await sql`select 1 from ${payoutsOfRun(runId, ids)} and p.user_id = ${userId} limit 1`.execute(query);
      return rows.length > 0;
    },

    /** The first closed month in which a run recorded a payment. */
    closedMonth: async (runId: number, ids?: readonly number[]): Promise<Day | null> => {
      const { rows } = await sql<{ month: Day }>`
        select m.start_date as month from pay_periods m where m.state = 'closed'
          and exists (select 1 from ${payoutsOfRun(runId, ids)} and p.paid_on between m.start_date and m.end_date) order by 1 limit 1`.execute(
        query,
      );
      return rows[0]?.month ?? null;
    },
    /** A payment of a run that was changed, reversed or matched with a bank transaction since. */
    changedSince: async (runId: number, ids?: readonly number[]): Promise<PayoutSince | null> => {
      const { rows } = await sql<PayoutSince>`
        select p.paid_on as day, p.amount_cents as cents from ${payoutsOfRun(runId, ids)} and (p.version <> c.after_version
          or exists (select 1 from payouts b where b.reversal_of_id = p.id) or exists (select 1 from bank_matches x where x.payout_id = p.id))
        order by p.id limit 1`.execute(query);
      return rows[0] ?? null;
    },
    /** True if a person's draw balance without those of a run would fall below zero. */
    isDrawRecovered: async (runId: number, ids?: readonly number[]): Promise<boolean> => {
      const { rows } = await sql<{ user_id: number }>`
        select d.user_id from (select p.user_id, sum(p.draw_balance_cents) as cents from ${payoutsOfRun(runId, ids)} group by 1) d
        where d.cents > 0 and d.cents > coalesce((select sum(case when o.state = 'completed' then o.draw_balance_cents else least(o.draw_balance_cents, 0) end)
          from payouts o where o.user_id = d.user_id and o.state <> 'failed'), 0) limit 1`.execute(query);
      return rows.length > 0;
    },

    peopleOf: async (payoutIds: readonly number[]): Promise<number[]> => {
      const { rows } = await sql<{ user_id: number }>`
        select distinct user_id from payouts where id = any(${[...payoutIds]}::int8[]) order by 1`.execute(query);
      return rows.map(({ user_id }) => user_id);
    },
    remove: async (payoutIds: readonly number[]): Promise<void> => {
      if (payoutIds.length === 0) return;
      await sql`delete from payout_lines where payout_id = any(${[...payoutIds]}::int8[])`.execute(query);
      await sql`delete from payouts where id = any(${[...payoutIds]}::int8[])`.execute(query);
    },
  };
};
