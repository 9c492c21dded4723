import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { DealsTable, Schema } from '../../schema/index.ts';

/** A deal with its owner and the CRM it comes from; null if it was created here. */
export type DealRow = Selectable<DealsTable> &
  Readonly<{
    owner_first_name: string | null;
    owner_last_name: string | null;
    owner_manager_id: number | null;
    source: string | null;
  }>;
export type NewDeal = Insertable<DealsTable>;
export type DealChange = Omit<Updateable<DealsTable>, 'id' | 'version' | 'created_at' | 'updated_at'>;
export type DealOwner = Readonly<{ id: number; role: Role; manager_id: number | null; active: boolean }>;

/** True if a deal counts as won or lost (decisions 2.06): a merged one counts as neither, because another deal has its figures. */
export const isClosedSql = (alias: string): string =>
  `(${alias}.state in ('won', 'lost') and ${alias}.external_state is distinct from 'merged')`;

export const withOwner = (query: Kysely<Schema>) =>
  query
    .selectFrom('deals as d')
    .leftJoin('users as u', 'u.id', 'd.owner_id')
    .leftJoin('connections as c', 'c.id', 'd.connection_id')
    .selectAll('d')
    .select(['u.first_name as owner_first_name', 'u.last_name as owner_last_name', 'u.manager_id as owner_manager_id', 'c.name as source']);

/** Reads, locks, adds and changes single deals. The list is in dealsPage.ts. */
export const dealsRepository = (query: Kysely<Schema>) => ({
  byId: (id: number): Promise<DealRow | undefined> => withOwner(query).where('d.id', '=', id).executeTakeFirst(),

  byIds: (ids: readonly number[]): Promise<DealRow[]> =>
    withOwner(query)
      .where(sql<boolean>`d.id = any(${[...ids]}::int8[])`)
      .orderBy('d.id')
      .execute(),

  /** Reads a deal that was just written. */
  read: (id: number): Promise<DealRow> => withOwner(query).where('d.id', '=', id).executeTakeFirstOrThrow(),

  lock: async (id: number): Promise<DealRow | undefined> => {
    await sql`select 1 from deals where id = ${id} for update`.execute(query);
    return withOwner(query).where('d.id', '=', id).executeTakeFirst();
  },

  add: async (deal: NewDeal): Promise<number> => {
    const row = await query.insertInto('deals').values(deal).returning('id').executeTakeFirstOrThrow();
    return row.id;
  },

  change: async (id: number, change: DealChange, now: Date): Promise<void> => {
    await query
      .updateTable('deals')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  owner: (id: number): Promise<DealOwner | undefined> =>
    query.selectFrom('users').select(['id', 'role', 'manager_id', 'active']).where('id', '=', id).executeTakeFirst(),

  /** Open, assigned deals that entered their stage between two instants, earliest first. */
  enteredWithin: (after: Date, until: Date): Promise<DealRow[]> =>
    withOwner(query)
      .where('d.state', '=', 'open')
      .where('d.owner_id', 'is not', null)
      .where('d.stage_entered_at', '>', after.toISOString())
      .where('d.stage_entered_at', '<=', until.toISOString())
      .orderBy('d.stage_entered_at')
      .orderBy('d.id')
      .execute(),
});
