import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** The company's own settings; the migration makes the one row. */
export const settingsRepository = (query: Kysely<Schema>) => ({
  companyName: async (): Promise<string> =>
    (await query.selectFrom('general_settings').select('company_name').executeTakeFirstOrThrow()).company_name,
});
