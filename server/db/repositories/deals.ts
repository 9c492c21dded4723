import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export type OpenDealRow = Readonly<{
  id: number;
  owner_id: number | null;
  name: string;
  customer_name: string;
  stage: string;
  amount_cents: number;
  probability: string;
  expected_close_date: string;
}>;

const columns = ['id', 'owner_id', 'name', 'customer_name', 'stage', 'amount_cents', 'probability', 'expected_close_date'] as const;

/** Deals that may still be won. */
export const dealsRepository = (query: Kysely<Schema>) => {
  const open = (ownerId: number | null) =>
    query
      .selectFrom('deals')
      .select(columns)
      .where('state', '=', 'open')
      .$if(ownerId !== null, (q) => q.where('owner_id', '=', ownerId));
  return {
    /** Soonest first. @param ownerId null: everybody's */
    open: (ownerId: number | null, limit: number): Promise<OpenDealRow[]> =>
      open(ownerId).orderBy('expected_close_date').orderBy('id').limit(limit).execute(),
    openAmong: async (ownerId: number, ids: readonly number[]): Promise<OpenDealRow[]> =>
      ids.length === 0
        ? []
        : open(ownerId)
            .where('id', 'in', [...ids])
            .orderBy('expected_close_date')
            .orderBy('id')
            .execute(),
  };
};
