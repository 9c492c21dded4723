import { type Insertable, type Kysely, sql } from 'kysely';
import type { DealsTable, Schema } from '../../schema/index.ts';

export type CrmStageRow = Readonly<{ name: string; probability: number | null }>;
export type NewCrmStage = Readonly<{
  external_id: string;
  pipeline: string;
  name: string;
  position: number;
  probability: number | null;
  closed: 'won' | 'lost' | null;
}>;
export type KnownCrmDeal = Readonly<{ id: number; external_id: string; payload_hash: string | null; external_state: string | null }>;

/** Deals and stages from connected CRMs. */
export const crmDealsRepository = (query: Kysely<Schema>) => ({
  /** Open stages of the connected CRMs, in order; empty without a connected CRM. */
  openStages: async (): Promise<CrmStageRow[]> => {
    const { rows } = await sql<CrmStageRow>`
      select s.name, max(s.probability)::float8 as probability from crm_stages s
      join connections c on c.id = s.connection_id and c.state <> 'gone'
      where not s.archived and s.closed is null group by s.name order by min(s.position), s.name`.execute(query);
    return rows;
  },
  /** Names of all present and past stages, by id. */
  stageNames: async (connectionId: number): Promise<ReadonlyMap<string, string>> => {
    const rows = await query.selectFrom('crm_stages').select(['external_id', 'name']).where('connection_id', '=', connectionId).execute();
    return new Map(rows.map(({ external_id, name }) => [external_id, name]));
  },
  /** @returns the number of new or changed stages */
  putStages: async (connectionId: number, stages: readonly NewCrmStage[]): Promise<number> => {
    const { rows } = await sql`
      insert into crm_stages as s (connection_id, external_id, pipeline, name, position, probability, closed)
      select ${connectionId}, external_id, pipeline, name, position, probability, closed
      from json_to_recordset(${JSON.stringify(stages)}::json)
        as r(external_id text, pipeline text, name text, position int, probability numeric, closed text)
      on conflict (connection_id, external_id) do update set pipeline = excluded.pipeline, name = excluded.name, position = excluded.position,
        probability = excluded.probability, closed = excluded.closed, archived = false
      where (s.pipeline, s.name, s.position, s.probability, s.closed, s.archived)
        is distinct from (excluded.pipeline, excluded.name, excluded.position, excluded.probability, excluded.closed, false)
      returning 1`.execute(query);
    await sql`
      update crm_stages set archived = true where connection_id = ${connectionId} and not archived
        and not external_id = any(${stages.map(({ external_id }) => external_id)}::text[])`.execute(query);
    return rows.length;
  },
  /** Locked in id order. */
  known: async (connectionId: number, keys: readonly string[]): Promise<KnownCrmDeal[]> => {
    const { rows } = await sql<KnownCrmDeal>`
      select id, external_id, payload_hash, external_state from deals
      where connection_id = ${connectionId} and external_id = any(${[...keys]}::text[]) order by id for update`.execute(query);
    return rows;
  },
  add: async (deals: readonly Insertable<DealsTable>[]): Promise<number[]> => {
    if (deals.length === 0) return [];
    const rows = await query
      .insertInto('deals')
      .values([...deals])
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },
});
