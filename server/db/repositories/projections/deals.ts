import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

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
  const open = (owners: readonly number[] | null) => {
    const all = query.selectFrom('deals').select(columns).where('state', '=', 'open');
    return owners === null ? all : all.where(sql<boolean>`owner_id = any(${[...owners]}::int8[])`);
  };
  return {
    /** Soonest first. @param owners null: everybody's */
    open: (owners: readonly number[] | null, limit: number): Promise<OpenDealRow[]> =>
      open(owners).orderBy('expected_close_date').orderBy('id').limit(limit).execute(),
    openAmong: async (owners: readonly number[], ids: readonly number[]): Promise<OpenDealRow[]> =>
      ids.length === 0
        ? []
        : open(owners)
            .where('id', 'in', [...ids])
            .orderBy('expected_close_date')
            .orderBy('id')
            .execute(),
  };
};
