import type { Kysely } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

export type GeneralRow = Readonly<{ id: number; company_name: string; commissions_config: string; version: number }>;
export type ConfigRow = Readonly<{ id: number; config: string }>;
export type ConfigVersionRow = ConfigRow &
  Readonly<{
    created_at: string;
    first_name: string | null;
    last_name: string | null;
    reviewed: boolean;
    /** The text of the version before; null for the first. */
    before: string | null;
  }>;

const selectVersions = (query: Kysely<Schema>) =>
  query
    .selectFrom('config_versions as c')
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .select(({ or, exists, selectFrom, eb }) => [
      ...(['c.id', 'c.config', 'c.created_at', 'u.first_name', 'u.last_name'] as const),
      or([eb('c.created_by', 'is', null), exists(selectFrom('config_changes as k').select('k.version').whereRef('k.version', '=', 'c.id'))])
        .$castTo<boolean>()
        .as('reviewed'),
      selectFrom('config_versions as p').select('p.config').whereRef('p.id', '<', 'c.id').orderBy('p.id', 'desc').limit(1).as('before'),
    ]);

/** The company's settings and the versions of its commissionsConfig; the newest is in force. */
export const configRepository = (query: Kysely<Schema>) => ({
  general: async (): Promise<GeneralRow> =>
    query.selectFrom('general_settings').select(['id', 'company_name', 'commissions_config', 'version']).executeTakeFirstOrThrow(),

  /** The version in force. */
  newest: async (): Promise<ConfigRow & Readonly<{ set_up_on: Day | null }>> =>
    query
      .selectFrom('config_versions')
      .select((eb) => ['id', 'config', eb.selectFrom('general_settings').select('set_up_on').as('set_up_on')])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),

  byVersion: async (version: number): Promise<ConfigRow | undefined> =>
    query.selectFrom('config_versions').select(['id', 'config']).where('id', '=', version).executeTakeFirst(),

  byVersions: (versions: readonly number[]): Promise<ConfigRow[]> =>
    query.selectFrom('config_versions').select(['id', 'config']).where('id', 'in', versions).execute(),

  /** Versions before `before`, newest first. */
  versions: (before: number | null, limit: number): Promise<ConfigVersionRow[]> =>
    selectVersions(query)
      .$if(before !== null, (q) => q.where('c.id', '<', before))
      .orderBy('c.id', 'desc')
      .limit(limit)
      .execute(),

  version: (id: number): Promise<ConfigVersionRow | undefined> => selectVersions(query).where('c.id', '=', id).executeTakeFirst(),

  /** @returns the new version, now in force */
  save: async (config: string, createdBy: number, now: Date): Promise<number> => {
    const row = await query
      .insertInto('config_versions')
      .values({ config, created_by: createdBy, created_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  saveGeneral: async (general: Readonly<{ company_name: string; commissions_config: string }>, now: Date): Promise<void> => {
    await query
      .updateTable('general_settings')
      .set((eb) => ({ ...general, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .execute();
  },
});
