import type { Role, Territory } from '../../../../contract/entities/user.ts';
import type { CurveUnit } from '../../../../contract/rules/performance/salesCurve.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';
import { monthParts } from '../commissions/commissionSums.ts';
import { isClosedSql } from '../deals/deals.ts';
import { isNotReady } from '../events/lacking.ts';

/** A salesperson with cents for a range and the one before; people who left are included if they have sales in the range. */
export type TeamFigureRow = Readonly<{
  id: number;
  first_name: string;
  last_name: string;
  role: Role;
  territory: Territory | null;
  manager_id: number | null;
  active: boolean;
  sales: number;
  commissionable: number;
  commission: number;
  deals: number;
  sales_before: number;
  commission_before: number;
  deals_before: number;
  /** Sales by month, without months that have no records. */
  monthly: Readonly<Record<Day, number>>;
}>;
/** The events of one salesperson: `name` is in lower case; null: events without a salesperson. */
export type EventSums = Readonly<{ name: string | null; events: number; hours: number; coming: number; ready: number }>;
/** Cents by day, or by the first day of a whole month. */
export type CurveRow = Readonly<{ user_id: number; steps: Readonly<Record<Day, number>> }>;
export type DealCounts = Readonly<{ won: number; lost: number; deals: boolean }>;

/** Override records add no sales: the team's own records already have that revenue. */
const recordFigures = `user_id, (case credit when 'override' then 0 else net_cents end) as sales, commissionable_cents as commissionable,
  amount_cents as commission, (net_cents > 0)::int as invoices`;
const monthFigures = `user_id, net_cents - override_cents as sales, commissionable_cents as commissionable,
  amount_cents as commission, positive_records as invoices`;

/** Each seller's records on the days of a partial month: one index span per seller. */
const selectSpan = (isPrevious: boolean, from: number): string => `
  select ${isPrevious}, r.* from sellers s cross join lateral (
    select ${recordFigures} from commission_records where user_id = s.id and booking_date between $${from} and $${from + 1}) r`;

/** Whole months from their sums, partial ones from the records. `$from` to `$from + 5` are the `monthParts`. */
const spanOf = (isPrevious: boolean, from: number): string => `
  select ${isPrevious} as before, m.* from (select ${monthFigures} from commission_months where month >= $${from} and month < $${from + 1}) m
  union all ${selectSpan(isPrevious, from + 2)} union all ${selectSpan(isPrevious, from + 4)}`;

const sellers = `sellers as materialized (select id from users where role = 'salesperson')`;

/** $1 to $6 are the range, $7 to $12 the previous one, $13 to $16 their first and last days, $17 and $18 the months of the trend. */
const team = `
  with ${sellers},
  spans as (${spanOf(false, 1)} union all ${spanOf(true, 7)}),
  sums as (
    select user_id,
      coalesce(sum(sales) filter (where not before), 0)::int8 as sales,
      coalesce(sum(commissionable) filter (where not before), 0)::int8 as commissionable,
      coalesce(sum(commission) filter (where not before), 0)::int8 as commission,
      coalesce(sum(invoices) filter (where not before), 0)::int8 as invoices,
      coalesce(sum(sales) filter (where before), 0)::int8 as sales_before,
      coalesce(sum(commission) filter (where before), 0)::int8 as commission_before,
      coalesce(sum(invoices) filter (where before), 0)::int8 as invoices_before
    from spans group by user_id
  ), adjusted as (
    select user_id,
      coalesce(sum(amount_cents) filter (where effective_date between $13 and $14), 0)::int8 as adjustments,
      coalesce(sum(amount_cents) filter (where effective_date between $15 and $16), 0)::int8 as adjustments_before
    from adjustments
    where state = 'approved' and (effective_date between $13 and $14 or effective_date between $15 and $16) group by user_id
  ), closed as (
    select owner_id,
      count(*) filter (where closed_on between $13 and $14) as deals,
      count(*) filter (where closed_on between $15 and $16) as deals_before
    from deals where state = 'won' and (closed_on between $13 and $14 or closed_on between $15 and $16) group by owner_id
  ), trend as (
    select user_id, json_object_agg(month, sales) as monthly from (
      select user_id, month, sum(net_cents - override_cents)::int8 as sales
      from commission_months where month >= $17 and month < $18 group by user_id, month) as by_month group by user_id
  ), counted as (select exists (select from deals) as has_deals)
  select u.id, u.first_name, u.last_name, u.role, u.territory, u.manager_id, u.active,
    coalesce(s.sales, 0)::int8 as sales, coalesce(s.commissionable, 0)::int8 as commissionable,
    (coalesce(s.commission, 0) + coalesce(a.adjustments, 0))::int8 as commission,
    (case when has_deals then coalesce(c.deals, 0) else coalesce(s.invoices, 0) end)::int8 as deals,
    coalesce(s.sales_before, 0)::int8 as sales_before,
    (coalesce(s.commission_before, 0) + coalesce(a.adjustments_before, 0))::int8 as commission_before,
    (case when has_deals then coalesce(c.deals_before, 0) else coalesce(s.invoices_before, 0) end)::int8 as deals_before,
    coalesce(t.monthly, '{}') as monthly
  from users u cross join counted
  left join sums s on s.user_id = u.id left join adjusted a on a.user_id = u.id left join closed c on c.owner_id = u.id
  left join trend t on t.user_id = u.id
  where u.role = 'salesperson' and (u.active or s.sales <> 0 or a.adjustments <> 0 or c.deals > 0)
  order by u.first_name, u.last_name, u.id`;

/** Sales that count toward the quota: per day, or whole months by their first day and partial ones by day. $1 to $6 are the `monthParts`. */
const recordDays = (from: number): string => `
  select r.* from sellers s cross join lateral (
    select user_id, booking_date as day, commissionable_cents as cents from commission_records
    where user_id = s.id and booking_date between $${from} and $${from + 1}) r`;
const byStep = `select user_id, json_object_agg(day, cents) as steps from (
    select user_id, day, sum(cents)::int8 as cents from parts group by user_id, day) as summed group by user_id`;
const curveByDay = `with ${sellers}, parts as (${recordDays(1)}) ${byStep}`;
const curveByMonth = `with ${sellers}, parts as (
    select user_id, month as day, commissionable_cents as cents from commission_months where month >= $1 and month < $2
    union all ${recordDays(3)} union all ${recordDays(5)}) ${byStep}`;

/**
 * $3 is the company's day: only upcoming events can be ready. An event without a day belongs to every range that ends today or later, as in
 * the events list that these figures link to.
 */
const eventsByName = `
  select lower(btrim(sales_person)) as name, count(*) as events,
    coalesce(sum(extract(epoch from ends_at - starts_at) / 3600) filter (where has_time), 0)::float8 as hours,
    count(*) filter (where until_day >= $3) as coming,
    count(*) filter (where until_day >= $3 and not ${isNotReady('$3')}) as ready
  from events where (day between $1 and $2 or (day is null and $2 >= $3)) and activity_type is distinct from 'Canceled' group by 1`;

const closings = `
  select count(*) filter (where state = 'won') as won, count(*) filter (where state = 'lost') as lost, exists (select from deals) as deals
  from deals d where owner_id = $1 and ${isClosedSql('d')} and closed_on between $2 and $3`;

/** Commission by month, with the adjustments that take effect in it. */
const earnedByMonth = `
  select month, sum(cents)::int8 as cents from (
    select month, amount_cents as cents from commission_months where user_id = $1 and month >= $2 and month < $3
    union all
    select date_trunc('month', effective_date)::date, amount_cents from adjustments
    where user_id = $1 and state = 'approved' and effective_date >= $2 and effective_date < $3) as parts
  group by month`;

const daysOf = (range: DateRange): unknown[] => {
  const { from, to, head, tail } = monthParts(range);
  return [from, to, head.start_date, head.end_date, tail.start_date, tail.end_date];
};

/** Figures of several people for comparison. */
export const teamFiguresRepository = (db: Database) => ({
  /** @param months of the trend, `to` exclusive */
  ofTeam: (range: DateRange, before: DateRange, months: Readonly<{ from: Day; to: Day }>): Promise<TeamFigureRow[]> =>
    db.named<TeamFigureRow>('team_figures', team, [
      ...[...daysOf(range), ...daysOf(before)],
      ...[range.start_date, range.end_date, before.start_date, before.end_date, months.from, months.to],
    ]),

  /** Sales that count toward the quota, per day or month of the range. */
  curve: (range: DateRange, unit: CurveUnit): Promise<CurveRow[]> =>
    unit === 'day'
      ? db.named<CurveRow>('team_curve_days', curveByDay, [range.start_date, range.end_date])
      : db.named<CurveRow>('team_curve_months', curveByMonth, daysOf(range)),

  eventsByPerson: ({ start_date, end_date }: DateRange, today: Day): Promise<EventSums[]> =>
    db.named<EventSums>('team_events', eventsByName, [start_date, end_date, today]),

  /** One person's commission by month, without months that have none; `to` exclusive. */
  earnedByMonth: async (userId: number, { from, to }: Readonly<{ from: Day; to: Day }>): Promise<ReadonlyMap<Day, number>> => {
    const rows = await db.named<{ month: Day; cents: number }>('person_months', earnedByMonth, [userId, from, to]);
    return new Map(rows.map(({ month, cents }) => [month, cents]));
  },

  /** One person's won and lost deals. */
  closings: async (userId: number, { start_date, end_date }: DateRange): Promise<DealCounts> => {
    const [row] = await db.named<DealCounts>('person_closings', closings, [userId, start_date, end_date]);
    return row ?? { won: 0, lost: 0, deals: false };
  },
});
