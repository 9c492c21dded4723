import type { EventFigures, TeamMember } from '../../entities/performance.ts';
import type { Scope } from '../../entities/scope.ts';
import { limits } from '../../limits.ts';
import { type Cents, toCents } from '../money.ts';
import type { DateRange, Day } from '../time/period.ts';

/** A row from any provider: some do not know the previous range, and a `failed` row has no figures. */
export type TeamRow = Omit<TeamMember, 'previous'> & Readonly<{ previous: TeamMember['previous'] | null; failed: boolean }>;
/** Sums in cents; null if the requester may not see the money, NaN if a provider left it out. */
export type TeamTotals = Readonly<{ people: number; sales: Cents | null; commission: Cents | null; deals: number }>;

/** Unknown amounts stay unknown: NaN. */
const centsOf = (amount: number): Cents => (Number.isNaN(amount) ? Number.NaN : toCents(amount));
const sumOf = (values: readonly (number | null)[]): Cents | null =>
  values.reduce<Cents | null>((sum, value) => (sum === null || value === null ? null : sum + centsOf(value)), 0);
const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const totalsOf = (rows: readonly TeamRow[]): TeamTotals => ({
  people: rows.length,
  sales: sumOf(rows.map((row) => row.total_sales)),
  commission: sumOf(rows.map((row) => row.total_commission)),
  deals: add(rows.map((row) => row.deals_closed)),
});

/** The totals of the previous range; null if anybody's figures are unknown. */
export const totalsBefore = (rows: readonly TeamRow[]): Omit<TeamTotals, 'people'> | null => {
  const before = rows.flatMap(({ previous }) => previous ?? []);
  if (before.length < rows.length) return null;
  return {
    sales: sumOf(before.map((row) => row.total_sales)),
    commission: sumOf(before.map((row) => row.total_commission)),
    deals: add(before.map((row) => row.deals_closed)),
  };
};

/** Growth as a fraction; null if the earlier value is zero or less, or if either is unknown. */
export const growthOf = (current: number | null, before: number | null): number | null =>
  current === null || before === null || before <= 0 || Number.isNaN(current + before) ? null : (current - before) / before;

const averageAttainment = (rows: readonly TeamRow[]) =>
  rows.flatMap((row) => (row.quota_attainment === null || Number.isNaN(row.quota_attainment) ? [] : [{ row, of: row.quota_attainment }]));

/** spec 2.41, 9.09: the top three by attainment, without people who sold nothing. */
export const topPerformers = (rows: readonly TeamRow[]): readonly TeamRow[] =>
  averageAttainment(rows)
    .filter(({ of: attainment }) => attainment > 0)
    .sort((a, b) => b.of - a.of)
    .slice(0, limits.team.top)
    .map(({ row }) => row);

/** spec 2.41, 4.06: active people below target, the furthest first. */
export const belowTarget = (rows: readonly TeamRow[]): readonly TeamRow[] =>
  averageAttainment(rows)
    .filter(({ row, of: attainment }) => row.active && attainment < limits.attainment.onTrack)
    .sort((a, b) => a.of - b.of)
    .map(({ row }) => row);

/** Monthly sales in cents; null if anybody's are unknown. */
export const monthlySalesOf = (rows: readonly TeamRow[]): readonly Cents[] | null => {
  const knownSales = rows.flatMap(({ monthly_sales }) => (monthly_sales ? [monthly_sales] : []));
  if (knownSales.length < rows.length || knownSales.length === 0) return null;
  return (knownSales[0] ?? []).map((_, month) => add(knownSales.map((sales) => centsOf(sales[month] ?? 0))));
};

export const eventTotalsOf = (rows: readonly TeamRow[]): EventFigures => {
  const eventCounts = rows.flatMap(({ events }) => events ?? []);
  const sum = (key: keyof EventFigures): number => add(eventCounts.map((figures) => figures[key]));
  return { events: sum('events'), hours: sum('hours'), coming: sum('coming'), ready: sum('ready') };
};

/** The people in scope or, if some are selected, only those; in the company scope, the user's own team comes first. */
export const visiblePeople = (
  rows: readonly TeamRow[],
  { scope, selected, userId }: Readonly<{ scope: Scope; selected: readonly string[]; userId: string }>,
): readonly TeamRow[] => {
  const ownTeam = rows.filter(({ manager_id }) => manager_id === userId);
  const others = rows.filter(({ manager_id }) => manager_id !== userId);
  const scopeRows = scope === 'team' ? ownTeam : [...ownTeam, ...others];
  const selectedRows = scopeRows.filter(({ id }) => selected.includes(id));
  return selectedRows.length > 0 ? selectedRows : scopeRows;
};

/** Facts about all rows. `previous` null: the previous range is unknown; `sample`: the figures are samples. */
export type TeamSummary = Readonly<{
  previous: DateRange | null;
  months: readonly Day[];
  /** Undefined if the provider sends no sales per day. */
  curve_days?: readonly Day[] | undefined;
  events: EventFigures | null;
  money: boolean;
  sample: boolean;
}>;
