import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type EventColumn,
  type EventFilter,
  type EventNeed,
  type EventSubset,
  eventNeeds,
  eventTextFilters,
} from '../../../../contract/entities/event.ts';
import { limits } from '../../../../contract/limits.ts';
import {
  addDays,
  type DateRange,
  type Day,
  firstDayOfMonth,
  lastDayOfMonth,
  monthIndexOf,
  yearOf,
} from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type EventRow, namedCustomerOf, sourcesOf } from './events.ts';
import { sortOf } from './eventsSorts.ts';
import { isNotReady, lacksInvoiceSql, takesPlaceSql } from './lacking.ts';

/** The query of an events list. `today` is the company's day when its first page was loaded. */
export type EventListFilter = DateRange &
  Readonly<{
    today: Day;
    sort: EventColumn;
    direction: 'asc' | 'desc';
    filters: Readonly<Partial<Record<EventFilter, string>>>;
    need: EventNeed | null;
  }>;
/** The last row of the previous page: its sort values, as text (null if empty), and its id. */
export type EventKey = Readonly<{ values: readonly string[] | null; id: number }>;
export type EventPageRow = EventRow & Readonly<{ sort_values: readonly string[] | null }>;
export type EventCounts = Readonly<{ total: number } & Record<EventNeed, number>>;

type Condition = RawBuilder<unknown>;
const joinConditions = (conditions: readonly Condition[]): Condition => sql.join([sql`true`, ...conditions], sql` and `);

/** The column that marks the need as open, and how many days before the event it arises; null: at any time. */
const needs: Readonly<Record<EventNeed, Readonly<{ open: string; days: number | null }>>> = {
  need_review: { open: 'open_review', days: null },
  need_tech_setup: { open: 'open_tech_setup', days: null },
  need_pre_program_email: { open: 'open_pre_program_email', days: limits.events.preProgramEmailDays },
  need_reminder_email: { open: 'open_reminder_email', days: limits.events.reminderEmailDays },
};
const lastDayOf = (need: EventNeed, today: Day): Day | 'infinity' => {
  const { days } = needs[need];
  return days === null ? 'infinity' : addDays(today, days);
};
const isUpcoming = (need: EventNeed, today: Day): Condition => sql`until_day between ${today} and ${lastDayOf(need, today)}`;
const isNeeded = (need: EventNeed, today: Day): Condition => sql`${sql.ref(needs[need].open)} and ${isUpcoming(need, today)}`;

/** A pattern that matches % and _ literally. */
const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const isSummed = (filter: string): boolean => filter !== 'only' && !isTextFilter(filter as EventFilter);
const isTextFilter = (filter: EventFilter): boolean => eventTextFilters.some((eventTextFilter) => eventTextFilter === filter);
const columnOf = (filter: EventFilter) => sql.ref(filter === 'customer' ? 'customer_name' : filter);

/** All displayed fields of an event, as one text. */
const displayedText = sql`concat_ws(' ', customer_name, customer_type, state, activity, activity_type, age, devices, format, contact_name,
  contact_email, contact_phone, price, program_notes, host_anchor, shift->'user'->>'first_name', shift->'user'->>'last_name',
  sling_shift_time, invoiced, invoice_id, sales_person, sales_lead, internal_notes)`;
const isDated = sql`(day is not null and has_day)`;
/** decisions 6.03, contract/rules/events/toInvoice.ts */
const onlyCondition = (filter: EventSubset, today: Day): Condition => {
  switch (filter) {
    case 'to_invoice':
      return sql`until_day < ${today} and ${takesPlaceSql} and ${lacksInvoiceSql}`;
    case 'unassigned':
      return sql`coalesce(btrim(sales_person), '') = '' and ${takesPlaceSql}`;
    case 'dated':
      return isDated;
    case 'undated':
      return sql`not ${isDated} and ${takesPlaceSql}`;
    case 'not_ready':
      return sql.raw(isNotReady(`'${today}'`));
  }
};

/** Substring for texts, exact for choices; an empty value also counts as Unknown. */
const filterCondition = (filter: EventFilter, value: string, today: Day): Condition => {
  if (filter === 'search') return sql`${displayedText} ilike ${toLikePattern(value)}`;
  if (filter === 'only') return onlyCondition(value as EventSubset, today);
  if (isTextFilter(filter)) return sql`${columnOf(filter)} ilike ${toLikePattern(value)}`;
  return value === 'Unknown' ? sql`(${columnOf(filter)} = 'Unknown' or ${columnOf(filter)} is null)` : sql`${columnOf(filter)} = ${value}`;
};
const filterConditions = ({ filters, today }: EventListFilter): Condition[] =>
  Object.entries(filters).map(([filter, value]) => filterCondition(filter as EventFilter, value, today));

/** Events without a day belong to every range that ends today or later, unless only dated events are requested. */
const listsUndated = ({ end_date, today, filters }: EventListFilter): boolean => end_date >= today && filters.only !== 'dated';

/** A need only concerns events from this month on and up to the need's last day, so only those are searched. */
const rangeOf = ({ start_date, end_date, today, need }: EventListFilter): DateRange => {
  if (need === null) return { start_date, end_date };
  const [month, last] = [firstDayOfMonth(yearOf(today), monthIndexOf(today)), lastDayOf(need, today)];
  return { start_date: month > start_date ? month : start_date, end_date: last < end_date ? last : end_date };
};
const isDatedInRange = (filter: EventListFilter): Condition => {
  const { start_date, end_date } = rangeOf(filter);
  return sql`day between ${start_date} and ${end_date}`;
};
const isInRange = (filter: EventListFilter): Condition =>
  listsUndated(filter) ? sql`(${isDatedInRange(filter)} or day is null)` : isDatedInRange(filter);

/** The index span for a page in day order: undated events sort at the end of their month, in either direction. */
const isInIndexSpan = (filter: EventListFilter): Condition => {
  const { start_date, end_date } = rangeOf(filter);
  const [firstMonth, last] = [
    firstDayOfMonth(yearOf(start_date), monthIndexOf(start_date)),
    lastDayOfMonth(yearOf(end_date), monthIndexOf(end_date)),
  ];
  const dayRange =
    filter.direction === 'asc'
      ? sql`sort_day_asc between ${start_date} and ${addDays(last, 1)}`
      : sql`sort_day_desc between ${addDays(firstMonth, -1)} and ${end_date}`;
  return sql`${dayRange} and ${isDatedInRange(filter)}`;
};

/** Rows with a sort value, then rows without one, in either direction: two statements, the second only if the page has room. */
const partStatement = (filter: EventListFilter, part: 'valued' | 'empty', after: EventKey | null, limit: number) => {
  const { sort, direction, need, today } = filter;
  const { expressions, types } = sortOf(sort, direction);
  const operator = direction === 'asc' ? sql`>` : sql`<`;
  const orderBy = (terms: readonly RawBuilder<unknown>[]) => sql.join(terms.map((term) => sql`${term} ${sql.raw(direction)}`));
  const keys = part === 'valued' ? [...expressions, sql`id`] : [sql`id`];
  const values = part === 'valued' ? (after?.values ?? []).map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`) : [];
  const isInPart = sql`${expressions[0]} is ${sql.raw(part === 'valued' ? 'not null' : 'null')}`;
  const condition = joinConditions([
    ...(sort !== 'date_time' ? [isInRange(filter), isInPart] : [part === 'valued' ? isInIndexSpan(filter) : sql`day is null`]),
    ...filterConditions(filter),
    ...(need === null ? [] : [isNeeded(need, today)]),
    ...(after === null ? [] : [sql`(${sql.join(keys)}) ${operator} (${sql.join([...values, sql`${after.id}::bigint`])})`]),
  ]);
  const sortValues = part === 'valued' ? sql`array[${sql.join(expressions.map((term) => sql`(${term})::text`))}]` : sql`null::text[]`;
  return sql<EventPageRow>`
    select e.*, ${sourcesOf} as sources, ${namedCustomerOf} as named_customer_id
    from (select *, ${sortValues} as sort_values from events where ${condition} order by ${orderBy(keys)} limit ${limit}) e
    order by ${orderBy(keys)}`;
};

/** The only filter, if event_days has sums for it; '' without filters; null if the sums cannot answer. */
const summedFilter = ({ filters }: EventListFilter): readonly [filter: string, value: string] | null => {
  const entries = Object.entries(filters);
  if (entries.length === 0) return ['', ''];
  const [firstMonth] = entries;
  return entries.length === 1 && firstMonth && isSummed(firstMonth[0]) ? firstMonth : null;
};

const selectSums = (listFilter: EventListFilter, [filter, value]: readonly [string, string]) => {
  const { start_date, end_date, today } = listFilter;
  const needCounts = eventNeeds.map(
    (need) => sql`coalesce(sum(${sql.ref(need)}) filter (where ${isUpcoming(need, today)}), 0)::int as ${sql.ref(need)}`,
  );
  // One index span: undated events follow all days.
  const days = listsUndated(listFilter)
    ? sql`day >= ${start_date} and (day <= ${end_date} or day = 'infinity')`
    : sql`day between ${start_date} and ${end_date}`;
  return sql<EventCounts>`
    select coalesce(sum(total), 0)::int as total, ${sql.join(needCounts)}
    from event_days where filter = ${filter} and value = ${value} and ${days}`;
};

/** From the sums if they can answer, else from the events in the range. */
const countsStatement = (filter: EventListFilter) => {
  const { today } = filter;
  const countedFilter = summedFilter(filter);
  if (countedFilter) return selectSums(filter, countedFilter);
  const needCounts = eventNeeds.map((need) => sql`count(*) filter (where ${isNeeded(need, today)}) as ${sql.ref(need)}`);
  const condition = joinConditions([isInRange({ ...filter, need: null }), ...filterConditions(filter)]);
  return sql<EventCounts>`select count(*) as total, ${sql.join(needCounts)} from events where ${condition}`;
};

/** Events of a range in pages: keyset on (sort values, id); and the counts of the summary. */
export const eventsPageRepository = (query: Kysely<Schema>) => ({
  page: async (filter: EventListFilter, after: EventKey | null, limit: number): Promise<EventPageRow[]> => {
    const readPart = async (partName: 'valued' | 'empty', from: EventKey | null, maxRows: number) =>
      (await partStatement(filter, partName, from, maxRows).execute(query)).rows;
    const rows = after?.values === null ? [] : await readPart('valued', after, limit);
    if (rows.length === limit || (filter.sort === 'date_time' && !listsUndated(filter))) return rows;
    return [...rows, ...(await readPart('empty', after?.values === null ? after : null, limit - rows.length))];
  },

  /** Counts for the range and filters, ignoring the selected need (decisions 6.04). */
  counts: async (filter: EventListFilter): Promise<EventCounts> => {
    const { rows } = await countsStatement(filter).execute(query);
    return rows[0] ?? { total: 0, need_review: 0, need_tech_setup: 0, need_pre_program_email: 0, need_reminder_email: 0 };
  },

  /** Query plans of these statements, for the test that none of them scans the whole table. */
  plans: async (filter: EventListFilter, limit: number): Promise<string[]> => {
    const statements = [partStatement(filter, 'valued', null, limit), partStatement(filter, 'empty', null, limit), countsStatement(filter)];
    const plans: string[] = [];
    for (const statement of statements) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(query);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  },
});
