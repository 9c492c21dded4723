import { type Kysely, type Selectable, sql } from 'kysely';
import type { AdjustmentState } from '../../../../contract/entities/adjustment.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { DisputesTable, Schema } from '../../schema/index.ts';

export type DisputeState = Selectable<DisputesTable>['state'];
/** A question for display: with the record's invoice, its person and the outcome. */
export type DisputeRow = Selectable<DisputesTable> &
  Readonly<{
    invoice_id: number;
    invoice_number: string;
    user_id: number;
    manager_id: number | null;
    first_name: string;
    last_name: string;
    owner_first_name: string;
    owner_last_name: string;
    booking_date: Day;
    adjustment_cents: number | null;
    adjustment_state: AdjustmentState | null;
  }>;
export type DisputeMessage = Readonly<{
  id: number;
  dispute_id: number;
  author_id: number;
  text: string;
  created_at: string;
  first_name: string;
  last_name: string;
}>;
/** Null: no filter; `userId`: the record's person; `managerId`: that person's manager; `notBy`: opened by others. `live`: unresolved. */
export type DisputeFilter = Readonly<{
  userId: number | null;
  managerId: number | null;
  notBy: number | null;
  commissionId: number | null;
  state: DisputeState | null;
  live: boolean;
}>;

const selectWithNames = (query: Kysely<Schema>) =>
  query
    .selectFrom('disputes as d')
    .innerJoin('commission_records as c', 'c.id', 'd.commission_id')
    .innerJoin('users as owner', 'owner.id', 'c.user_id')
    .innerJoin('users as asker', 'asker.id', 'd.opened_by')
    .leftJoin('adjustments as a', 'a.id', 'd.adjustment_id')
    .selectAll('d')
    .select([
      'c.invoice_id',
      'c.invoice_number',
      'c.user_id',
      'owner.manager_id',
      'asker.first_name',
      'asker.last_name',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
      'c.booking_date',
      'a.amount_cents as adjustment_cents',
      'a.state as adjustment_state',
    ]);

const applyFilter = (query: Kysely<Schema>, { userId, managerId, notBy, commissionId, state, live }: DisputeFilter) =>
  selectWithNames(query)
    .$if(userId !== null, (q) => q.where('c.user_id', '=', userId))
    .$if(managerId !== null, (q) => q.where('owner.manager_id', '=', managerId))
    .$if(notBy !== null, (q) => q.where('d.opened_by', '<>', notBy as number))
    .$if(commissionId !== null, (q) => q.where('d.commission_id', '=', commissionId))
    .$if(state !== null, (q) => q.where('d.state', '=', state))
    .$if(live, (q) => q.where('d.state', 'in', ['open', 'in_review']));

/** Questions about record amounts, and their threads. */
export const disputesRepository = (query: Kysely<Schema>) => ({
  read: (id: number): Promise<DisputeRow> => selectWithNames(query).where('d.id', '=', id).executeTakeFirstOrThrow(),

  byId: (id: number): Promise<DisputeRow | undefined> => selectWithNames(query).where('d.id', '=', id).executeTakeFirst(),

  lock: async (id: number): Promise<DisputeRow | undefined> => {
    await sql`select 1 from disputes where id = ${id} for update`.execute(query);
    return selectWithNames(query).where('d.id', '=', id).executeTakeFirst();
  },

  list: (filter: DisputeFilter, limit: number): Promise<DisputeRow[]> =>
    applyFilter(query, filter).orderBy('d.id', 'desc').limit(limit).execute(),

  count: async (filter: DisputeFilter): Promise<number> => {
    const row = await applyFilter(query, filter)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  },

  /** The person whose question led to an adjustment; null if there was no question. */
  openerOf: async (adjustmentId: number): Promise<number | null> => {
    const row = await query.selectFrom('disputes').select('opened_by').where('adjustment_id', '=', adjustmentId).executeTakeFirst();
    return row?.opened_by ?? null;
  },

  /** @returns null if the record already has an open question */
  open: async (commissionId: number, userId: number, now: Date): Promise<number | null> => {
    const { rows } = await sql<{ id: number }>`
      insert into disputes (commission_id, opened_by, state, created_at, updated_at)
      values (${commissionId}, ${userId}, 'open', ${now.toISOString()}, ${now.toISOString()})
      on conflict (commission_id) where state in ('open', 'in_review') do nothing
      returning id`.execute(query);
    return rows[0]?.id ?? null;
  },

  change: async (id: number, change: Partial<Pick<DisputeRow, 'state' | 'resolution' | 'adjustment_id'>>, now: Date): Promise<void> => {
    await query
      .updateTable('disputes')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  addMessage: async (disputeId: number, authorId: number, text: string, now: Date): Promise<number> => {
    const row = await query
      .insertInto('dispute_messages')
      .values({ dispute_id: disputeId, author_id: authorId, text, created_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  messagesOf: async (ids: readonly number[]): Promise<DisputeMessage[]> =>
    ids.length === 0
      ? []
      : query
          .selectFrom('dispute_messages as m')
          .innerJoin('users as u', 'u.id', 'm.author_id')
          .selectAll('m')
          .select(['u.first_name', 'u.last_name'])
          .where('m.dispute_id', 'in', [...ids])
          .orderBy('m.id')
          .execute(),
});
