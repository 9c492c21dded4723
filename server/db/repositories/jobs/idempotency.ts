import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/index.ts';

type IdempotencyKey = Readonly<{ userId: number; route: string; key: string }>;
export type Answered = Readonly<{ bodyHash: string; status: number; answer: unknown }>;

/** Until the answer is there, its status is this; no transaction commits with it. */
const UNANSWERED = 0;

/** Answers kept under the caller's own key, written in the transaction of what they answer. */
export const idempotencyRepository = (query: Kysely<Schema>) => ({
  /**
   * Takes the key; one that is being used elsewhere is waited for.
   * @returns what was answered before, null where the key was free and is now the caller's
   */
  take: async ({ userId, route, key }: IdempotencyKey, bodyHash: string, at: Date): Promise<Answered | null> => {
    const taken = await query
      .insertInto('idempotency_keys')
      .values({
        user_id: userId,
        route,
        key,
        body_hash: bodyHash,
        status: UNANSWERED,
        answer: 'null',
        created_at: at.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'route', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (taken) return null;
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
