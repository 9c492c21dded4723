import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type SealedSecret = Readonly<{ name: string; sealed: string; version: number }>;

/** Named encrypted texts; only the vault can decrypt them. */
export const secretsRepository = (query: Kysely<Schema>) => ({
  /** Replaces an existing secret. @returns its version */
  put: async (name: string, sealed: string, now: Date): Promise<number> => {
    const { rows } = await sql<{ version: number }>`
      insert into secrets as s (name, sealed, updated_at) values (${name}, ${sealed}, ${now.toISOString()})
      on conflict (name) do update set sealed = excluded.sealed, version = s.version + 1, updated_at = excluded.updated_at
      returning version`.execute(query);
    return rows[0]?.version ?? 1;
  },

  /** @returns false if the version has changed, or the secret is gone */
  replace: async ({ name, sealed, version }: SealedSecret, now: Date): Promise<boolean> => {
    const row = await query
      .updateTable('secrets')
      .set({ sealed, version: version + 1, updated_at: now.toISOString() })
      .where('name', '=', name)
      .where('version', '=', version)
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  },

  byName: (name: string): Promise<SealedSecret | undefined> =>
    query.selectFrom('secrets').select(['name', 'sealed', 'version']).where('name', '=', name).executeTakeFirst(),

  namesOf: async (prefix: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select name from secrets where starts_with(name, ${prefix}) order by name`.execute(query);
    return rows.map(({ name }) => name);
  },

  /** Deletes secrets whose name has this prefix; '' deletes all. */
  forget: async (prefix: string): Promise<void> => {
    await sql`delete from secrets where starts_with(name, ${prefix})`.execute(query);
  },

  /** Locks all secrets until the transaction ends. */
  lockAll: (): Promise<SealedSecret[]> =>
    query.selectFrom('secrets').select(['name', 'sealed', 'version']).orderBy('name').forUpdate().execute(),

  /** The same text encrypted with another key: the version stays, because the secret did not change. */
  reseal: async (name: string, sealed: string): Promise<void> => {
    await query.updateTable('secrets').set({ sealed }).where('name', '=', name).execute();
  },

  /** True if any secret is encrypted with another key. */
  hasOtherKey: async (keyId: string): Promise<boolean> => {
    const { rows } = await sql`select 1 from secrets where not starts_with(sealed, ${`v1.${keyId}.`}) limit 1`.execute(query);
    return rows.length > 0;
  },
});
