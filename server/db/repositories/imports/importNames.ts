import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type ImportNameRow = Readonly<{
  id: number;
  text: string;
  text_key: string;
  user_id: number;
  name: string;
  author: string | null;
  created_at: string;
}>;
export type NewImportName = Readonly<{ text: string; text_key: string; user_id: number }>;

/** Texts in files that staff matched to a person. */
export const importNamesRepository = (query: Kysely<Schema>) => ({
  all: async (): Promise<ImportNameRow[]> => {
    const { rows } = await sql<ImportNameRow>`
      select n.id, n.text, n.text_key, n.user_id, u.first_name || ' ' || u.last_name as name, a.first_name || ' ' || a.last_name as author,
        n.created_at
      from import_names n join users u on u.id = n.user_id left join users a on a.id = n.created_by order by n.text_key`.execute(query);
    return rows;
  },
  /** Reassigns a text that is already known to the new person. */
  put: async (names: readonly NewImportName[], actorId: number, now: Date): Promise<void> => {
    await sql`
      insert into import_names (text, text_key, user_id, created_by, created_at)
      select text, text_key, user_id, ${actorId}, ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(names)}::json) as v(text text, text_key text, user_id int8)
      on conflict (text_key) do update set text = excluded.text, user_id = excluded.user_id, created_by = excluded.created_by,
        created_at = excluded.created_at`.execute(query);
  },
  /** @returns undefined if it is already gone */
  remove: (id: number): Promise<{ text: string; user_id: number } | undefined> =>
    query.deleteFrom('import_names').where('id', '=', id).returning(['text', 'user_id']).executeTakeFirst(),
});
