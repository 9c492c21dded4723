import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { UserImportChoices } from '../../../../contract/entities/people.ts';
import type { Schema } from '../../schema/index.ts';
import type { PastStretch, PersonState, UserImportChangesTable } from '../../schema/people.ts';

export type { PersonState };
export type UserImportChangeRow = Selectable<UserImportChangesTable> & Readonly<{ name: string; email: string }>;
export type NewUserImportChange = Readonly<{
  importId: number;
  userId: number;
  before: PersonState | null;
  after: PersonState;
  fields: readonly string[];
  since: string | null;
}>;
/** `added`, `changed`: people whose import is not undone yet. */
export type UserImportRow = Readonly<{
  id: number;
  title: string;
  author: string;
  created_at: string;
  undone_at: string | null;
  added: number;
  changed: number;
}>;

/** Merges consecutive stretches with equal values. */
const mergeEqualStretches = (stretches: readonly PastStretch[]): PastStretch[] =>
  stretches.filter((stretch, index) => !isDeepStrictEqual(stretch, { ...stretches[index - 1], from_day: stretch.from_day }));

/** Imports of people from files, with the changes each one made. */
export const userImportsRepository = (query: Kysely<Schema>) => ({
  add: async (title: string, createdBy: number, at: Date): Promise<number> => {
    const row = { title, created_by: createdBy, created_at: at.toISOString() };
    return (await query.insertInto('user_imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },

  /** The choices for files with these headers; null if nobody made any. */
  layoutOf: async (header: string): Promise<UserImportChoices | null> => {
    const row = await query.selectFrom('user_import_layouts').select('choices').where('header', '=', header).executeTakeFirst();
    return row?.choices ?? null;
  },

  saveLayout: async (header: string, choices: UserImportChoices, savedBy: number, at: Date): Promise<void> => {
    const values = { choices: JSON.stringify(choices), saved_by: savedBy, saved_at: at.toISOString() };
    await query
      .insertInto('user_import_layouts')
      .values({ header, ...values })
      .onConflict((conflict) => conflict.column('header').doUpdateSet(values))
      .execute();
  },

  byId: (id: number) => query.selectFrom('user_imports').selectAll().where('id', '=', id).executeTakeFirst(),

  stateOf: async (userId: number): Promise<PersonState> => {
    const { rows } = await sql<{ state: PersonState }>`
      select jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'role', u.role, 'territory', u.territory,
        'manager_id', u.manager_id, 'active', u.active, 'employee_number', u.employee_number, 'joined_on', u.joined_on, 'left_on', u.left_on,
        'leaves', u.leaves,
        'stretches', (select jsonb_agg(jsonb_build_object('from_day', o.from_day, 'role', o.role, 'manager_id', o.manager_id,
          'active', o.active, 'territory', o.territory, 'joined_on', o.joined, 'left_on', o.ended) order by o.from_day)
          from people_over_time o where o.user_id = u.id),
        'planned', (select coalesce(jsonb_agg(jsonb_build_object('from_day', p.from_day, 'change', p.change) order by p.from_day, p.id), '[]')
          from planned_changes p where p.user_id = u.id and p.state = 'waiting')) as state
      from users u where u.id = ${userId}`.execute(query);
    const [row] = rows as [{ state: PersonState }];
    return { ...row.state, stretches: mergeEqualStretches(row.state.stretches) };
  },

  /** Records a change, even for an import that was undone before the change was approved: that import can then be undone again. */
  note: async ({ importId, userId, before, after, fields, since }: NewUserImportChange): Promise<void> => {
    await sql`
      insert into user_import_changes (import_id, user_id, before, after, fields, since)
      values (${importId}, ${userId}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb,
        ${[...fields]}::text[], ${since}::date)`.execute(query);
    await query.updateTable('user_imports').set({ undone_at: null }).where('id', '=', importId).execute();
  },

  /** Changes that are not undone yet, the last one first. */
  changes: async (importId: number): Promise<UserImportChangeRow[]> => {
    const { rows } = await sql<UserImportChangeRow>`
      select c.*, u.first_name || ' ' || u.last_name as name, u.email from user_import_changes c join users u on u.id = c.user_id
      where c.import_id = ${importId} order by c.id desc`.execute(query);
    return rows;
  },

  changeById: (id: number) => query.selectFrom('user_import_changes').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Removes an undone change. */
  forget: async (changeId: number): Promise<void> => {
    await query.deleteFrom('user_import_changes').where('id', '=', changeId).execute();
  },

  /** Does nothing while changes remain. */
  setUndone: async (id: number, at: Date): Promise<void> => {
    const remaining = query.selectFrom('user_import_changes').select('id').where('import_id', '=', id);
    await query
      .updateTable('user_imports')
      .set({ undone_at: at.toISOString() })
      .where('id', '=', id)
      .where(({ not, exists }) => not(exists(remaining)))
      .execute();
  },

  /** Newest first. */
  latest: async (limit: number): Promise<UserImportRow[]> => {
    const { rows } = await sql<UserImportRow>`
      select i.id, i.title, u.first_name || ' ' || u.last_name as author, i.created_at, i.undone_at,
        (select count(*)::int from user_import_changes c where c.import_id = i.id and c.before is null) as added,
        (select count(*)::int from user_import_changes c where c.import_id = i.id and c.before is not null) as changed
      from user_imports i join users u on u.id = i.created_by order by i.id desc limit ${limit}`.execute(query);
    return rows;
  },
});
