import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { ImportedUser, UserImportChangesTable } from '../../schema/people.ts';

export type { ImportedUser };
export type UserImportChangeRow = Selectable<UserImportChangesTable> & Readonly<{ name: string; email: string }>;
export type NewUserImportChange = Readonly<{
  importId: number;
  userId: number;
  before: ImportedUser | null;
  after: ImportedUser;
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

const importedColumns = [
  'first_name',
  'last_name',
  'role',
  'territory',
  'manager_id',
  'employee_number',
  'joined_on',
  'left_on',
  'leaves',
] as const;
/** The values of a row that a file may set. */
export const importedOf = (row: ImportedUser): ImportedUser =>
  Object.fromEntries(importedColumns.map((column) => [column, row[column]])) as unknown as ImportedUser;

/** Imports of people from files, with what each changed. */
export const userImportsRepository = (query: Kysely<Schema>) => ({
  add: async (title: string, createdBy: number, at: Date): Promise<number> => {
    const row = { title, created_by: createdBy, created_at: at.toISOString() };
    return (await query.insertInto('user_imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },

  byId: (id: number) => query.selectFrom('user_imports').selectAll().where('id', '=', id).executeTakeFirst(),

  note: async ({ importId, userId, before, after, fields, since }: NewUserImportChange): Promise<void> => {
    await sql`
      insert into user_import_changes (import_id, user_id, before, after, fields, since)
      values (${importId}, ${userId}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb,
        ${[...fields]}::text[], ${since}::date)`.execute(query);
  },

  /** Changes that are not undone yet, the last one first. */
  changes: async (importId: number): Promise<UserImportChangeRow[]> => {
    const { rows } = await sql<UserImportChangeRow>`
      select c.*, u.first_name || ' ' || u.last_name as name, u.email from user_import_changes c join users u on u.id = c.user_id
      where c.import_id = ${importId} order by c.id desc`.execute(query);
    return rows;
  },

  /** An undone change. */
  forget: async (changeId: number): Promise<void> => {
    await query.deleteFrom('user_import_changes').where('id', '=', changeId).execute();
  },

  setUndone: async (id: number, at: Date): Promise<void> => {
    await query.updateTable('user_imports').set({ undone_at: at.toISOString() }).where('id', '=', id).execute();
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
