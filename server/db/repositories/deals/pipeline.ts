import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import { type DealsFilter, dealConditions, furthestProgress } from './dealsPage.ts';

/** A sum over all deals, over a stage, or over an expected closing month (YYYY-MM). */
export type PipelineRow = Readonly<{
  kind: 'all' | 'stage' | 'month';
  stage: string | null;
  month: string | null;
  count: number;
  value_cents: number;
  weighted_cents: number;
  needs_data: number;
  stale: number;
  /** True if any of its deals comes from a CRM; `probability` is then the highest among those. */
  connected: boolean;
  probability: string | null;
}>;

/** Pipeline totals in one statement; deals with missing data count as zero (decisions 2.17). */
export const pipelineRepository = (query: Kysely<Schema>) => ({
  sums: async (filter: DealsFilter, staleBy: Date): Promise<PipelineRow[]> => {
    const { rows } = await sql<PipelineRow>`
      with mine as (
        select d.stage, d.needs_data, d.connection_id, d.probability, d.stage_entered_at,
          case when d.needs_data then null else to_char(d.expected_close_date, 'YYYY-MM') end as month,
          case when d.needs_data then 0 else d.amount_cents end as value_cents,
          case when d.needs_data then 0 else round(d.amount_cents * coalesce(d.probability, 0)) end as weighted_cents
        from deals d left join users u on u.id = d.owner_id where ${dealConditions(filter, staleBy)}
      )
      select case grouping(stage, month) when 3 then 'all' when 1 then 'stage' else 'month' end as kind, stage, month,
        count(*)::int as count, coalesce(sum(value_cents), 0)::int8 as value_cents, coalesce(sum(weighted_cents), 0)::int8 as weighted_cents,
        (count(*) filter (where needs_data))::int as needs_data,
        (count(*) filter (where stage_entered_at <= ${staleBy.toISOString()}::timestamptz))::int as stale,
        coalesce(bool_or(connection_id is not null), false) as connected,
        max(probability) filter (where connection_id is not null) as probability
      from mine group by grouping sets ((), (stage), (month))
      order by month, stage`.execute(query);
    return rows;
  },

  /** Number of deals, of any state, that reached each step: at least the probability of one of our stages; 1 means won. */
  reached: async (filter: DealsFilter, steps: readonly number[], staleBy: Date): Promise<readonly number[]> => {
    const { rows } = await sql<{ count: number }>`
      with mine as materialized (
        select ${furthestProgress} as came from deals d left join users u on u.id = d.owner_id where ${dealConditions(filter, staleBy)}
      )
      select count(mine.came)::int as count from unnest(${[...steps]}::numeric[]) with ordinality as s(step, place)
      left join mine on mine.came >= s.step
      group by s.place order by s.place`.execute(query);
    return rows.map(({ count }) => count);
  },
});
