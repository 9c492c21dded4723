import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Approver } from '../../../../contract/rules/deciders.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AdjustmentsTable, Schema } from '../../schema/index.ts';

/** An adjustment with what is shown with it: the invoice's number ('' for a bonus), whose it is, who made it. */
export type AdjustmentRow = Selectable<AdjustmentsTable> &
  Readonly<{
    invoice_number: string;
    first_name: string;
    last_name: string;
    manager_id: number | null;
    author_first_name: string;
    author_last_name: string;
    setter_first_name: string | null;
    setter_last_name: string | null;
  }>;
/** A record that an adjustment may be of, and whose it is. */
export type ChoiceRow = Readonly<{ id: number; invoice_id: number; amount_cents: number; first_name: string; last_name: string }>;
export type NewAdjustment = Pick<
  Insertable<AdjustmentsTable>,
  'commission_id' | 'related_invoice_id' | 'user_id' | 'amount_cents' | 'reason' | 'state' | 'effective_date' | 'created_by' | 'origin'
>;
export type AdjustmentChange = Partial<
  Pick<
    Insertable<AdjustmentsTable>,
    | 'commission_id'
    | 'related_invoice_id'
    | 'user_id'
    | 'amount_cents'
    | 'reason'
    | 'state'
    | 'decided_by'
    | 'decided_at'
    | 'self_approved'
    | 'set_by'
    | 'decision_reason'
    | 'undo_by'
    | 'undo_until'
  >
>;

export const withNames = (query: Kysely<Schema>) =>
  query
    .selectFrom('adjustments as a')
    .leftJoin('invoices as i', 'i.id', 'a.related_invoice_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('users as author', 'author.id', 'a.created_by')
    .leftJoin('users as setter', 'setter.id', 'a.set_by')
    .selectAll('a')
    .select([
      sql<string>`coalesce(i.invoice_number, '')`.as('invoice_number'),
      'u.first_name',
      'u.last_name',
      'u.manager_id',
      'author.first_name as author_first_name',
      'author.last_name as author_last_name',
      'setter.first_name as setter_first_name',
      'setter.last_name as setter_last_name',
    ]);

/** Adjustments: made, changed by version, decided. Their list is in adjustmentsPage.ts. */
export const adjustmentsRepository = (query: Kysely<Schema>) => ({
  byId: (id: number): Promise<AdjustmentRow | undefined> => withNames(query).where('a.id', '=', id).executeTakeFirst(),

  /** One that was just written. */
  read: (id: number): Promise<AdjustmentRow> => withNames(query).where('a.id', '=', id).executeTakeFirstOrThrow(),

  /** Locked: the next writer waits and then sees what was done. */
  lock: async (id: number): Promise<AdjustmentRow | undefined> => {
    await sql`select 1 from adjustments where id = ${id} for update`.execute(query);
    return withNames(query).where('a.id', '=', id).executeTakeFirst();
  },

  /** Cents of payments, under way or made, that pay it by itself; what was reversed is 0. */
  paidAlone: async (id: number): Promise<number> => {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(l.amount_cents), 0)::int8 as cents from payout_adjustments l
      join payouts p on p.id = l.payout_id and p.state <> 'failed' where l.adjustment_id = ${id}`.execute(query);
    return rows[0]?.cents ?? 0;
  },

  add: async (adjustment: NewAdjustment, decidedBy: number | null, at: Date): Promise<number> => {
    const made = at.toISOString();
    const row = await query
      .insertInto('adjustments')
      .values({ ...adjustment, decided_by: decidedBy, decided_at: decidedBy === null ? null : made, created_at: made, updated_at: made })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** What can be taken back is only the last change. */
  change: async (id: number, change: AdjustmentChange, at: Date): Promise<void> => {
    await query
      .updateTable('adjustments')
      .set((eb) => ({ undo_by: null, undo_until: null, ...change, version: eb('version', '+', 1), updated_at: at.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  /** Records of invoices that have several: which one is meant has to be said. @param userId null: everybody's */
  choices: async (invoiceIds: readonly number[], userId: number | null): Promise<ChoiceRow[]> => {
    const { rows } = await sql<ChoiceRow>`
      select * from (
        select c.id, c.invoice_id, c.amount_cents, u.first_name, u.last_name, count(*) over (partition by c.invoice_id) as records
        from commission_records c join users u on u.id = c.user_id
        where c.invoice_id = any(${[...invoiceIds]}::int8[]) and (${userId}::int8 is null or c.user_id = ${userId})
      ) as all_of_them where records > 1 order by id`.execute(query);
    return rows;
  },

  /** Everybody active who may decide about an adjustment. */
  approvers: async (): Promise<Approver[]> => {
    const rows = await query
      .selectFrom('users')
      .select(['id', 'role'])
      .where('role', 'in', ['vp_sales', 'admin'])
      .where('active', '=', true)
      .orderBy('id')
      .execute();
    return rows.map(({ id, role }) => ({ id: String(id), role }));
  },

  /** First days of the months in which nothing can be done. */
  closedMonths: async (): Promise<Day[]> => {
    const rows = await query.selectFrom('pay_periods').select('start_date').where('state', '=', 'closed').execute();
    return rows.map(({ start_date }) => start_date);
  },
});
