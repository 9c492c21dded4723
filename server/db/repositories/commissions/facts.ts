import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { LeaveRange } from '../../../../contract/rules/commission/plan.ts';
import type { SaleKind } from '../../../../contract/rules/commission/saleFacts.ts';
import type { Leader } from '../../../../contract/rules/commission/team.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { int8s } from '../../unnested.ts';
import { involvedOn, readInvolved, stretchOn } from './involved.ts';
import { memoFamilies, peopleDay } from './memoFamilies.ts';
import { type ReleaseFacts, releaseColumns } from './releasing.ts';
import { hasReach, leadersBy, type TeamReach } from './teamReach.ts';

/** A person's days, inclusive. */
export type PersonRange = Readonly<{ user_id: number; from: Day; to: Day }>;
export const ALL_DAYS = { from: '1900-01-01', to: '2999-12-31' } as const;
/** A person's role, manager, territory and activity on these days (decisions 2.22). */
export type PersonStretch = Readonly<{
  from_day: Day;
  to_day: Day;
  role: Role;
  manager_id: number | null;
  territory: string | null;
  active: boolean;
  joined_on: Day;
  left_on: Day | null;
}>;
/** Role, manager, territory, employment and `active` are today's; `stretches` has those of every day, in order. */
export type PersonRow = Readonly<{
  id: number;
  role: Role;
  manager_id: number | null;
  joined_on: Day;
  left_on: Day | null;
  stretches: readonly PersonStretch[];
  first_name: string;
  last_name: string;
  territory: string | null;
  active: boolean;
  leaves: readonly LeaveRange[];
}>;

/** Days on which a person's current facts differ from those of the closing. */
export type ClosedChangeRow = Readonly<{
  user_id: number;
  from_day: Day;
  to_day: Day;
  differs: boolean;
  leaves_differ: boolean;
  started: Day;
  ended: Day | null;
  joined_on: Day;
  left_on: Day | null;
}>;

/** An invoice that may be credited to `user_id`: as its salesperson, lead, split partner, or the salesperson's manager. */
export type FactRow = Readonly<{
  user_id: number;
  id: number;
  invoice_number: string;
  booking_date: Day;
  gross_cents: number;
  net_cents: number;
  credit_of_id: number | null;
  customer_name: string;
  customer_type: string | null;
  sale_kind: SaleKind | null;
  term_months: number | null;
  cost_cents: number | null;
  units: number | null;
  list_cents: number | null;
  notes: string | null;
  rate_override: string | null;
  salesperson_id: number;
  /** Null for a person not employed or not active on the day; so are the manager and the lead's role. */
  salesperson_role: Role | null;
  manager_id: number | null;
  manager_role: Role | null;
  /** The people above the manager on the day, nearest first, up to the levels that the plans reach. */
  above: readonly Leader[];
  sales_lead_id: number | null;
  sales_lead_role: Role | null;
  /** The day of the customer's first invoice; null if no plan uses it. */
  customer_since: Day | null;
  /** Its own activity type and those of its events, or those of the invoice it reverses. */
  activity_types: readonly string[];
  /** Manual split, in ppm per person; a credit memo has the one of the invoice it reverses. Null: the plan decides. */
  splits: readonly (readonly [userId: number, sharePpm: number])[] | null;
}> &
  ReleaseFacts;

/** Arrays, because the planner knows their length: with an unknown number of rows it would scan the whole table. */
export const rangeRows = (ranges: readonly PersonRange[]) => sql`unnest(${ranges.map(({ user_id }) => user_id)}::int8[],
  ${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[]) as range_of(user_id, "from", "to")`;

/** The first `maxRows` rows by day; without a limit, all in any order. */
export const firstByDay = (maxRows?: number) => (maxRows === undefined ? sql`` : sql`order by booking_date limit ${maxRows}`);

/** True if the person has a manual share in the invoice or in the one it reverses. */
const isSplitWith = (userId: ReturnType<typeof sql>) => sql`exists (select 1 from invoice_splits x
  where x.user_id = ${userId} and x.superseded_at is null and x.invoice_id in (i.id, i.credit_of_id))`;

/** The activity type of an invoice, and those of the events that it is for. */
const activityTypes = sql`coalesce((select json_agg(distinct e.activity_type) from (
        select activity_type from invoices where id in (i.id, i.credit_of_id) and activity_type is not null union all
        select e.activity_type from (
        select event_id from links where invoice_id in (i.id, i.credit_of_id) and event_id is not null and superseded_at is null
        union select id from events where invoice_id in (i.invoice_number, (select o.invoice_number from invoices o where o.id = i.credit_of_id))) k
      join events e on e.id = k.event_id where e.activity_type is not null) e), '[]')`;

/** The day of the first invoice to the customer of an invoice. */
const customerSince = sql`(select min(x.booking_date) from invoices x
    where lower(btrim(x.customer_name)) = lower(btrim(i.customer_name)) and x.state = 'sent' and x.credit_of_id is null)`;

/** Facts that only some plans use, and that take time to read. */
export type OptionalFacts = Readonly<{ activities: boolean; customers: boolean }>;
export const ALL_FACTS: OptionalFacts = { activities: true, customers: true };

const noTypes: readonly string[] = [];
const noLeaders: readonly Leader[] = [];
/** A row completed after reading. All its properties exist from the start, because adding one would copy the row. */
export type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] };
type SplitRow = Readonly<{ invoice_id: number; user_id: number; share_ppm: number }>;

const personColumns = sql`id, role, manager_id, joined_on, left_on, first_name, last_name, territory, active, leaves,
  (select json_agg(json_build_object('from_day', from_day, 'to_day', to_day, 'role', o.role, 'manager_id', o.manager_id,
    'territory', o.territory, 'active', o.active, 'joined_on', o.joined, 'left_on', o.ended) order by from_day) from people_over_time o where o.user_id = users.id) as stretches`;

/** The day that decides an invoice's people and territories: a credit memo uses the day of the sale it reverses (decisions 2.23). */
export const peopleDayOf = ({ takes_back, booking_date }: Pick<FactRow, 'takes_back' | 'booking_date'>): Day =>
  takes_back?.booking_date ?? booking_date;

const invoiceColumns = sql`i.id, i.invoice_number, i.booking_date, i.gross_cents, i.net_cents, i.credit_of_id, i.customer_name, i.customer_type,
  i.sale_kind, i.term_months, i.cost_cents, i.units, i.list_cents, i.notes, i.rate_override, i.salesperson_id, i.sales_lead_id`;

/** The people from the second level above a seller on a day, nearest first. */
const leadersAbove = (
  people: Awaited<ReturnType<typeof readInvolved>>,
  managerId: number | null,
  day: Day,
  levels: number,
): readonly Leader[] => {
  const leaders: Leader[] = [];
  let id = managerId;
  for (let level = 2; level <= levels && id !== null; level += 1) {
    id = stretchOn(people, id, day)?.manager_id ?? null;
    if (id !== null) leaders.push({ id, role: involvedOn(people, id, day)?.role ?? null });
  }
  return leaders;
};

/**
 * The invoices that `source` returns, as facts of each row's person, with the optional facts requested. `unassigned`: also those without a
 * seller. People and splits are read in bulk: looking them up per invoice took three times as long as everything else.
 */
const factsFrom = async (
  query: Kysely<Schema>,
  source: RawBuilder<unknown>,
  { activities, customers }: OptionalFacts = ALL_FACTS,
  { unassigned = false, levels = 1 }: Readonly<{ unassigned?: boolean; levels?: number }> = {},
): Promise<FactRow[]> => {
  const { rows } = await sql<Mutable<FactRow>>`
    select i.user_id, ${invoiceColumns}, null as salesperson_role, null::int8 as manager_id, null as manager_role, null::json as above, null as sales_lead_role, null::json as splits,
      ${releaseColumns(sql`i.user_id`)}, ${activities ? activityTypes : sql`null::json`} as activity_types,
      ${customers ? customerSince : sql`null::date`} as customer_since from (${source}) as i`.execute(query);
  if (rows.length === 0) return [];
  const sharedInvoices: number[] = [];
  const involved = new Set<number>();
  for (const { id, credit_of_id, salesperson_id, sales_lead_id } of rows) {
    sharedInvoices.push(id);
    if (credit_of_id !== null) sharedInvoices.push(credit_of_id);
    if (salesperson_id !== null) involved.add(salesperson_id);
    if (sales_lead_id !== null) involved.add(sales_lead_id);
  }
  const [splits, people] = await Promise.all([
    sql<SplitRow>`select invoice_id, user_id, share_ppm from invoice_splits
      where invoice_id = any(${int8s(sharedInvoices)}) and superseded_at is null order by id`.execute(query),
    readInvolved(query, [...involved], levels),
  ]);
  const splitsOf = new Map<number | null, [number, number][]>();
  for (const { invoice_id, user_id, share_ppm } of splits.rows)
    splitsOf.set(invoice_id, [...(splitsOf.get(invoice_id) ?? []), [user_id, share_ppm]]);
  for (const row of rows) {
    if (!activities) row.activity_types = noTypes;
    row.above = noLeaders;
    const day = peopleDayOf(row);
    const seller = involvedOn(people, row.salesperson_id, day);
    if (seller) {
      row.salesperson_role = seller.role;
      row.manager_id = seller.manager_id;
      row.manager_role = involvedOn(people, seller.manager_id, day)?.role ?? null;
      if (levels > 1) row.above = leadersAbove(people, seller.manager_id, day, levels);
    }
    row.sales_lead_role = involvedOn(people, row.sales_lead_id, day)?.role ?? null;
    if (splitsOf.size > 0) row.splits = splitsOf.get(row.id) ?? splitsOf.get(row.credit_of_id) ?? null;
  }
  return unassigned ? rows : rows.filter(({ salesperson_id }) => people.has(salesperson_id));
};

/** The facts that commissions are computed from. */
export const factsRepository = (query: Kysely<Schema>) => ({
  /**
   * Locks people in id order, so that the second of two changes to a person's money sees the first. `skipsLocked`: skips people locked by
   * another transaction instead of waiting.
   */
  lockPeople: async (ids: readonly number[], skipsLocked = false): Promise<PersonRow[]> => {
    const { rows } = await sql<PersonRow>`
      select ${personColumns} from users
      where id = any(${[...ids]}::int8[]) order by id for no key update ${sql.raw(skipsLocked ? 'skip locked' : '')}`.execute(query);
    return rows;
  },

  /** Like `lockPeople`, without locking. */
  people: async (ids: readonly number[]): Promise<PersonRow[]> => {
    const { rows } = await sql<PersonRow>`
      select ${personColumns} from users
      where id = any(${[...ids]}::int8[]) order by id`.execute(query);
    return rows;
  },

  /** Everybody who shares, or shared, in the sales of these people. */
  leadersOf: async (ids: readonly number[], reach: TeamReach): Promise<Map<number, readonly number[]>> => {
    const { rows } = await sql<{ user_id: number; managers: number[] }>`
      select user_id, array_agg(distinct leader_id) as managers from ${leadersBy(reach)} t
      where user_id = any(${[...ids]}::int8[]) group by user_id`.execute(query);
    return new Map(rows.map(({ user_id, managers }) => [user_id, managers]));
  },

  /** Everybody in whose sales a person ever shares, with the days. */
  sharedOverTime: async (leaderId: number, reach: TeamReach): Promise<(DateRange & { user_id: number })[]> => {
    const { rows } = await sql<DateRange & { user_id: number }>`
      select user_id, from_day as start_date, to_day as end_date from ${leadersBy(reach)} t where leader_id = ${leaderId}`.execute(query);
    return rows;
  },

  /** Days in closed months on which facts about these people now differ from those at the last closing. */
  changedSinceClosing: async (ids: readonly number[]): Promise<ClosedChangeRow[]> => {
    const { rows } = await sql<ClosedChangeRow>`
      select k.user_id, greatest(k.from_day, o.from_day) as from_day, least(k.to_day, o.to_day) as to_day,
        (k.role, k.manager_id, k.territory, k.active) is distinct from (o.role, o.manager_id, o.territory, o.active) as differs,
        k.leaves <> u.leaves as leaves_differ,
        k.started, k.ended, o.joined as joined_on, o.ended as left_on
      from pay_periods p
      join lateral (select id from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
      join pay_period_people k on k.snapshot_id = s.id and k.user_id = any(${int8s(ids)})
      join people_over_time o on o.user_id = k.user_id and o.from_day <= k.to_day and o.to_day >= k.from_day
      join users u on u.id = k.user_id
      where p.state = 'closed' and (k.role, k.manager_id, k.territory, k.active, k.started, k.ended, k.leaves)
        is distinct from (o.role, o.manager_id, o.territory, o.active, o.joined, o.ended, u.leaves)`.execute(query);
    return rows;
  },

  /** Ids of everybody who has or could have records, for a full recomputation. */
  everybody: async ({ overlays }: TeamReach): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from users u where exists (select 1 from invoices where salesperson_id = u.id) or exists (select 1 from invoices where sales_lead_id = u.id)
        or exists (select 1 from invoice_splits where user_id = u.id and superseded_at is null) or exists (select 1 from people_over_time t where t.manager_id = u.id) or exists (select 1 from commission_records where user_id = u.id)
        or u.id = any(${int8s(overlays.map(([userId]) => userId))})
      order by id`.execute(query);
    return rows.map(({ id }) => id);
  },

  /** Sent invoices in the ranges, by day. `reach`: also those of teams. `maxRows`: row limit. `rare`: facts that only some plans use. */
  credited: async (
    ranges: readonly PersonRange[],
    reach: TeamReach,
    maxRows?: number,
    optionalFacts?: OptionalFacts,
  ): Promise<FactRow[]> => {
    const invoicesOf = (link: ReturnType<typeof sql>) => sql`
      select range_of.user_id, ${invoiceColumns} from ${rangeRows(ranges)} ${link} and i.booking_date between range_of."from" and range_of."to" and i.state = 'sent'`;
    // Each branch excludes the rows of earlier ones, so that no `distinct` is needed.
    // Only the direct manager has a single row per day; with several levels, one invoice may have several rows.
    const isDirect = reach.levels <= 1 && reach.overlays.length === 0;
    const team = invoicesOf(sql`join ${leadersBy(reach)} t on t.leader_id = range_of.user_id and t.user_id <> range_of.user_id
      join invoices i on i.salesperson_id = t.user_id and ${peopleDay} between t.from_day and t.to_day and i.sales_lead_id is distinct from range_of.user_id and not ${isSplitWith(sql`range_of.user_id`)}`);
    const isCreditedToOthers = sql`i.salesperson_id <> range_of.user_id and i.sales_lead_id is distinct from range_of.user_id`;
    const shares = sql`join invoice_splits x on x.user_id = range_of.user_id and x.superseded_at is null`;
    return factsFrom(
      query,
      sql`
      ${invoicesOf(sql`join invoices i on i.salesperson_id = range_of.user_id`)}
      union all ${invoicesOf(sql`join invoices i on i.sales_lead_id = range_of.user_id and i.salesperson_id <> range_of.user_id`)}
      union all ${invoicesOf(sql`${shares} join invoices i on i.id = x.invoice_id and ${isCreditedToOthers}`)}
      union all ${invoicesOf(sql`${shares} join invoices i on i.credit_of_id = x.invoice_id and ${isCreditedToOthers}
        and not exists (select 1 from invoice_splits own where own.invoice_id = i.id and own.superseded_at is null)`)}
      ${hasReach(reach) ? (isDirect ? sql`union all ${team}` : sql`union all select distinct * from (${team}) as shared`) : sql``}
      ${firstByDay(maxRows)}`,
      optionalFacts,
      { levels: reach.levels },
    );
  },

  /**
   * Sent invoices of people's records on any day: as seller, as lead, or as manager with a share in the revenue of the person still
   * recorded as the seller.
   */
  ofRecords: async (pairs: readonly Readonly<{ user_id: number; invoice_id: number }>[], reach: TeamReach): Promise<FactRow[]> => {
    return factsFrom(
      query,
      sql`select p.user_id, ${invoiceColumns} from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(user_id int8, invoice_id int8)
      join invoices i on i.id = p.invoice_id and i.state = 'sent' and (p.user_id in (i.salesperson_id, i.sales_lead_id) or ${isSplitWith(sql`p.user_id`)}
        or exists (select 1 from ${leadersBy({ ...reach, levels: Math.max(1, reach.levels) })} t where t.user_id = i.salesperson_id and t.leader_id = p.user_id
          and ${peopleDay} between t.from_day and t.to_day) or exists (
        select 1 from commission_records r join commission_records s on s.invoice_id = r.invoice_id
        where r.invoice_id = i.id and r.user_id = p.user_id and r.credit = 'override' and s.user_id = i.salesperson_id and s.booking_date = r.booking_date and exists (
          select 1 from pay_periods c where c.state = 'closed' and s.booking_date between c.start_date and c.end_date)))`,
      ALL_FACTS,
      { levels: reach.levels },
    );
  },

  /** Sent invoices as facts of the people who have a record of them, even if others are credited today. `rare`: facts that few plans use. */
  ofHolders: async (
    pairs: readonly Readonly<{ user_id: number; invoice_id: number }>[],
    rare: OptionalFacts = { activities: false, customers: false },
  ): Promise<FactRow[]> => {
    const source = sql`select p.user_id, ${invoiceColumns} from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(user_id int8, invoice_id int8)
      join invoices i on i.id = p.invoice_id and i.state = 'sent'`;
    return factsFrom(query, source, rare, { unassigned: true });
  },

  /** Sent invoices by id, as facts of a person who may be credited with them; also those without a seller. */
  ofInvoicesFor: async (userId: number, ids: readonly number[]): Promise<Map<number, FactRow>> => {
    if (ids.length === 0) return new Map();
    const source = sql`select ${userId}::int8 as user_id, ${invoiceColumns} from invoices i where i.id = any(${int8s(ids)}) and i.state = 'sent'`;
    return new Map(
      (await factsFrom(query, source, { activities: false, customers: false }, { unassigned: true })).map((row) => [row.id, row]),
    );
  },

  /** Booking days in closed months of late invoices, which are not recorded for the person but reversed by memos. */
  lateOriginals: async (pairs: readonly Readonly<{ user_id: number; invoice_id: number }>[]): Promise<{ user_id: number; day: Day }[]> => {
    const { rows } = await sql<{ user_id: number; day: Day }>`
      select distinct p.user_id, i.booking_date as day from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(user_id int8, invoice_id int8)
      join invoices i on i.id = p.invoice_id and i.state = 'sent'
      join pay_periods c on c.state = 'closed' and i.booking_date between c.start_date and c.end_date
      where not exists (select 1 from commission_records r where r.invoice_id = p.invoice_id and r.user_id = p.user_id)`.execute(query);
    return rows;
  },
  ...memoFamilies(query),
});
