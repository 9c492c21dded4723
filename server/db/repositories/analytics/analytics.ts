import type { Breakdown } from '../../../../contract/entities/analytics.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';
import { isNotReady } from '../events/lacking.ts';
import { type TerritoryStay, territoryDayOf } from '../people/territoryStays.ts';
import {
  daysParams,
  everyoneScope,
  type Group,
  groupExpressions,
  hasScope,
  isEveryone,
  type PeopleSource,
  peopleSourceOf,
  type Ranges,
  type RowScope,
  rangePartParam,
  rangePartsParams,
  scopeParams,
  spanDays,
} from './grouping.ts';

/** Cents; `commissionable` counts toward a quota; `invoices` is the number of records with positive net revenue. */
export type MoneySums = Group & Readonly<{ commission: number; sales: number; commissionable: number; invoices: number }>;
export type EventGroupCounts = Group & Readonly<{ events: number; hours: number; coming: number; ready: number }>;
export type DealSums = Omit<Group, 'month'> & Readonly<{ deals: number }>;
export type TopRow = Readonly<{
  id: number;
  kind: 'deal' | 'invoice';
  name: string;
  owner_name: string | null;
  cents: number;
  closed_on: Day;
}>;

/** Override records add no sales: the team's own records already have that revenue. */
const recordFigures = `r.amount_cents as commission, case r.credit when 'override' then 0 else r.net_cents end as sales,
  r.commissionable_cents as commissionable, (r.net_cents > 0)::int as invoices`;
const monthColumn = (day: string): string => `date_trunc('month', ${day})::date as month`;

/**
 * Whole months from their sums, partial ones from their records, and the adjustments in effect, as on the commission card. The days before
 * and after the whole months are separate queries: with one combined condition the database would build a bitmap of everybody's records for
 * each person. For people who changed territory, whole months are read from records too.
 */
const factsOfSpan = (spanIndex: number, { name }: PeopleSource): string => {
  const parameter = (offset: number): string => rangePartParam(spanIndex, offset);
  const isDated = name === 'dated';
  const day = isDated ? territoryDayOf('r') : 'booking_date';
  const recordsOf = (from: string, to: string, people = isDated ? '(select distinct id from people)' : 'people'): string => `
    select ${spanIndex}, r.* from ${people} w cross join lateral (
      select ${monthColumn('booking_date')}, ${day} as day, user_id, ${recordFigures} from commission_records r
      where user_id = w.id and booking_date between ${from} and ${to}) r`;
  return `
    select ${spanIndex} as span, month, month as day, user_id, amount_cents as commission, net_cents - override_cents as sales,
      commissionable_cents as commissionable, positive_records as invoices
    from commission_months where month >= ${parameter(0)} and month < ${parameter(1)}
      ${isDated ? 'and user_id in (select id from people where not moved)' : ''}
    ${isDated ? `union all ${recordsOf(parameter(0), `${parameter(1)}::date - 1`, '(select distinct id from people where moved)')}` : ''}
    union all ${recordsOf(parameter(2), parameter(3))} union all ${recordsOf(parameter(4), parameter(5))}
    union all select ${spanIndex}, ${monthColumn('effective_date')}, effective_date, user_id, amount_cents, 0, 0, 0
    from adjustments where state = 'approved' and effective_date between ${parameter(6)} and ${parameter(7)}`;
};
/** Everybody's facts by month, from the company's sums, which are stored by month and by day. */
const companyFactsOfSpan = (spanIndex: number): string => {
  const parameter = (offset: number): string => rangePartParam(spanIndex, offset);
  return `
    select ${spanIndex} as span, ${monthColumn('first_day')}, amount_cents as commission, net_cents - override_cents as sales,
      commissionable_cents as commissionable, positive_records as invoices
    from company_sums where span = 'month' and first_day >= ${parameter(0)} and first_day < ${parameter(1)} or span = 'day'
      and (first_day between ${parameter(2)} and ${parameter(3)} or first_day between ${parameter(4)} and ${parameter(5)})
    union all select ${spanIndex}, ${monthColumn('effective_date')}, amount_cents, 0, 0, 0
    from company_adjustments where effective_date between ${parameter(6)} and ${parameter(7)}`;
};
/** An event names its invoice by number; if several events name the same invoice, the first one counts. */
const factsByActivity = `
  select s.span, ${monthColumn('r.booking_date')}, ${territoryDayOf('r')} as day, r.user_id, e.activity_type, ${recordFigures}
  from (select distinct on (invoice_id) invoice_id as number, activity_type from events
    where invoice_id is not null order by invoice_id, day, id) e
  join invoices i on i.invoice_number = e.number join commission_records r on r.invoice_id = i.id
  join ${spanDays} on r.booking_date between s.first_day and s.last_day`;

const sumColumn = (column: string): string => `coalesce(sum(${column}), 0)::int8 as ${column}`;
const groupColumns = (breakdown: Breakdown, monthly: boolean): string =>
  `f.span, ${monthly ? 'f.month' : 'null::date'} as month, ${groupExpressions[breakdown].key} as key, ${groupExpressions[breakdown].label} as label`;

const moneySums = ['commission', 'sales', 'commissionable', 'invoices'].map(sumColumn).join(', ');
const companyMoney = (monthly: boolean): string => `
  select f.span, ${monthly ? 'f.month' : 'null::date'} as month, '' as key, '' as label, ${moneySums}
  from (${[0, 1, 2].map(companyFactsOfSpan).join(' union all ')}) f where not ${hasScope} group by 1, 2`;
const moneyOf = (breakdown: Breakdown, monthly: boolean, source: PeopleSource): string => `
  with ${source.people} select ${groupColumns(breakdown, monthly)}, ${moneySums}
  from (${breakdown === 'activity_type' ? factsByActivity : [0, 1, 2].map((spanIndex) => factsOfSpan(spanIndex, source)).join(' union all ')}) f
  join people p on p.id = f.user_id and ${source.on('f.day')}
  group by 1, 2, 3, 4`;

/**
 * $10 is the company's current day. An event without a day belongs to no month, but to each range that ends today or later, as in the
 * events list.
 */
const eventsIn = (monthly: boolean): string => {
  const eventRowsIn = (month: string, within: string): string =>
    `select s.span, ${month}, e.* from ${spanDays} join events e on ${within} where e.activity_type is distinct from 'Canceled'`;
  const datedEvents = eventRowsIn(monthColumn('e.day'), 'e.day between s.first_day and s.last_day');
  return monthly ? datedEvents : `${datedEvents} union all ${eventRowsIn('null::date', 'e.day is null and s.last_day >= $10')}`;
};
/** Events name their salesperson: a name shared by two people matches neither. */
const eventsOf = (breakdown: Breakdown, monthly: boolean, source: PeopleSource): string => `
  with ${source.people}, named as (
    select lower(btrim(name)) as known_as, min(id) as id from people group by 1 having count(distinct id) = 1)
  select ${groupColumns(breakdown, monthly)}, count(*) as events,
    coalesce(sum(extract(epoch from f.ends_at - f.starts_at) / 3600) filter (where f.has_time), 0)::float8 as hours,
    count(*) filter (where f.until_day >= $10) as coming,
    count(*) filter (where f.until_day >= $10 and not ${isNotReady('$10')}) as ready
  from (${eventsIn(monthly)}) f
  left join named n on n.known_as = lower(btrim(f.sales_person))
  left join people p on p.id = n.id and ${source.on('coalesce(f.day, $10)')}
  where p.id is not null or not ${hasScope} group by 1, 2, 3, 4`;

const dealsOf = (breakdown: Breakdown, source: PeopleSource): string => `
  with ${source.people} select f.span, ${groupExpressions[breakdown].key} as key, ${groupExpressions[breakdown].label} as label, count(*) as deals
  from (select s.span, d.owner_id, d.closed_on as day, null::text as activity_type from deals d
    join ${spanDays} on d.closed_on between s.first_day and s.last_day where d.state = 'won') f
  join people p on p.id = f.owner_id and ${source.on('f.day')} group by 1, 2, 3`;

/** Names are joined last; otherwise the whole list of people was scanned for each row. */
const joinOwners = (rows: string, source: PeopleSource): string => `
  with ${source.people} select t.id, t.kind, t.name, u.first_name || ' ' || u.last_name as owner_name, t.cents, t.closed_on
  from (${rows}) t left join users u on u.id = t.owner_id order by t.cents desc, t.id`;
const isOwnerInScope = (owner: string, day: string, { on }: PeopleSource): string =>
  `(not ${hasScope} or ${owner} in (select p.id from people p where ${on(day)}))`;
const topDeals = (source: PeopleSource): string =>
  joinOwners(
    `select id, 'deal' as kind, name, owner_id, amount_cents as cents, closed_on from deals
  where state = 'won' and closed_on between $4 and $5 and amount_cents is not null and ${isOwnerInScope('owner_id', 'closed_on', source)}
  order by amount_cents desc, id limit 10`,
    source,
  );
const topInvoices = (source: PeopleSource): string =>
  joinOwners(
    `select id, 'invoice' as kind, invoice_number || ' · ' || customer_name as name, salesperson_id as owner_id, net_cents as cents,
    booking_date as closed_on from invoices
  where state = 'sent' and net_cents > 0 and booking_date between $4 and $5 and ${isOwnerInScope('salesperson_id', 'booking_date', source)}
  order by net_cents desc, id limit 10`,
    source,
  );

const selectTerritoryStays = `with ${peopleSourceOf('territory', everyoneScope).people} select id, territory, from_day, to_day from people order by id, from_day`;

const pendingMonths = (source: PeopleSource): string => `
  with ${source.people} select count(*) as months from (
    select distinct m.user_id, date_trunc('month', m.day) from marks m join people p on p.id = m.user_id
    where m.rank in (0, 1) and m.day between $4 and $5) marked`;

/** Sums of several ranges in one statement, grouped by the breakdown and, if `monthly`, by month. */
export const analyticsRepository = (db: Database) => ({
  money: (breakdown: Breakdown, ranges: Ranges, scope: RowScope, monthly: boolean): Promise<MoneySums[]> => {
    if (breakdown === 'month' && isEveryone(scope))
      return db.named(`analytics_money_company_${monthly}`, companyMoney(monthly), [...scopeParams(scope), ...rangePartsParams(ranges)]);
    const source = peopleSourceOf(breakdown, scope);
    return db.named(`analytics_money_${breakdown}_${monthly}_${source.name}`, moneyOf(breakdown, monthly, source), [
      ...scopeParams(scope),
      ...(breakdown === 'activity_type' ? daysParams(ranges) : rangePartsParams(ranges)),
    ]);
  },

  events: (breakdown: Breakdown, ranges: Ranges, scope: RowScope, monthly: boolean, today: Day): Promise<EventGroupCounts[]> => {
    const source = peopleSourceOf(breakdown, scope);
    const params = [...scopeParams(scope), ...daysParams(ranges), today];
    return db.named(`analytics_events_${breakdown}_${monthly}_${source.name}`, eventsOf(breakdown, monthly, source), params);
  },

  /** Won deals; null if the company has no deals at all and counts invoices instead. */
  deals: async (breakdown: Breakdown, ranges: Ranges, scope: RowScope): Promise<DealSums[] | null> => {
    const [existence] = await db.named<{ deals: boolean }>('analytics_has_deals', 'select exists (select from deals) as deals', []);
    if (!existence?.deals) return null;
    const source = peopleSourceOf(breakdown, scope);
    return db.named(`analytics_deals_${breakdown}_${source.name}`, dealsOf(breakdown, source), [
      ...scopeParams(scope),
      ...daysParams(ranges),
    ]);
  },

  /** The ten largest won deals or invoices. */
  top: (kind: 'deals' | 'invoices', range: DateRange, among: RowScope): Promise<TopRow[]> => {
    const source = peopleSourceOf('month', among);
    const rows = kind === 'deals' ? topDeals(source) : topInvoices(source);
    return db.named(`analytics_top_${kind}_${source.name}`, rows, [...scopeParams(among), ...daysParams([range])]);
  },

  /** The people of a query, in any role. */
  people: (among: RowScope): Promise<{ id: number }[]> => {
    const { name, people } = peopleSourceOf('month', among);
    return db.named(`analytics_people_${name}`, `with ${people} select distinct id from people`, scopeParams(among));
  },

  /** The same people, each with their territories over time. */
  stays: (among: RowScope): Promise<TerritoryStay[]> => db.named('analytics_stays', selectTerritoryStays, scopeParams(among)),

  pending: async (range: DateRange, among: RowScope): Promise<number> => {
    const source = peopleSourceOf('month', among);
    const params = [...scopeParams(among), ...daysParams([range])];
    const [row] = await db.named<{ months: number }>(`analytics_pending_${source.name}`, pendingMonths(source), params);
    return row?.months ?? 0;
  },
});
