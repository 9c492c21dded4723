import { type Kysely, sql } from 'kysely';
import { type FlowName, flowNames } from '../../../../contract/entities/flow.ts';
import type { Schema } from '../../schema/index.ts';
import { type CompanyDay, flowSources } from './flowSources.ts';

/** The records of one state; instants are those at which they entered it. */
export type FlowSum = Readonly<{ flow: FlowName; state: string; records: number; cents: number; oldest: string; median: string }>;
export type FlowRow = Readonly<{ id: string; state: string; cents: number; since: string; label: string }>;

/** The lifecycles that hold money, by state (decisions 2.37). */
export const flowsRepository = (query: Kysely<Schema>) => {
  const countedRows = (day: CompanyDay) => {
    const sources = flowSources(day);
    const columns = (flow: FlowName) => sql`select ${sql.lit(flow)} as flow, id::text as id, state::text as state, cents::int8 as cents,
      since::timestamptz as since, label::text as label from (${sources[flow].counted ?? sources[flow].any}) ${sql.ref(flow)}`;
    return sql.join(flowNames.map(columns), sql` union all `);
  };
  return {
    sums: async (day: CompanyDay): Promise<FlowSum[]> => {
      const { rows } = await sql<FlowSum>`
        select flow, state, count(*)::int as records, sum(cents)::int8 as cents, min(since) as oldest,
          percentile_disc(0.5) within group (order by since) as median
        from (${countedRows(day)}) records group by flow, state`.execute(query);
      return rows;
    },

    /** The records that have been longest in each of these states. */
    oldest: async (day: CompanyDay, flow: FlowName, states: readonly string[], maxRows: number): Promise<FlowRow[]> => {
      const { any, counted = any } = flowSources(day)[flow];
      const { rows } = await sql<FlowRow>`
        select id::text as id, state::text as state, cents::int8 as cents, since::timestamptz as since, label::text as label from (
          select *, row_number() over (partition by state order by since, id) as place from (${counted}) counted where state = any(${states}::text[])
        ) records where place <= ${maxRows} order by state, place`.execute(query);
      return rows;
    },

    /** @param id a row id, or the month of a pay period */
    byId: async (day: CompanyDay, flow: FlowName, id: string): Promise<FlowRow | undefined> => {
      const { any } = flowSources(day)[flow];
      const isRecord = flow === 'payPeriod' ? sql`id = ${id}::text` : sql`id = ${id}::text::int8`;
      const { rows } = await sql<FlowRow>`
        select id::text as id, state::text as state, cents::int8 as cents, since::timestamptz as since, label::text as label
        from (${any}) records where ${isRecord}`.execute(query);
      return rows[0];
    },
  };
};
