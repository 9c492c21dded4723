import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { JobRow } from '../jobs/jobs.ts';

/** Whether a sync of events is under way; two that begin at once see each other. */
export const eventsSyncRepository = (query: Kysely<Schema>) => ({
  /** In a transaction: the next caller waits until this one is through. */
  hold: async (): Promise<void> => {
    await sql`select pg_advisory_xact_lock(hashtext('events_sync'))`.execute(query);
  },

  running: (kind: string): Promise<JobRow | undefined> =>
    query
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', kind)
      .where('state', 'in', ['queued', 'processing'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
});
