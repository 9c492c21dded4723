import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** Report files in parts, so that a file is never in memory as a whole. */
export const reportPartsRepository = (query: Kysely<Schema>) => ({
  add: async (reportId: number, number: number, content: Uint8Array): Promise<void> => {
    await query.insertInto('report_parts').values({ report_id: reportId, number, content }).execute();
  },

  /** Deletes the parts of an earlier attempt. */
  clear: async (reportId: number): Promise<void> => {
    await query.deleteFrom('report_parts').where('report_id', '=', reportId).execute();
  },

  /** @returns undefined after the last part */
  read: async (reportId: number, number: number): Promise<Uint8Array | undefined> => {
    const { rows } = await sql<{ content: Uint8Array }>`
      select content from report_parts where report_id = ${reportId} and number = ${number}`.execute(query);
    return rows[0]?.content;
  },
});
