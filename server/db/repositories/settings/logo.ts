import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type StoredLogo = Readonly<{ mediaType: string; content: Buffer; sha256: string }>;

/** The company's logo (decisions 4.12); there is at most one. */
export const logoRepository = (query: Kysely<Schema>) => ({
  read: async (): Promise<StoredLogo | null> => {
    const row = await query.selectFrom('company_logo').select(['media_type', 'content', 'sha256']).executeTakeFirst();
    return row ? { mediaType: row.media_type, content: Buffer.from(row.content), sha256: row.sha256 } : null;
  },

  /** Its hash, which is part of its address; null without a logo. */
  hash: async (): Promise<string | null> => (await query.selectFrom('company_logo').select('sha256').executeTakeFirst())?.sha256 ?? null,

  /** @returns its hash */
  save: async (mediaType: string, content: Buffer, now: Date): Promise<string> => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const row = { media_type: mediaType, content, sha256, changed_at: now.toISOString() };
    await query
      .insertInto('company_logo')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    return sha256;
  },

  /** @returns its hash; null if no logo was stored */
  remove: async (): Promise<string | null> =>
    (await query.deleteFrom('company_logo').returning('sha256').executeTakeFirst())?.sha256 ?? null,
});
