import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AdjustmentState } from '../../../../contract/entities/adjustment.ts';
import type { Approver } from '../../../../contract/rules/deciders.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AdjustmentsTable, Schema } from '../../schema/index.ts';
import { isLive } from '../setup/reached.ts';

/** An adjustment for display: with its invoice number ('' if none), its person and its author. */
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
    /** The author's other approved or pending adjustments for that person and month: sum of absolute amounts (decisions 2.10). */
    others_cents: number;
    /** The approved part of `others_cents`. */
    others_counted_cents: number;
  }>;
/** Identifies an author's sum: author, paid person and a day of the month; `id` is the adjustment to exclude, null if it is new. */
export type AuthorSumKey = Readonly<{ authorId: number; userId: number; day: Day; id: number | null }>;
/** A record that may be adjusted, and its owner. `now_cents`: the amount including approved adjustments. */
export type AdjustableRow = Readonly<{
  id: number;
  invoice_id: number;
  user_id: number;
  now_cents: number;
  first_name: string;
  last_name: string;
}>;
export type ChoiceRow = Readonly<{ id: number; invoice_id: number; amount_cents: number; first_name: string; last_name: string }>;
export type NewAdjustment = Pick<
  Insertable<AdjustmentsTable>,
  | 'commission_id'
  | 'related_invoice_id'
  | 'user_id'
  | 'amount_cents'
  | 'reason'
  | 'state'
  | 'effective_date'
  | 'kind'
  | 'created_by'
  | 'origin'
  | 'by_program'
>;
export type AdjustmentChange = Partial<
  Pick<
    Insertable<AdjustmentsTable>,
    | 'commission_id'
    | 'related_invoice_id'
    | 'user_id'
    | 'amount_cents'
    | 'reason'
    | 'effective_date'
    | 'kind'
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

/** The person responsible for the amount; null for an engine proposal that no person has changed. */
const authorOf = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.set_by`)}, case when ${sql.ref(`${table}.origin`)} in ('manual', 'dispute') then ${sql.ref(`${table}.created_by`)} end)`;
type AuthorSumColumns = Readonly<Record<'author' | 'person' | 'day' | 'id', RawBuilder<unknown>>>;
/** The sum of absolute amounts in these states for one author and person in the month of a day, without the adjustment `id`. */
const authorSumSql = ({ author, person, day, id }: AuthorSumColumns, states: readonly AdjustmentState[]) => sql<number>`(
  select coalesce(sum(abs(o.amount_cents)), 0)::int8 from adjustments o
  where o.user_id = ${person} and o.state in (${sql.join(states.map((state) => sql.lit(state)))}) and o.id is distinct from ${id}
    and ${authorOf('o')} = ${author} and o.effective_date >= date_trunc('month', ${day}::timestamp)::date
    and o.effective_date < (date_trunc('month', ${day}::timestamp) + interval '1 month')::date)`;
const rowColumns: AuthorSumColumns = {
  author: authorOf('a'),
  person: sql.ref('a.user_id'),
  day: sql.ref('a.effective_date'),
  id: sql.ref('a.id'),
};

export const selectWithNames = (query: Kysely<Schema>) =>
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
      authorSumSql(rowColumns, ['approved', 'pending']).as('others_cents'),
      authorSumSql(rowColumns, ['approved']).as('others_counted_cents'),
    ]);

/** Creates, changes (by version) and decides adjustments. The list is in adjustmentsPage.ts. */
export const adjustmentsRepository = (query: Kysely<Schema>) => ({
  byId: (id: number): Promise<AdjustmentRow | undefined> => selectWithNames(query).where('a.id', '=', id).executeTakeFirst(),

  /** Reads an adjustment that was just written. */
  read: (id: number): Promise<AdjustmentRow> => selectWithNames(query).where('a.id', '=', id).executeTakeFirstOrThrow(),

  peopleOf: async (ids: readonly number[]): Promise<number[]> => {
    const rows = await query
      .selectFrom('adjustments')
      .select('user_id')
      .distinct()
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(({ user_id }) => user_id);
  },

  lock: async (id: number): Promise<AdjustmentRow | undefined> => {
    await sql`select 1 from adjustments where id = ${id} for update`.execute(query);
    return selectWithNames(query).where('a.id', '=', id).executeTakeFirst();
  },

  /** Cents: `others_cents` for an adjustment that is about to be written. */
  othersOf: async ({ authorId, userId, day, id }: AuthorSumKey): Promise<number> => {
    const columns = { author: sql`${authorId}::int8`, person: sql`${userId}::int8`, day: sql`${day}`, id: sql`${id}::int8` };
    const total = authorSumSql(columns, ['approved', 'pending']);
    const { rows } = await sql<{ cents: number }>`select ${total} as cents`.execute(query);
    return rows[0]?.cents ?? 0;
  },

  /** Cents of pending or completed payments that pay this adjustment directly; reversed payments count 0. */
  paidAlone: async (id: number): Promise<number> => {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(l.amount_cents), 0)::int8 as cents from payout_adjustments l
      join payouts p on p.id = l.payout_id and p.state <> 'failed' where l.adjustment_id = ${id}`.execute(query);
    return rows[0]?.cents ?? 0;
  },

  add: async (adjustment: NewAdjustment, decidedBy: number | null, now: Date): Promise<number> => {
    const createdAt = now.toISOString();
    const row = await query
      .insertInto('adjustments')
      .values({
        ...adjustment,
        decided_by: decidedBy,
        decided_at: decidedBy === null ? null : createdAt,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** Clears the undo window, because only the last change can be undone. */
  change: async (id: number, change: AdjustmentChange, now: Date): Promise<void> => {
    await query
      .updateTable('adjustments')
      .set((eb) => ({ undo_by: null, undo_until: null, ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  /** Records of invoices that have several, where the user has to choose one. @param userId null: everybody's */
  choices: async (invoiceIds: readonly number[], userId: number | null): Promise<ChoiceRow[]> => {
    const { rows } = await sql<ChoiceRow>`
      select * from (
        select c.id, c.invoice_id, c.amount_cents, u.first_name, u.last_name, count(*) over (partition by c.invoice_id) as records
        from commission_records c join users u on u.id = c.user_id
        where c.invoice_id = any(${[...invoiceIds]}::int8[]) and (${userId}::int8 is null or c.user_id = ${userId})
      ) as all_of_them where records > 1 order by id`.execute(query);
    return rows;
  },

  /** Records of these invoices, all or only those of a manager's team. */
  recordsOf: async (invoiceIds: readonly number[], managerId: number | null): Promise<AdjustableRow[]> => {
    const { rows } = await sql<AdjustableRow>`
      select c.id, c.invoice_id, c.user_id, (c.amount_cents + c.adjustments_cents)::int8 as now_cents, u.first_name, u.last_name
      from commission_records c join users u on u.id = c.user_id
      where c.invoice_id = any(${[...invoiceIds]}::int8[]) and (${managerId}::int8 is null or u.manager_id = ${managerId}) order by c.id`.execute(
      query,
    );
    return rows;
  },

  /** Cents: `othersOf` for several people, for an adjustment that is about to be written. */
  othersByPerson: async (authorId: number, userIds: readonly number[], day: Day): Promise<ReadonlyMap<number, number>> => {
    const columns = { author: sql`${authorId}::int8`, person: sql`u.id`, day: sql`${day}`, id: sql`null::int8` };
    const total = authorSumSql(columns, ['approved', 'pending']);
    const { rows } = await sql<{ id: number; cents: number }>`
      select u.id, ${total} as cents from users u where u.id = any(${[...userIds]}::int8[])`.execute(query);
    return new Map(rows.map(({ id, cents }) => [id, cents]));
  },

  /** Active people who may decide adjustments: until the company is live, administrators, because nobody else is let in (decisions 4.08). */
  approvers: async (): Promise<Approver[]> => {
    const rows = await query
      .selectFrom('users')
      .select(['id', 'role'])
      .where('role', 'in', ['vp_sales', 'admin'])
      .where('active', '=', true)
      .where(sql<boolean>`(role = 'admin' or ${isLive})`)
      .orderBy('id')
      .execute();
    return rows.map(({ id, role }) => ({ id: String(id), role }));
  },

  /** Cents of a person's approved adjustments that belong to no record. */
  countedAlone: async (userId: number): Promise<number> => {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int8 as cents from adjustments
      where user_id = ${userId} and state = 'approved' and commission_id is null`.execute(query);
    return rows[0]?.cents ?? 0;
  },

  /** First days of the closed months. */
  closedMonths: async (): Promise<Day[]> => {
    const rows = await query.selectFrom('pay_periods').select('start_date').where('state', '=', 'closed').execute();
    return rows.map(({ start_date }) => start_date);
  },
});
