import type { Breakdown } from '../../../../contract/entities/analytics.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import { monthParts } from '../commissions/commissionSums.ts';
import { territoryStays } from '../people/territoryStays.ts';

/** Up to three ranges to compare, by position; null: none. */
export type Ranges = readonly [DateRange | null, DateRange | null, DateRange | null];
/** Restricts figures to a person, team or territory; all null: everybody. */
export type RowScope = Readonly<{ userId: number | null; managerId: number | null; territory: string | null }>;
/** `span`: index of the range. `month` is null unless grouped by month. */
export type Group = Readonly<{ span: 0 | 1 | 2; month: Day | null; key: string; label: string | null }>;

export const everyoneScope: RowScope = { userId: null, managerId: null, territory: null };
export const isEveryone = ({ userId, managerId, territory }: RowScope): boolean =>
  [userId, managerId, territory].every((part) => part === null);

const emptyRange: DateRange = { start_date: '1970-01-02', end_date: '1970-01-01' };
const emptyMonths = { from: '1970-01-01', to: '1970-01-01', head: emptyRange, tail: emptyRange };

/** Parameters $1 to $3. */
export const scopeParams = ({ userId, managerId, territory }: RowScope): unknown[] => [userId, managerId, territory];
/** The selected people. With `or` the planner expects a single person, and scans all of them again for every row. */
const people = `people as materialized (
  select id, first_name || ' ' || last_name as name, territory from users
  where case when $1::int8 is null then true else id = $1 end and case when $2::int8 is null then true else $2 in (id, manager_id) end
    and case when $3::text is null then true else territory = $3 end)`;
/** The selected people, with a row per territory that each has held: a fact counts in the territory of its day. */
const peopleByTerritory = `people as materialized (
  select u.id, u.first_name || ' ' || u.last_name as name, s.territory, s.from_day, s.to_day, s.moved
  from users u join (${territoryStays}) s on s.user_id = u.id
  where case when $1::int8 is null then true else u.id = $1 end and case when $2::int8 is null then true else $2 in (u.id, u.manager_id) end
    and case when $3::text is null then true else s.territory = $3 end)`;

/** SQL that differs if the query groups or filters by territory (decisions 2.22). */
export type PeopleSource = Readonly<{
  name: 'dated' | 'undated';
  people: string;
  /** Restricts a joined `people p` to the territory of a day. */
  on: (day: string) => string;
}>;
const undatedPeople: PeopleSource = { name: 'undated', people, on: () => 'true' };
const datedPeople: PeopleSource = { name: 'dated', people: peopleByTerritory, on: (day) => `${day} between p.from_day and p.to_day` };
export const peopleSourceOf = (breakdown: Breakdown, { territory }: RowScope): PeopleSource =>
  breakdown === 'territory' || territory !== null ? datedPeople : undatedPeople;

export const hasScope = '($1::int8 is not null or $2::int8 is not null or $3::text is not null)';

/** From $4: the first and last days of the ranges. */
export const daysParams = (ranges: readonly (DateRange | null)[]): unknown[] =>
  ranges.flatMap((range) => [range?.start_date ?? emptyRange.start_date, range?.end_date ?? emptyRange.end_date]);
/** The three ranges as rows with their first and last days. */
export const spanDays = '(values (0, $4::date, $5::date), (1, $6, $7), (2, $8, $9)) s(span, first_day, last_day)';

/** From $4, for each range: start and end of the whole months, the days before and after them, and the full range. */
export const rangePartsParams = (ranges: Ranges): unknown[] =>
  ranges.flatMap((range) => {
    const { from, to, head, tail } = range ? monthParts(range) : emptyMonths;
    return [from, to, head.start_date, head.end_date, tail.start_date, tail.end_date, ...daysParams([range])];
  });
/** The SQL parameter of a range; `offset` is 0 to 7. */
export const rangePartParam = (spanIndex: number, offset: number): string => `$${4 + spanIndex * 8 + offset}`;

/** Group key and label per breakdown; `p` is the person, `f` the fact. */
export const groupExpressions: Readonly<Record<Breakdown, Readonly<{ key: string; label: string }>>> = {
  month: { key: "''", label: "''" },
  person: { key: "coalesce(p.id::text, '')", label: 'p.name' },
  territory: { key: "coalesce(p.territory, '')", label: 'p.territory' },
  activity_type: { key: "coalesce(f.activity_type, '')", label: 'f.activity_type' },
};
