import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DealSort, DealState } from '../../../../contract/entities/deal.ts';
import { closedRange, dealStages, probabilityOf } from '../../../../contract/rules/deals.ts';
import type { Schema } from '../../schema/index.ts';
import { type DealRow, isClosedSql, withOwner } from './deals.ts';

/** Filters shared by the deal list, the board and the pipeline; null: no filter. */
export type DealsFilter = Readonly<{
  /** The owners whose deals the requester may see; null: everybody. */
  owners: readonly number[] | null;
  state: DealState | null;
  stage: string | null;
  /** `none`: unassigned deals. */
  owner: number | 'none' | null;
  customer: string | null;
  search: string | null;
  /** YYYY-MM of the actual or expected close. */
  close: string | null;
  /** A range of closing days of won and lost deals, as parsed by `closedRange`. */
  closed: string | null;
  /** The deal reached at least this stage. */
  reached: string | null;
  attention: 'needs_data' | 'stale' | null;
}>;
export type DealsListFilter = DealsFilter & Readonly<{ sort: DealSort; direction: 'asc' | 'desc' }>;
/** The last row of the previous page: its sort value, as text, and its id. */
export type DealKey = Readonly<{ value: string; id: number }>;

/** Names sort by their first 100 characters. */
const sorts = {
  expected_close_date: { by: sql`d.close_sort`, type: sql`date` },
  name: { by: sql`lower(left(d.name, 100))`, type: sql`text` },
  customer_name: { by: sql`lower(left(d.customer_name, 100))`, type: sql`text` },
  amount: { by: sql`coalesce(d.amount_cents, 0)`, type: sql`bigint` },
  stage_entered_at: { by: sql`d.stage_entered_at`, type: sql`timestamptz` },
} as const;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Won and lost deals by closing day, as figures count them; open deals without missing data by expected day, as the forecast does. */
const closingIn = (first: string): RawBuilder<boolean> => {
  const isInMonth = (day: string) => sql`${sql.ref(day)} >= ${first}::date and ${sql.ref(day)} < (${first}::date + interval '1 month')`;
  return sql<boolean>`(case d.state when 'open' then not d.needs_data and ${isInMonth('d.expected_close_date')} else ${isInMonth('d.closed_on')} end)`;
};

const closedWithin = (closed: string): RawBuilder<boolean> => {
  const range = closedRange(closed);
  return range === null
    ? sql<boolean>`false`
    : sql<boolean>`${sql.raw(isClosedSql('d'))} and d.closed_on between ${range.start_date}::date and ${range.end_date}::date`;
};

const stages = sql.join(
  dealStages.map(({ name, probability }) => sql`when ${name} then ${probability}::numeric`),
  sql` `,
);
/** The progress of a stage: our own by name, a CRM's by its probability there. */
const progressIn = (alias: string): RawBuilder<number> =>
  sql`(case ${sql.ref(`${alias}.stage`)} ${stages} else coalesce(${sql.ref(`${alias}.probability`)}, 0) end)`;
/** The furthest progress a deal ever made: its furthest stage, or 1 if it is won. */
export const furthestProgress = sql<number>`(case when d.state = 'won' then 1 else greatest(${progressIn('d')},
  (select max(${progressIn('m')}) from deal_moves m where m.deal_id = d.id and m.state = 'open')) end)`;

/** The probability of one of our stages or of a connected CRM's; 1 for an unknown stage. */
const progressOfStage = (stage: string): RawBuilder<number> => {
  const storedProbability = probabilityOf(stage);
  return storedProbability === null
    ? sql<number>`(select coalesce(max(s.probability), 1) from crm_stages s where s.name = ${stage} and not s.archived)`
    : sql<number>`${storedProbability}::numeric`;
};

/** Conditions on `deals d` and their owners `users u`. @param staleBy deals that entered their stage by then are stale */
export const dealConditions = (filter: DealsFilter, staleBy: Date): RawBuilder<boolean> => {
  const { owners, state, stage, owner, customer, search, close, closed, reached, attention } = filter;
  const pattern = search === null ? '' : toLikePattern(search);
  const conditions = [
    sql`true`,
    ...(owners === null ? [] : [sql`d.owner_id = any(${[...owners]}::int8[])`]),
    ...(state === null ? [] : [sql`d.state = ${state}`]),
    ...(stage === null ? [] : [sql`d.stage = ${stage}`]),
    ...(owner === null ? [] : [owner === 'none' ? sql`d.owner_id is null` : sql`d.owner_id = ${owner}`]),
    ...(customer === null ? [] : [sql`lower(left(d.customer_name, 100)) = lower(left(${customer}::text, 100))`]),
    ...(search === null
      ? []
      : [sql`(d.name ilike ${pattern} or d.customer_name ilike ${pattern} or u.first_name || ' ' || u.last_name ilike ${pattern})`]),
    ...(close === null ? [] : [closingIn(`${close}-01`)]),
    ...(closed === null ? [] : [closedWithin(closed)]),
    ...(reached === null ? [] : [sql`${furthestProgress} >= ${progressOfStage(reached)}`]),
    ...(attention === 'needs_data' ? [sql`d.needs_data`] : []),
    ...(attention === 'stale' ? [sql`d.state = 'open' and d.stage_entered_at <= ${staleBy.toISOString()}::timestamptz`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/** A deal list in pages: keyset on (sort value, id). */
export const dealsPageRepository = (query: Kysely<Schema>) => ({
  page: (filter: DealsListFilter, after: DealKey | null, limit: number, staleBy: Date): Promise<(DealRow & { sort_value: string })[]> => {
    const { by, type } = sorts[filter.sort];
    const operator = filter.direction === 'asc' ? sql`>` : sql`<`;
    return withOwner(query)
      .where(dealConditions(filter, staleBy))
      .select(sql<string>`(${by})::text`.as('sort_value'))
      .$if(after !== null, (q) => q.where(sql<boolean>`(${by}, d.id) ${operator} (${after?.value}::${type}, ${after?.id}::bigint)`))
      .orderBy(by, filter.direction)
      .orderBy('d.id', filter.direction)
      .limit(limit)
      .execute();
  },

  count: async (filter: DealsFilter, staleBy: Date): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from deals d left join users u on u.id = d.owner_id where ${dealConditions(filter, staleBy)}`.execute(
      query,
    );
    return rows[0]?.count ?? 0;
  },

  /** The first deals of each stage: those with missing data, then by closing day. */
  board: async (filter: DealsFilter, perStage: number, staleBy: Date): Promise<DealRow[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from (
        select d.id, row_number() over (partition by d.stage order by d.close_sort, d.id) as place
        from deals d left join users u on u.id = d.owner_id where ${dealConditions(filter, staleBy)}
      ) placed where place <= ${perStage}`.execute(query);
    if (rows.length === 0) return [];
    return withOwner(query)
      .where(sql<boolean>`d.id = any(${rows.map(({ id }) => id)}::int8[])`)
      .orderBy('d.close_sort')
      .orderBy('d.id')
      .execute();
  },
});
