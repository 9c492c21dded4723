import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

export type OpenDealRow = Readonly<{
  id: number;
  owner_id: number | null;
  name: string;
  customer_name: string;
  customer_type: string | null;
  /** The day of the customer's first invoice. */
  customer_since: string | null;
  stage: string;
  amount_cents: number;
  probability: string;
  expected_close_date: string;
}>;

const columns = ['id', 'owner_id', 'name', 'customer_name', 'stage'] as const;

/** Open deals without missing data, as the pipeline counts them; a deal of unknown probability has weight 0. */
export const openDealsRepository = (query: Kysely<Schema>) => {
  const open = (owners: readonly number[] | null) => {
    const openRows = query
      .selectFrom('deals')
      .select([
        ...columns,
        sql<string>`coalesce(probability, 0)`.as('probability'),
        sql<string | null>`(select c.customer_type from customers c where c.name_key = lower(btrim(deals.customer_name)) limit 1)`.as(
          'customer_type',
        ),
        sql<string | null>`(select min(i.booking_date) from invoices i
          where lower(btrim(i.customer_name)) = lower(btrim(deals.customer_name)) and i.state = 'sent' and i.credit_of_id is null)`.as(
          'customer_since',
        ),
      ])
      .select((eb) => [
        eb.ref('amount_cents').$notNull().as('amount_cents'),
        eb.ref('expected_close_date').$notNull().as('expected_close_date'),
      ])
      .where('state', '=', 'open')
      .where('needs_data', '=', false);
    return owners === null ? openRows : openRows.where(sql<boolean>`owner_id = any(${[...owners]}::int8[])`);
  };
  return {
    /** Earliest expected close first. @param owners null: everybody's */
    open: (owners: readonly number[] | null, limit: number): Promise<OpenDealRow[]> =>
      open(owners).orderBy('expected_close_date').orderBy('id').limit(limit).execute(),
    /** Everybody's deals that are expected to close by the day. */
    until: (day: Day): Promise<OpenDealRow[]> =>
      open(null).where('expected_close_date', '<=', day).orderBy('expected_close_date').orderBy('id').execute(),
    /** The number of open deals that lack an owner, an amount or a close date. */
    incomplete: async (): Promise<number> => {
      const row = await query
        .selectFrom('deals')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .where('needs_data', '=', true)
        .executeTakeFirst();
      return row?.count ?? 0;
    },
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
