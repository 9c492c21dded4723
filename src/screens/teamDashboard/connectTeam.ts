import type { Scope } from '../../../contract/entities/scope.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { hasBegun } from '../../../contract/rules/commission/attainment.ts';
import { paceOf } from '../../../contract/rules/performance/pace.ts';
import { type SalesCurve, salesCurve } from '../../../contract/rules/performance/salesCurve.ts';
import {
  belowTarget,
  eventTotalsOf,
  growthOf,
  monthlySalesOf,
  type TeamRow,
  type TeamSummary,
  topPerformers,
  totalsBefore,
  totalsOf,
  visiblePeople,
} from '../../../contract/rules/performance/team.ts';
import type { Day, Period } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import type { BoundListView } from '../../shared/lists/useList.ts';
import { isProrated } from '../../shared/performance/prorated.ts';
import { centsOf } from '../../ui/display/format.ts';

const t = messages.performance;
export const teamColumnKeys = ['name', 'role', 'territory', 'quota', 'sales', 'commission', 'deals', 'attainment', 'trend'] as const;
export const eventKeys = ['events', 'hours', 'ready'] as const;
export const names: ListNames = { filters: {}, search: 'search', sort: { name: 'sort', keys: [...teamColumnKeys, ...eventKeys] } };

export const searchWordsOfMember = ({ name, role, territory }: TeamRow): readonly string[] => [name, roleLabels[role], territory ?? ''];

/** Sorts unknown values first in ascending order. */
const toSortNumber = (value: number | null | undefined): number =>
  value == null || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
export const teamSortValue = (row: TeamRow, key: string): number | string => {
  if (key === 'name') return row.name.toLowerCase();
  if (key === 'role') return roleLabels[row.role];
  if (key === 'territory') return row.territory ?? '';
  const values: Readonly<Record<string, number | null | undefined>> = {
    quota: row.quota_amount,
    sales: row.total_sales,
    commission: row.total_commission,
    deals: row.deals_closed,
    attainment: row.quota_attainment,
    events: row.events?.events,
    hours: row.events?.hours,
    ready: row.events?.ready,
  };
  return toSortNumber(values[key]);
};

type TeamSelection = Readonly<{ scope: Scope; selected: readonly string[]; userId: string; period: Period; today: Day }>;

/** People below target, with the missing amount and the daily pace that reaches the quota by the period's end. */
const findBehind = (rows: readonly TeamRow[], period: Period, today: Day) =>
  belowTarget(rows).map((row) => ({
    row,
    // Without `quota_days`, the quota may cover the whole month instead of these days.
    pace: !row.quota_days
      ? null
      : paceOf(
          {
            sales: centsOf(row.total_sales ?? 0),
            quota: centsOf(row.quota_amount ?? 0),
            monthQuota: typeof row.month_quota_amount === 'number' ? centsOf(row.month_quota_amount) : null,
          },
          period,
          today,
        ),
  }));

/** Sales of these people against their quotas; null if the provider sends no daily sales. */
const curveOf = (rows: readonly TeamRow[], days: readonly Day[] | undefined, period: Period, today: Day): SalesCurve | null => {
  if (!days || rows.some(({ curve_sales }) => !curve_sales)) return null;
  const total = (amount: (row: TeamRow) => number | null | undefined): number =>
    rows.reduce((cents, row) => cents + centsOf(amount(row) ?? 0), 0);
  return salesCurve(
    {
      days,
      steps: days.map((_, index) => total(({ curve_sales }) => curve_sales?.[index])),
      quota: total(({ quota_amount }) => quota_amount),
      monthQuota: total(({ month_quota_amount, quota_amount }) => month_quota_amount ?? quota_amount),
    },
    period,
    today,
  );
};

/** By attainment, best first, until the user chooses a sort order; roles that may not see money start with unready events. */
const chooseSort = ({ sort }: Pick<BoundListView<TeamRow, TeamSummary>, 'sort'>, money: boolean) =>
  sort ?? (money ? ({ key: 'attainment', direction: 'desc' } as const) : null);
const compareAttainment = (a: TeamRow, b: TeamRow): number => {
  const [first, second] = [teamSortValue(a, 'attainment'), teamSortValue(b, 'attainment')];
  return first === second ? 0 : first > second ? -1 : 1;
};

/** The most upcoming events that are not ready first, then the most events. */
const compareUnready = ({ events: a }: TeamRow, { events: b }: TeamRow): number => {
  const unready = (figures: TeamRow['events']): number => (figures ? figures.coming - figures.ready : 0);
  return unready(b) - unready(a) || (b?.events ?? 0) - (a?.events ?? 0);
};

/** decisions 2.06: a sentence if the range splits quota periods, equally for all or per person; otherwise ''. */
const describeProrated = (rows: readonly TeamRow[]): string => {
  const proratedDays = rows.flatMap(({ quota_days: days }) => (days && isProrated(days) ? [days] : []));
  const [firstProrated] = proratedDays;
  if (!firstProrated) return '';
  return proratedDays.every(({ days, of: wholeDays }) => days === firstProrated.days && wholeDays === firstProrated.of)
    ? fill(t.proratedTeam, firstProrated)
    : t.proratedEach;
};

/** Maps the list and the user's choices to the dashboard's view. */
export const connectTeam = (list: BoundListView<TeamRow, TeamSummary>, { scope, selected, userId, period, today }: TeamSelection) => {
  const { loaded: loadedRows, rows, summary, sort, stale, loading } = list;
  const scopedRows = visiblePeople(loadedRows, { scope, selected: [], userId });
  const countedRows = visiblePeople(loadedRows, { scope, selected, userId });
  const ids = new Set(scopedRows.map(({ id }) => id));
  const money = getSummary(list)?.money ?? true;
  const matchingRows = sort ? rows.filter(({ id }) => ids.has(id)) : scopedRows.filter((row) => rows.includes(row));
  const shownRows = sort ? matchingRows : matchingRows.toSorted(money ? compareAttainment : compareUnready);
  const totals = totalsOf(countedRows);
  const previousTotals = totalsBefore(countedRows);
  const selectedIds = selected.filter((id) => ids.has(id));
  return {
    table: {
      ...list,
      rows: shownRows,
      sort: chooseSort(list, money),
      total: shownRows.length,
      position: shownRows.length === 0 ? '' : fill(t.people, { count: shownRows.length }),
    },
    selected: new Set(selectedIds),
    ids: [...ids],
    /** The person, if the figures cover exactly one. */
    one: countedRows.length === 1 ? (countedRows[0] ?? null) : null,
    /** True if nobody is selected, so the figures cover the whole scope. */
    everybody: countedRows.length === scopedRows.length,
    isCompany: countedRows.length === loadedRows.length,
    /** True during the first load. */
    isLoading: loading && loadedRows.length === 0,
    /** True if the load failed and there are no earlier rows: totals would be misleading zeros. */
    unknown: list.failure !== null && loadedRows.length === 0,
    stale,
    money,
    sample: getSummary(list)?.sample ?? false,
    failed: countedRows.filter((row) => row.failed).length,
    totals,
    prorated: describeProrated(shownRows),
    // A comparison is a rating too, so a period that has not begun has no comparison (decisions 8.05).
    before:
      previousTotals === null || !hasBegun(period, today)
        ? null
        : {
            range: getSummary(list)?.previous ?? null,
            sales: growthOf(totals.sales, previousTotals.sales),
            commission: growthOf(totals.commission, previousTotals.commission),
            deals: growthOf(totals.deals, previousTotals.deals),
          },
    top: topPerformers(countedRows),
    begun: hasBegun(period, today),
    behind: hasBegun(period, today) ? findBehind(countedRows, period, today) : [],
    curve: curveOf(countedRows, getSummary(list)?.curve_days, period, today),
    trend: { months: getSummary(list)?.months ?? [], sales: monthlySalesOf(countedRows) },
    events: chooseEventFigures(list, countedRows),
    empty: summary !== null && scopedRows.length === 0 ? describeEmpty(loadedRows) : { title: t.nobodyFound, why: t.nobodyFoundWhy },
  };
};
const describeEmpty = (loadedRows: readonly TeamRow[]) =>
  loadedRows.length === 0 ? { title: t.nobody, why: t.nobodyWhy } : { title: t.noReports, why: t.noReportsWhy };
export type TeamView = ReturnType<typeof connectTeam>;

/** The last loaded summary, also during a reload. */
const getSummary = ({ page: loadedPage }: BoundListView<TeamRow, TeamSummary>): TeamSummary | null => loadedPage?.summary ?? null;

/** Event figures that replace amounts: of the counted people, or for everyone, including events without a person. */
const chooseEventFigures = (list: BoundListView<TeamRow, TeamSummary>, countedRows: readonly TeamRow[]) => {
  const eventFigures = getSummary(list)?.events ?? null;
  return eventFigures === null || countedRows.length === list.loaded.length ? eventFigures : eventTotalsOf(countedRows);
};
