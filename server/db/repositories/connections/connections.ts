import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** Outside accounts. */
export const connectionsRepository = (query: Kysely<Schema>) => ({
  /** The kind of a connection that is still there. */
  liveKind: async (id: number): Promise<string | undefined> => {
    const row = await query.selectFrom('connections').select('kind').where('id', '=', id).where('state', '<>', 'gone').executeTakeFirst();
    return row?.kind;
  },
});
