import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Territory } from '../../../../contract/entities/user.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { monthParts } from '../commissions/commissionSums.ts';
import { isClosedSql } from '../deals/deals.ts';
import { dueStandaloneCents, paidStandaloneCents } from '../payouts/alone.ts';
import { type TerritoryStay, territoryDayOf, territoryStays } from '../people/territoryStays.ts';

/** People to include; null: everybody. */
export type PersonIds = readonly number[] | null;
export type ReportPerson = Readonly<{ id: number; first_name: string; last_name: string; territory: Territory | null }>;
/** Cents booked in the range, with adjustments that belong to no record; `adjustments`: those effective in the range. */
export type EarnedRow = Readonly<{
  user_id: number;
  /** First day of the month. */
  month: string;
  commissionable: number;
  base: number;
  over: number;
  commission: number;
  adjustments: number;
  paid: number;
  due: number;
}>;
/** Cents. `positive_net` and `positive` cover records with positive net, which the average deal is based on. */
export type SoldRow = Readonly<{
  user_id: number;
  sales: number;
  commissionable: number;
  commission: number;
  positive_net: number;
  positive: number;
  won: number;
  lost: number;
}>;
/** The part of a person's sales that counts in one territory: that of the day (decisions 2.22). */
export type TerritorySoldRow = SoldRow & Readonly<{ territory: Territory | null }>;
export type StageRow = Readonly<{
  stage: string;
  owner_id: number | null;
  first_name: string | null;
  last_name: string | null;
  count: number;
  value: number;
  weighted: number;
  age_days: number;
  needs_data: number;
}>;
/** A plan and configuration version that priced records. */
export type PricedByVersion = Readonly<{ plan_id: string; config_version: number }>;

const isOfPeople = (column: string, ids: PersonIds): RawBuilder<unknown> =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::int8[])`;
const isInRange = (column: string, { start_date, end_date }: DateRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} between ${start_date}::date and ${end_date}::date`;

const monthFigures =
  sql.raw(`user_id, month, net_cents - override_cents as sales, commissionable_cents as commissionable, base_cents as base, over_cents as over,
  amount_cents as commission, paid_cents as paid, due_cents as due, positive_net_cents as positive_net, positive_records as positive`);
const recordFigures =
  sql.raw(`user_id, date_trunc('month', booking_date)::date as month, case credit when 'override' then 0 else net_cents end as sales,
  commissionable_cents as commissionable, base_cents as base, over_cents as over, amount_cents as commission, paid_cents as paid,
  due_cents as due, greatest(net_cents, 0) as positive_net, (net_cents > 0)::int as positive`);

/** Whole months from their sums, the remaining days from the records. */
const bookedRows = (range: DateRange, ids: PersonIds): RawBuilder<unknown> => {
  const { from, to, head, tail } = monthParts(range);
  return sql`(
    select ${monthFigures} from commission_months where month >= ${from}::date and month < ${to}::date and ${isOfPeople('user_id', ids)}
    union all select ${recordFigures} from commission_records where ${isInRange('booking_date', head)} and ${isOfPeople('user_id', ids)}
    union all select ${recordFigures} from commission_records where ${isInRange('booking_date', tail)} and ${isOfPeople('user_id', ids)}
  )`;
};

const territoryStaysTable = sql.raw(`stays as materialized (${territoryStays})`);
const dayOfRecord = sql.raw(territoryDayOf('commission_records'));

/** Sales by person and territory, by the day that decides the territory: people who have had several territories get a row per record. */
const bookedByDay = (range: DateRange, ids: PersonIds): RawBuilder<unknown> => {
  const { from, to, head, tail } = monthParts(range);
  const recordsOf = (days: DateRange, people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select ${dayOfRecord} as day, ${recordFigures} from commission_records where ${isInRange('booking_date', days)} and ${isOfPeople('user_id', ids)} and ${people}`;
  const hasMoved = sql`user_id in (select user_id from stays where moved)`;
  return sql`(
    select month as day, ${monthFigures} from commission_months
      where month >= ${from}::date and month < ${to}::date and ${isOfPeople('user_id', ids)} and not ${hasMoved}
    union all ${recordsOf(head, sql`not ${hasMoved}`)} union all ${recordsOf(tail, sql`not ${hasMoved}`)} union all ${recordsOf(range, hasMoved)}
  )`;
};

const soldSums = sql.raw(
  ['sales', 'commissionable', 'commission', 'positive_net', 'positive', 'won', 'lost']
    .map((name) => `sum(${name})::int8 as ${name}`)
    .join(', '),
);
const soldByDay = (range: DateRange, ids: PersonIds, sales: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select user_id, day, sales, commissionable, commission, positive_net, positive, 0 as won, 0 as lost from ${sales} as b
  union all
  select user_id, effective_date, 0, 0, amount_cents, 0, 0, 0, 0 from adjustments
    where state = 'approved' and ${isInRange('effective_date', range)} and ${isOfPeople('user_id', ids)}
  union all
  select owner_id, closed_on, 0, 0, 0, 0, 0, (state = 'won')::int, (state = 'lost')::int from deals d
    where owner_id is not null and ${sql.raw(isClosedSql('d'))} and ${isInRange('closed_on', range)} and ${isOfPeople('owner_id', ids)}`;

/** Report data, in few statements that each read one span of days. */
export const reportFiguresRepository = (query: Kysely<Schema>) => ({
  /** Ordered by name. */
  people: async (ids: PersonIds): Promise<ReportPerson[]> => {
    const { rows } = await sql<ReportPerson>`
      select id, first_name, last_name, territory from users where ${isOfPeople('id', ids)} order by first_name, last_name, id`.execute(
      query,
    );
    return rows;
  },

  /** By person and month. @param today adjustments without a record are due if effective by this day */
  earned: async (range: DateRange, ids: PersonIds, today: string): Promise<EarnedRow[]> => {
    const { rows } = await sql<EarnedRow>`
      select user_id, month, sum(commissionable)::int8 as commissionable, sum(base)::int8 as base, sum(over)::int8 as over,
        sum(commission)::int8 as commission, sum(adjustments)::int8 as adjustments, sum(paid)::int8 as paid, sum(due)::int8 as due
      from (
        select user_id, month, commissionable, base, over, commission, 0::int8 as adjustments, paid, due from ${bookedRows(range, ids)} as b
        union all
        select user_id, date_trunc('month', effective_date)::date, 0, 0, 0, 0, amount_cents, 0, 0 from adjustments
          where state = 'approved' and ${isInRange('effective_date', range)} and ${isOfPeople('user_id', ids)}
        union all
        select a.user_id, date_trunc('month', a.effective_date)::date, 0, 0, 0, 0, 0, ${paidStandaloneCents},
          case when a.effective_date <= ${today}::date then ${dueStandaloneCents} else 0 end
        from adjustments a where a.state = 'approved' and a.commission_id is null
          and ${isInRange('a.effective_date', range)} and ${isOfPeople('a.user_id', ids)}
      ) as parts group by user_id, month`.execute(query);
    return rows;
  },

  sold: async (range: DateRange, ids: PersonIds): Promise<SoldRow[]> => {
    const sales = sql`(select month as day, b.* from ${bookedRows(range, ids)} as b)`;
    const { rows } = await sql<SoldRow>`
      select user_id, ${soldSums} from (${soldByDay(range, ids, sales)}) as parts group by user_id`.execute(query);
    return rows;
  },

  soldByTerritory: async (range: DateRange, ids: PersonIds): Promise<TerritorySoldRow[]> => {
    const { rows } = await sql<TerritorySoldRow>`
      with ${territoryStaysTable} select p.user_id, s.territory, ${soldSums} from (${soldByDay(range, ids, bookedByDay(range, ids))}) as p
      join stays s on s.user_id = p.user_id and p.day between s.from_day and s.to_day group by p.user_id, s.territory`.execute(query);
    return rows;
  },

  /** These people's territories over time. */
  stays: async (ids: PersonIds): Promise<TerritoryStay[]> => {
    const { rows } = await sql<TerritoryStay>`
      with ${territoryStaysTable} select user_id as id, territory, from_day, to_day from stays where ${isOfPeople('user_id', ids)}`.execute(
      query,
    );
    return rows;
  },

  /** A company with deals counts won deals as closed; otherwise its invoices count (decisions 2.06). */
  hasDeals: async (): Promise<boolean> => {
    const { rows } = await sql<{ some: boolean }>`select exists (select from deals) as some`.execute(query);
    return rows[0]?.some ?? false;
  },

  /** Open deals expected to close in the range, and those with missing data, by stage and owner; unassigned deals only if `ids` is null. */
  stages: async (range: DateRange, ids: PersonIds, now: Date): Promise<StageRow[]> => {
    const { rows } = await sql<StageRow>`
      select d.stage, d.owner_id, u.first_name, u.last_name, count(*)::int as count,
        coalesce(sum(case when d.needs_data then 0 else d.amount_cents end), 0)::int8 as value,
        coalesce(sum(case when d.needs_data then 0 else round(d.amount_cents * coalesce(d.probability, 0)) end), 0)::int8 as weighted,
        round(avg(greatest(0, floor(extract(epoch from ${now.toISOString()}::timestamptz - d.stage_entered_at) / 86400))))::int as age_days,
        (count(*) filter (where d.needs_data))::int as needs_data
      from deals d left join users u on u.id = d.owner_id
      where d.state = 'open' and (d.needs_data or ${isInRange('d.expected_close_date', range)}) and ${isOfPeople('d.owner_id', ids)}
      group by d.stage, d.owner_id, u.first_name, u.last_name
      order by d.stage, u.first_name nulls first, u.last_name, d.owner_id`.execute(query);
    return rows;
  },

  /** Plans and versions that priced the booked records. */
  pricedBy: async (range: DateRange, ids: PersonIds): Promise<PricedByVersion[]> => {
    const { rows } = await sql<PricedByVersion>`
      select plan_id, config_version from commission_records where ${isInRange('booking_date', range)} and ${isOfPeople('user_id', ids)}
      group by plan_id, config_version order by plan_id, config_version`.execute(query);
    return rows;
  },
});
