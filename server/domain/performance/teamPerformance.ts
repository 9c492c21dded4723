import type { EventFigures, TeamMember, TeamPerformance } from '../../../contract/entities/performance.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { monthsUpTo, previousRange, wholeMonthOf } from '../../../contract/rules/performance/compared.ts';
import { curveDays, curveUnit } from '../../../contract/rules/performance/salesCurve.ts';
import { addDays, type DateRange, type Day, lastDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import type { CurveRow, EventSums, TeamFigureRow } from '../../db/repositories/performance/teamFigures.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { readAsKnownOn } from '../lens/asKnown.ts';
import { type PersonQuota, readQuotasByPerson } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Heads } from '../shared/heads.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Store = Services['store'];
type Query = Readonly<{ start_date?: string; end_date?: string; asOf?: string }>;
const NO_EVENTS: EventFigures = { events: 0, hours: 0, coming: 0, ready: 0 };
const keyOf = (name: string): string => name.trim().toLowerCase();

type Quotas = Readonly<{ ofRange: PersonQuota; ofMonth: PersonQuota | null }>;
const NO_QUOTA: PersonQuota = { quota: 0, days: null };

const memberOf = (row: TeamFigureRow, months: readonly Day[], { ofRange: { quota, days }, ofMonth }: Quotas): TeamMember => ({
  id: String(row.id),
  name: fullName(row),
  role: row.role,
  territory: row.territory,
  manager_id: row.manager_id === null ? null : String(row.manager_id),
  active: row.active,
  total_sales: fromCents(row.sales),
  total_commission: fromCents(row.commission),
  deals_closed: row.deals,
  quota_amount: quota === 0 ? null : fromCents(quota),
  quota_attainment: quota === 0 ? null : row.commissionable / quota,
  month_quota_amount: ofMonth && fromCents(ofMonth.quota),
  quota_days: days,
  previous: {
    total_sales: fromCents(row.sales_before),
    total_commission: fromCents(row.commission_before),
    deals_closed: row.deals_before,
  },
  monthly_sales: months.map((month) => fromCents(row.monthly[month] ?? 0)),
  events: null,
});

/** Sums the days of each step: a whole month comes as its first day. */
const curveOf = (steps: CurveRow['steps'], days: readonly Day[]): number[] => {
  const cents = days.map(() => 0);
  for (const [day, amount] of Object.entries(steps)) {
    const index = days.findIndex((last) => day <= last);
    cents[index] = (cents[index] ?? 0) + amount;
  }
  return cents.map(fromCents);
};

/** decisions 3.02: the row for actors who may not read others' money. */
const withoutMoney = (member: TeamMember, events: EventFigures): TeamMember => ({
  ...member,
  total_sales: null,
  total_commission: null,
  quota_amount: null,
  quota_attainment: null,
  month_quota_amount: null,
  quota_days: null,
  previous: { total_sales: null, total_commission: null, deals_closed: member.previous.deals_closed },
  monthly_sales: null,
  curve_sales: null,
  events,
});

const sumOf = (rows: readonly EventSums[]): EventFigures =>
  rows.reduce(
    (sum, { events, hours, coming, ready }) => ({
      events: sum.events + events,
      hours: sum.hours + hours,
      coming: sum.coming + coming,
      ready: sum.ready + ready,
    }),
    NO_EVENTS,
  );

/** Replaces money by event figures. Events name their sales person, and a name shared by two people matches nobody. */
const hideMoney = async (store: Store, members: readonly TeamMember[], range: DateRange, today: Day) => {
  const rows = await store.teamFigures.eventsByPerson(range, today);
  const byName = new Map(rows.map((row) => [row.name ?? '', row]));
  const isSharedName = (name: string): boolean => members.filter((member) => keyOf(member.name) === keyOf(name)).length > 1;
  const eventsOf = ({ name }: TeamMember): EventFigures => {
    const activity = byName.get(keyOf(name));
    return activity && !isSharedName(name) ? sumOf([activity]) : NO_EVENTS;
  };
  return { data: members.map((member) => withoutMoney(member, eventsOf(member))), events: sumOf(rows) };
};

const readTeam = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  money: boolean,
  { start_date, end_date }: Query,
  heads?: Heads,
): Promise<TeamPerformance> => {
  const range = readRange(start_date, end_date);
  const { config } = await currentConfig(store, heads);
  const today = todayIn(config.timezone, clock());
  const previous = previousRange(range, today);
  const months = monthsUpTo(range.end_date);
  const trend = { from: months[0] ?? range.end_date, to: addDays(lastDayOfMonth(yearOf(range.end_date), monthIndexOf(range.end_date)), 1) };
  const month = wholeMonthOf(range);
  const days = curveDays(range);
  const unit = curveUnit(range);
  const [rows, curves, quotas, ofMonth] = await Promise.all([
    store.teamFigures.ofTeam(range, previous, trend),
    money && unit ? store.teamFigures.curve(range, unit) : [],
    readQuotasByPerson(store, range, heads),
    month && readQuotasByPerson(store, month, heads),
  ]);
  const stepsOf = new Map(curves.map(({ user_id, steps }) => [user_id, steps]));
  const data = rows.map((row) => ({
    ...memberOf(row, months, { ofRange: quotas.get(row.id) ?? NO_QUOTA, ofMonth: ofMonth && (ofMonth.get(row.id) ?? NO_QUOTA) }),
    curve_sales: curveOf(stepsOf.get(row.id) ?? {}, days),
  }));
  const visible = money ? { data, events: null } : await hideMoney(store, data, range, today);
  return { ...visible, previous, months: [...months], curve_days: [...days], money };
};

/**
 * Everyone who sells, with the figures of a range, those of the previous range, and twelve months of sales (spec 2.41, decisions 1.04),
 * from monthly totals.
 * @throws Problem 400, also for a past day if the actor may not read others' money
 */
export const readTeamPerformance = (
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { asOf: day, ...query }: Query,
  heads?: Heads,
): Promise<TeamPerformance> => {
  const money = reachOf(actor, 'commission:read') === 'all';
  // Events have no history.
  if (day !== undefined && !money) throw badRequest('money_only', fill(messages.lensRefusals.moneyOnly, { field: 'asOf' }), 'asOf');
  return readAsKnownOn(services, { day, heads }, (pastServices, asKnown) => readTeam(pastServices, money, query, asKnown));
};
