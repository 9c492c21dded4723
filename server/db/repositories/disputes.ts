import { type Kysely, type Selectable, sql } from 'kysely';
import type { DisputesTable } from '../moneySchema.ts';
import type { Schema } from '../schema.ts';

export type DisputeState = Selectable<DisputesTable>['state'];
/** A question with what is shown beside it: the record's invoice, whose it is, what came of it. */
export type DisputeRow = Selectable<DisputesTable> &
  Readonly<{
    invoice_id: number;
    invoice_number: string;
    user_id: number;
    manager_id: number | null;
    first_name: string;
    last_name: string;
    adjustment_cents: number | null;
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
/** `userId` null: everybody's. */
export type DisputeQuestion = Readonly<{ userId: number | null; commissionId: number | null; state: DisputeState | null }>;

const withNames = (query: Kysely<Schema>) =>
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
      'a.amount_cents as adjustment_cents',
    ]);

/** Questions about records' amounts, and their threads. */
export const disputesRepository = (query: Kysely<Schema>) => ({
  read: (id: number): Promise<DisputeRow> => withNames(query).where('d.id', '=', id).executeTakeFirstOrThrow(),

  lock: async (id: number): Promise<DisputeRow | undefined> => {
    await sql`select 1 from disputes where id = ${id} for update`.execute(query);
    return withNames(query).where('d.id', '=', id).executeTakeFirst();
  },

  list: ({ userId, commissionId, state }: DisputeQuestion, limit: number): Promise<DisputeRow[]> =>
    withNames(query)
      .$if(userId !== null, (q) => q.where('c.user_id', '=', Number(userId)))
      .$if(commissionId !== null, (q) => q.where('d.commission_id', '=', Number(commissionId)))
      .$if(state !== null, (q) => q.where('d.state', '=', state as DisputeState))
      .orderBy('d.id', 'desc')
      .limit(limit)
      .execute(),

  /** @returns null where a question about the record is open already */
  open: async (commissionId: number, userId: number, at: Date): Promise<number | null> => {
    const { rows } = await sql<{ id: number }>`
      insert into disputes (commission_id, opened_by, state, created_at, updated_at)
      values (${commissionId}, ${userId}, 'open', ${at.toISOString()}, ${at.toISOString()})
      on conflict (commission_id) where state in ('open', 'in_review') do nothing
      returning id`.execute(query);
    return rows[0]?.id ?? null;
  },

  change: async (id: number, change: Partial<Pick<DisputeRow, 'state' | 'resolution' | 'adjustment_id'>>, at: Date): Promise<void> => {
    await query
      .updateTable('disputes')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: at.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  say: async (disputeId: number, authorId: number, text: string, at: Date): Promise<number> => {
    const row = await query
      .insertInto('dispute_messages')
      .values({ dispute_id: disputeId, author_id: authorId, text, created_at: at.toISOString() })
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
