import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { DealMovesTable, Schema } from '../../schema/index.ts';

export type NewDealMove = Insertable<DealMovesTable>;
export type DealMoveRow = Pick<Selectable<DealMovesTable>, 'stage' | 'state' | 'moved_at'> &
  Readonly<{ first_name: string | null; last_name: string | null }>;

/** The stages a deal went through, and how it ended (decisions 2.17). */
export const dealMovesRepository = (query: Kysely<Schema>) => ({
  add: async (move: NewDealMove): Promise<void> => {
    await query.insertInto('deal_moves').values(move).execute();
  },

  /** Records the known history of deals new from a CRM: when they were created, and when they entered their current stage. */
  addKnownHistory: async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    await sql`
      insert into deal_moves (deal_id, stage, state, probability, moved_at)
      select d.id, m.stage, m.state, m.probability, m.at
      from (
        select *, state = 'open' and stage_entered_at < created_at + interval '1 minute' as began_here
        from deals where id = any(${[...ids]}::int8[])
      ) d cross join lateral (
        select 1 as place, case when began_here then d.stage end as stage, 'open' as state, case when began_here then d.probability end as probability,
          d.created_at as at
        union all select 2, d.stage, d.state, d.probability, d.stage_entered_at where not began_here
      ) m order by d.id, m.place`.execute(query);
  },

  /** Oldest first. */
  of: (dealId: number): Promise<DealMoveRow[]> =>
    query
      .selectFrom('deal_moves as m')
      .leftJoin('users as u', 'u.id', 'm.moved_by')
      .select(['m.stage', 'm.state', 'm.moved_at', 'u.first_name', 'u.last_name'])
      .where('m.deal_id', '=', dealId)
      .orderBy('m.id')
      .execute(),
});
