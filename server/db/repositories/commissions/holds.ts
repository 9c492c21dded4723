import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** A hold that nobody released; its end day may have passed. */
export type CurrentHold = Readonly<{
  id: number;
  reason: string;
  release_on: Day | null;
  held_by: number;
  held_at: string;
  first_name: string;
  last_name: string;
}>;

/**
 * The hold of record `r` of invoice `i`: its own or, for a credit memo, that of the sale it reverses (decisions 2.23).
 * @returns a lateral join named `h`, with nulls for a record without a hold
 */
export const holdInForce = sql`left join lateral (
    select h.id, h.release_on from record_holds h where h.released_at is null and h.commission_id in (
      r.id, (select o.id from commission_records o where o.invoice_id = i.credit_of_id and o.user_id = r.user_id))
    order by h.release_on desc nulls first limit 1) as h on true`;

/** Holds, which stop further payment of a record. */
export const holdsRepository = (query: Kysely<Schema>) => ({
  current: async (commissionId: number): Promise<CurrentHold | undefined> => {
    const { rows } = await sql<CurrentHold>`
      select h.id, h.reason, h.release_on, h.held_by, h.held_at, u.first_name, u.last_name
      from record_holds h join users u on u.id = h.held_by where h.commission_id = ${commissionId} and h.released_at is null`.execute(
      query,
    );
    return rows[0];
  },

  add: async (
    commissionId: number,
    { reason, releaseOn, actorId }: Readonly<{ reason: string; releaseOn: Day | null; actorId: number }>,
    now: Date,
  ): Promise<void> => {
    await query
      .insertInto('record_holds')
      .values({ commission_id: commissionId, reason, release_on: releaseOn, held_by: actorId, held_at: now.toISOString() })
      .execute();
  },

  /** @param actorId null: it ended on its end day */
  end: async (id: number, actorId: number | null, now: Date): Promise<void> => {
    await query.updateTable('record_holds').set({ released_by: actorId, released_at: now.toISOString() }).where('id', '=', id).execute();
  },
});
