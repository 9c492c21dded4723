import type { Scope } from '../../../contract/entities/scope.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { hasBegun } from '../../../contract/rules/commission/attainment.ts';
import { paceOf } from '../../../contract/rules/performance/pace.ts';
import {
  changeOf,
  eventsOf,
  needAttention,
  peopleShown,
  type TeamRow,
  type TeamSummary,
  topPerformers,
  totalsBefore,
  totalsOf,
  trendOf,
} from '../../../contract/rules/performance/team.ts';
import type { Day, Period } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import type { ListView } from '../../shared/lists/useList.ts';
import { isCut } from '../../shared/performance/prorated.ts';
import { centsOf } from '../../ui/display/format.ts';

const text = messages.performance;
export const columnKeys = ['name', 'role', 'territory', 'quota', 'sales', 'commission', 'deals', 'attainment'] as const;
export const eventKeys = ['events', 'hours', 'ready'] as const;
export const names: ListNames = { filters: {}, search: 'search', sort: { name: 'sort', keys: [...columnKeys, ...eventKeys] } };

export const wordsOf = ({ name, role, territory }: TeamRow): readonly string[] => [name, roleLabels[role], territory ?? ''];

/** What is not known comes first upwards. */
const orFirst = (value: number | null | undefined): number => (value == null || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
export const sortValue = (row: TeamRow, key: string): number | string => {
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
  return orFirst(values[key]);
};

type Chosen = Readonly<{ scope: Scope; selected: readonly string[]; userId: string; period: Period; today: Day }>;

/** Those below target, with what is missing and the pace that reaches the quota by the period's end. */
const behindOf = (rows: readonly TeamRow[], period: Period, today: Day) =>
  needAttention(rows).map((row) => ({
    row,
    // Without `quota_days` the quota may be the whole month's already.
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

/** decisions 2.06: the range cuts the quotas' periods, all of them alike or each in its own way; '' where it does not. */
const proratedOf = (rows: readonly TeamRow[]): string => {
  const cut = rows.flatMap(({ quota_days: days }) => (days && isCut(days) ? [days] : []));
  const [first] = cut;
  if (!first) return '';
  return cut.every(({ days, of }) => days === first.days && of === first.of) ? fill(text.proratedTeam, first) : text.proratedEach;
};

/** The list and what was chosen → what the dashboard shows. */
export const connectTeam = (list: ListView<TeamRow, TeamSummary>, { scope, selected, userId, period, today }: Chosen) => {
  const { loaded, rows, summary, sort, stale, loading } = list;
  const inView = peopleShown(loaded, { scope, selected: [], userId });
  const counted = peopleShown(loaded, { scope, selected, userId });
  const ids = new Set(inView.map(({ id }) => id));
  // Where nobody chose an order, one's own team stands first.
  const listed = sort ? rows.filter(({ id }) => ids.has(id)) : inView.filter((row) => rows.includes(row));
  const totals = totalsOf(counted);
  const before = totalsBefore(counted);
  const ticked = selected.filter((id) => ids.has(id));
  return {
    table: {
      ...list,
      rows: listed,
      total: listed.length,
      position: listed.length === 0 ? '' : fill(text.people, { count: listed.length }),
    },
    selected: new Set(ticked),
    ids: [...ids],
    /** The only one whose figures they are. */
    one: counted.length === 1 ? (counted[0] ?? null) : null,
    /** Nobody is ticked: the figures are those of the scope. */
    everybody: counted.length === inView.length,
    isCompany: counted.length === loaded.length,
    /** Nothing is there yet. */
    waits: loading && loaded.length === 0,
    /** The load failed and no earlier rows are there: sums of nobody would be zeros. */
    unknown: list.failure !== null && loaded.length === 0,
    stale,
    money: page(list)?.money ?? true,
    sample: page(list)?.sample ?? false,
    failed: counted.filter((row) => row.failed).length,
    totals,
    prorated: proratedOf(listed),
    before: before && {
      range: page(list)?.previous ?? null,
      sales: changeOf(totals.sales, before.sales),
      commission: changeOf(totals.commission, before.commission),
      deals: changeOf(totals.deals, before.deals),
    },
    top: topPerformers(counted),
    begun: hasBegun(period, today),
    behind: hasBegun(period, today) ? behindOf(counted, period, today) : [],
    trend: { months: page(list)?.months ?? [], sales: trendOf(counted) },
    events: eventsShown(list, counted),
    empty: summary !== null && inView.length === 0 ? emptyOf(loaded) : { title: text.nobodyFound, why: text.nobodyFoundWhy },
  };
};
const emptyOf = (loaded: readonly TeamRow[]) =>
  loaded.length === 0 ? { title: text.nobody, why: text.nobodyWhy } : { title: text.noReports, why: text.noReportsWhy };
export type TeamShown = ReturnType<typeof connectTeam>;

/** What was last said of all of them, also while it is read again. */
const page = ({ page: held }: ListView<TeamRow, TeamSummary>): TeamSummary | null => held?.summary ?? null;

/** In place of money: of those counted, and of everybody also what names nobody. */
const eventsShown = (list: ListView<TeamRow, TeamSummary>, counted: readonly TeamRow[]) => {
  const all = page(list)?.events ?? null;
  return all === null || counted.length === list.loaded.length ? all : eventsOf(counted);
};
