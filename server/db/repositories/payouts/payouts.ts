import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { PayoutsTable, Schema } from '../../schema/index.ts';
import { dueStandaloneCents } from './alone.ts';
import { memoOverpayments } from './memoOver.ts';

export type PayoutRow = Selectable<PayoutsTable> &
  Readonly<{
    first_name: string;
    last_name: string;
    author: string | null;
    approver: string | null;
    reversed_by_id: number | null;
    /** State of its payout run, if it belongs to one. */
    run_state: 'proposed' | 'approved' | 'completed' | 'cancelled' | null;
    run_month: Day | null;
    /** Number of records it pays. */
    records: number;
    /** The invoice, if it pays a single record. */
    invoice_id: number | null;
    invoice_number: string | null;
  }>;
export type PayoutChange = Omit<Updateable<PayoutsTable>, 'id' | 'version' | 'created_at' | 'updated_at'>;
/**
 * A record or an adjustment without one, by day; a bonus belongs to no customer, so its name is empty. `open`: due and not in a payment in
 * progress; `family`: the invoice of a record; for a credit memo, the invoice it reverses.
 */
export type PayableRow = Readonly<{
  kind: 'record' | 'adjustment';
  id: number;
  user_id: number;
  label: string;
  customer_name: string;
  day: Day;
  family: number | null;
  open: number;
}>;
export type NewPayoutLine = Readonly<{ kind: PayableRow['kind']; id: number; amount_cents: number }>;
export type PayoutLineRow = NewPayoutLine & Omit<PayableRow, 'open' | 'family'> & Readonly<{ payment_id: null }>;
export type SamePayout = Readonly<{ user_id: number; paid_on: Day; amount_cents: number; reference: string | null }>;

/** Columns of payouts `p`. */
export const payoutRowColumns = sql`
  p.*, u.first_name, u.last_name, a.first_name || ' ' || a.last_name as author, b.first_name || ' ' || b.last_name as approver,
  (select id from payouts o where o.reversal_of_id = p.id) as reversed_by_id, g.state as run_state, g.month as run_month,
  l.records::int8 as records, case when l.records = 1 then r.invoice_id end as invoice_id, case when l.records = 1 then r.invoice_number end as invoice_number`;
export const payoutJoins = sql`
  join users u on u.id = p.user_id left join users a on a.id = p.created_by left join users b on b.id = p.approved_by left join payout_runs g on g.id = p.run_id
  left join lateral (select count(*) as records, min(commission_id) as commission_id from payout_lines where payout_id = p.id) l on true
  left join commission_records r on r.id = l.commission_id`;

/** Single commission payments, their lines, and the amounts due (decisions 2.03, 2.05, 2.16). */
export const payoutsRepository = (query: Kysely<Schema>) => {
  const byId = async (id: number): Promise<PayoutRow | undefined> => {
    const { rows } = await sql<PayoutRow>`select ${payoutRowColumns} from payouts p ${payoutJoins} where p.id = ${id}`.execute(query);
    return rows[0];
  };
  return {
    byId,

    /** Locks the run first and then the row, the order in which runs are changed; the next writer waits and then sees the change. */
    lock: async (id: number): Promise<PayoutRow | undefined> => {
      await sql`select 1 from payout_runs r join payouts p on p.run_id = r.id where p.id = ${id} for update of r`.execute(query);
      await sql`select 1 from payouts where id = ${id} for update`.execute(query);
      return byId(id);
    },

    /** Payments of a run; a reversal is a separate payment. */
    ofRun: async (runId: number): Promise<PayoutRow[]> => {
      const { rows } =
        await sql<PayoutRow>`select ${payoutRowColumns} from payouts p ${payoutJoins} where p.run_id = ${runId} order by p.id`.execute(
          query,
        );
      return rows;
    },

    add: async (payout: Insertable<PayoutsTable>): Promise<number> =>
      (await query.insertInto('payouts').values(payout).returning('id').executeTakeFirstOrThrow()).id,

    change: async (id: number, change: PayoutChange, now: Date): Promise<void> => {
      await query
        .updateTable('payouts')
        // Only the last change can be undone.
        .set((eb) => ({ undo_by: null, undo_until: null, ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    /** A payout with the same person, amount, reference and day. */
    same: async ({ user_id, paid_on, amount_cents, reference }: SamePayout): Promise<number | null> => {
      const { rows } = await sql<{ id: number }>`
        select id from payouts where user_id = ${user_id} and paid_on = ${paid_on} and amount_cents = ${amount_cents} and state <> 'failed'
          and lower(reference) is not distinct from lower(${reference}) order by id limit 1`.execute(query);
      return rows[0]?.id ?? null;
    },

    addLines: async (payoutId: number, lines: readonly NewPayoutLine[]): Promise<void> => {
      const json = JSON.stringify(lines);
      await sql`insert into payout_lines (payout_id, commission_id, amount_cents)
        select ${payoutId}, id, amount_cents from json_to_recordset(${json}::json) as v(kind text, id int8, amount_cents int8) where kind = 'record'`.execute(
        query,
      );
      await sql`insert into payout_adjustments (payout_id, adjustment_id, amount_cents)
        select ${payoutId}, id, amount_cents from json_to_recordset(${json}::json) as v(kind text, id int8, amount_cents int8) where kind = 'adjustment'`.execute(
        query,
      );
    },

    /** Copies a payment's lines with opposite signs to its reversal. */
    reverseLines: async (payoutId: number, reversalId: number): Promise<void> => {
      await sql`insert into payout_lines (payout_id, commission_id, amount_cents)
        select ${reversalId}, commission_id, -amount_cents from payout_lines where payout_id = ${payoutId}`.execute(query);
      await sql`insert into payout_adjustments (payout_id, adjustment_id, amount_cents)
        select ${reversalId}, adjustment_id, -amount_cents from payout_adjustments where payout_id = ${payoutId}`.execute(query);
    },

    lines: async (payoutId: number): Promise<PayoutLineRow[]> => {
      const { rows } = await sql<PayoutLineRow>`
        select 'record' as kind, r.id, r.user_id, r.invoice_number as label, i.customer_name, r.booking_date as day, l.amount_cents,
          null as payment_id
        from payout_lines l join commission_records r on r.id = l.commission_id join invoices i on i.id = r.invoice_id where l.payout_id = ${payoutId}
        union all select 'adjustment', a.id, a.user_id, a.reason, coalesce(i.customer_name, ''), a.effective_date, l.amount_cents, null
        from payout_adjustments l join adjustments a on a.id = l.adjustment_id left join invoices i on i.id = a.related_invoice_id
        where l.payout_id = ${payoutId} order by day, label, id`.execute(query);
      return rows;
    },

    /**
     * Amounts due and in no payment in progress, oldest first; negative amounts are to be recovered.
     * @param userId null: everybody's
     * @param upToDay includes records booked and adjustments effective by this day
     * @param exceptPayoutId a payment whose own lines do not count as in progress
     */
    payable: async (userId: number | null, upToDay: Day, exceptPayoutId: number, maxRows: number | null = null): Promise<PayableRow[]> => {
      const ownerFilter = (column: string) => (userId === null ? sql`` : sql`and ${sql.ref(column)} = ${userId}`);
      const isOtherPayout = sql`o.id <> ${exceptPayoutId}`;
      const { rows } = await sql<PayableRow>`
        with held as (
          select l.commission_id as id, sum(l.amount_cents) as cents from payouts o join payout_lines l on l.payout_id = o.id
          where o.state in ('pending', 'processing') and ${isOtherPayout} ${ownerFilter('o.user_id')} group by 1
        ), memo_over as ${memoOverpayments(upToDay, exceptPayoutId, ownerFilter('r.user_id'))}, owed as (
          select 'record' as kind, r.id, r.user_id, r.invoice_number as label, i.customer_name, r.booking_date as day, coalesce(i.credit_of_id, i.id) as family,
            r.due_cents - coalesce(h.cents, 0)::int8 + coalesce(b.over, 0) as open, r.due_cents as due
          from commission_records r join invoices i on i.id = r.invoice_id left join held h on h.id = r.id left join memo_over b on b.id = r.id
          where r.due_cents <> 0 and r.booking_date <= ${upToDay} ${ownerFilter('r.user_id')}
          union all
          select 'adjustment', a.id, a.user_id, a.reason, coalesce(i.customer_name, ''), a.effective_date, null, due - under_way, due from (
            select a.*, ${dueStandaloneCents} as due,
              coalesce((select sum(l.amount_cents) from payout_adjustments l join payouts o on o.id = l.payout_id
                where l.adjustment_id = a.id and o.state in ('pending', 'processing') and ${isOtherPayout}), 0)::int8 as under_way
            from adjustments a where a.state = 'approved' and a.commission_id is null and a.effective_date <= ${upToDay} ${ownerFilter('a.user_id')}
          ) a left join invoices i on i.id = a.related_invoice_id
        )
        select kind, id, user_id, label, customer_name, day, family, open from owed where open <> 0 and sign(open) = sign(due)
        order by day, label, id ${maxRows === null ? sql`` : sql`limit ${maxRows}`}`.execute(query);
      return rows;
    },

    /** Active people with these roles. */
    approvers: async (roles: readonly Role[]): Promise<number[]> => {
      const rows = await query.selectFrom('users').select('id').where('role', 'in', roles).where('active', '=', true).execute();
      return rows.map(({ id }) => id);
    },
  };
};
