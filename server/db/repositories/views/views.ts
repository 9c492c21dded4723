import { type Kysely, type Selectable, sql } from 'kysely';
import type { ViewChangeBody, ViewScreen } from '../../../../contract/entities/view.ts';
import type { Schema } from '../../schema/index.ts';
import type { ViewsTable } from '../../schema/views.ts';

/** A view with its owner's name, null if the owner left or is deleted. */
export type ViewRow = Selectable<ViewsTable> & Readonly<{ first_name: string | null; last_name: string | null }>;
type ViewValues = Pick<ViewChangeBody, 'name' | 'question' | 'shared'>;

const toStoredView = ({ name, question, shared }: ViewValues) => ({ name, question: JSON.stringify(question), shared });

export const viewsRepository = (query: Kysely<Schema>) => {
  const selectWithOwner = () =>
    query
      .selectFrom('views as v')
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'v.owner_id').on('u.active', '=', true))
      .selectAll('v')
      .select(['u.first_name', 'u.last_name']);
  return {
    /** The user's own and shared views, by name. */
    ofScreen: (screen: ViewScreen, userId: number): Promise<ViewRow[]> =>
      selectWithOwner()
        .where('v.screen', '=', screen)
        .where((eb) => eb.or([eb('v.owner_id', '=', userId), eb('v.shared', '=', true)]))
        .orderBy(sql`lower(v.name)`)
        .orderBy('v.id')
        .execute(),

    byId: (id: number): Promise<ViewRow | undefined> => selectWithOwner().where('v.id', '=', id).executeTakeFirst(),

    lock: async (id: number): Promise<ViewRow | undefined> => {
      await sql`select 1 from views where id = ${id} for update`.execute(query);
      return selectWithOwner().where('v.id', '=', id).executeTakeFirst();
    },

    count: async (screen: ViewScreen, userId: number): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from views where screen = ${screen} and owner_id = ${userId}`.execute(
        query,
      );
      return rows[0]?.n ?? 0;
    },

    /** @returns null if the owner already has a view of this name */
    add: async (view: ViewValues & Readonly<{ screen: ViewScreen; owner_id: number }>, now: Date): Promise<number | null> => {
      const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
      const row = await query
        .insertInto('views')
        .values({ ...toStoredView(view), screen: view.screen, owner_id: view.owner_id, ...times })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** @returns false if the owner has another view of this name */
    change: async (
      { id, owner_id, screen }: Pick<ViewRow, 'id' | 'owner_id' | 'screen'>,
      values: ViewValues,
      now: Date,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await query
        .updateTable('views')
        .set((eb) => ({ ...toStoredView(values), version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .where(
          sql<boolean>`not exists (select from views o where o.owner_id = ${owner_id} and o.screen = ${screen}
            and lower(o.name) = lower(${values.name}) and o.id <> ${id})`,
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: async (id: number): Promise<void> => {
      await query.deleteFrom('views').where('id', '=', id).execute();
    },
  };
};
