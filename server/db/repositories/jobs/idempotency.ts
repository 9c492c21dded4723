import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/index.ts';

type IdempotencyKey = Readonly<{ userId: number; route: string; key: string }>;
export type StoredResponse = Readonly<{ bodyHash: string; status: number; answer: unknown }>;

/** Placeholder status until the response is stored; no transaction commits with it. */
const UNANSWERED = 0;

/** Responses stored under the caller's idempotency key, in the same transaction as the change. */
export const idempotencyRepository = (query: Kysely<Schema>) => ({
  /**
   * Takes the key; waits if another request is using it.
   * @returns the stored response, or null if the key was free and now belongs to the caller
   */
  take: async ({ userId, route, key }: IdempotencyKey, bodyHash: string, now: Date): Promise<StoredResponse | null> => {
    const inserted = await query
      .insertInto('idempotency_keys')
      .values({
        user_id: userId,
        route,
        key,
        body_hash: bodyHash,
        status: UNANSWERED,
        answer: 'null',
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'route', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted) return null;
    const row = await query
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'status', 'answer'])
      .where('user_id', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return { bodyHash: row.body_hash, status: row.status, answer: row.answer };
  },

  keep: async ({ userId, route, key }: IdempotencyKey, status: number, answer: unknown): Promise<void> => {
    await query
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .execute();
  },

  sweep: async (before: Date): Promise<void> => {
    await query.deleteFrom('idempotency_keys').where('created_at', '<', before.toISOString()).execute();
  },
});
