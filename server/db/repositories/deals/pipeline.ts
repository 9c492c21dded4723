import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import { cameTo, conditionsOf, type DealsFilter } from './dealsPage.ts';

/** A sum: of all where neither stage nor month is named, of a stage, or of a month (YYYY-MM) in which deals are expected to close. */
export type PipelineRow = Readonly<{
  kind: 'all' | 'stage' | 'month';
  stage: string | null;
  month: string | null;
  count: number;
  value_cents: number;
  weighted_cents: number;
  needs_data: number;
  stale: number;
  /** A CRM owns one of its deals; then `probability` is the largest that it gave them. */
  connected: boolean;
  probability: string | null;
}>;

/** What deals add up to, in one statement; what needs data counts with zero (decisions 2.17). */
export const pipelineRepository = (query: Kysely<Schema>) => ({
  sums: async (asked: DealsFilter, staleBy: Date): Promise<PipelineRow[]> => {
    const { rows } = await sql<PipelineRow>`
      with mine as (
        select d.stage, d.needs_data, d.connection_id, d.probability, d.stage_entered_at,
          case when d.needs_data then null else to_char(d.expected_close_date, 'YYYY-MM') end as month,
          case when d.needs_data then 0 else d.amount_cents end as value_cents,
          case when d.needs_data then 0 else round(d.amount_cents * coalesce(d.probability, 0)) end as weighted_cents
        from deals d left join users u on u.id = d.owner_id where ${conditionsOf(asked, staleBy)}
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

  /** How many deals of any state ever came how far: to the probability of a stage of ours at least; 1 is won. */
  reached: async (asked: DealsFilter, steps: readonly number[], staleBy: Date): Promise<readonly number[]> => {
    const { rows } = await sql<{ count: number }>`
      with mine as materialized (
        select ${cameTo} as came from deals d left join users u on u.id = d.owner_id where ${conditionsOf(asked, staleBy)}
      )
      select count(mine.came)::int as count from unnest(${[...steps]}::numeric[]) with ordinality as s(step, place)
      left join mine on mine.came >= s.step
      group by s.place order by s.place`.execute(query);
    return rows.map(({ count }) => count);
  },
});
