import type { Analytics, Breakdown, Span } from '../../../contract/entities/analytics.ts';
import { spans } from '../../../contract/entities/analytics.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { everyoneScope, type RowScope } from '../../db/repositories/analytics/grouping.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { pendingDays } from '../commissions/pendingDays.ts';
import { readSummaryTerms } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { readQuotasOfStays } from '../plans/quotasOfStays.ts';
import { todayIn } from '../shared/clock.ts';
import type { Heads } from '../shared/heads.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AnalyticsQuery, comparedRanges, rowScopeOf, trendRanges } from './analyticsQuestion.ts';
import { analyticsRowsOf, analyticsTrendOf, type QuotaOf } from './analyticsRows.ts';

type Store = Services['store'];
type AnalyticsRead = Readonly<{
  by: Breakdown;
  among: RowScope;
  ranges: readonly [DateRange, DateRange, DateRange];
  heads: Heads | undefined;
}>;

/** Sums people's quotas per range and breakdown key; activity types have no quota. */
const readQuotas = async (store: Store, { by: breakdown, among, ranges, heads }: AnalyticsRead): Promise<QuotaOf> => {
  if (breakdown === 'activity_type') return () => 0;
  const bySpan = await Promise.all(
    ranges.map(async (range): Promise<ReadonlyMap<string, Cents>> => {
      const isSinglePerson = among.managerId === null && among.territory === null;
      if (breakdown === 'month' && isSinglePerson)
        return new Map([['', (await readSummaryTerms(store, range, among.userId, heads)).inRange.quota]]);
      const sums = new Map<string, Cents>();
      for (const { id, territory, quota } of await readQuotasOfStays(store, range, await store.analytics.stays(among), heads)) {
        const key = breakdown === 'person' ? String(id) : breakdown === 'territory' ? (territory ?? '') : '';
        sums.set(key, (sums.get(key) ?? 0) + quota);
      }
      return sums;
    }),
  );
  return (key: string, span: Span): Cents => bySpan[spans.indexOf(span)]?.get(key) ?? 0;
};

/** The people to report on, and the name of the selected person; everyone if that person no longer exists. */
const subjectOf = async (
  store: Store,
  among: RowScope,
): Promise<Readonly<{ among: RowScope; personName: string | null; isGone: boolean }>> => {
  if (among.userId === null) return { among, personName: null, isGone: false };
  const person = await store.users.byId(among.userId);
  return person ? { among, personName: fullName(person), isGone: false } : { among: everyoneScope, personName: null, isGone: true };
};

const readMoney = async (store: Store, request: AnalyticsRead) => {
  const { by, among, ranges } = request;
  const readRanges = trendRanges(ranges, by);
  const [money, deals, monthly, quotaOf] = await Promise.all([
    store.analytics.money(by, ranges, among, false),
    store.analytics.deals(by, ranges, among),
    store.analytics.money(by, readRanges, among, true),
    readQuotas(store, request),
  ]);
  const rows = analyticsRowsOf({ money, events: null, deals }, quotaOf);
  const top = await store.analytics.top(deals ? 'deals' : 'invoices', ranges[0], among);
  return {
    rows,
    trend: analyticsTrendOf({ money: monthly, events: null }, readRanges, rows, by !== 'month'),
    top_deals: top.map(({ cents, ...row }) => ({ ...row, id: String(row.id), amount: fromCents(cents) })),
  };
};

/** decisions 3.02: events, hours, readiness and deal counts, without amounts. */
const readEvents = async (store: Store, { by, among, ranges }: AnalyticsRead, today: string) => {
  const readRanges = trendRanges(ranges, by);
  const [events, deals, monthly] = await Promise.all([
    store.analytics.events(by, ranges, among, false, today),
    store.analytics.deals(by, ranges, among),
    store.analytics.events(by, readRanges, among, true, today),
  ]);
  const rows = analyticsRowsOf({ money: null, events, deals }, () => 0);
  return { rows, trend: analyticsTrendOf({ money: null, events: monthly }, readRanges, rows, by !== 'month'), top_deals: null };
};

/** A removed territory is still known, because past days keep its name. @throws Problem 400 */
const assertTerritoryKnown = async ({ territories }: Store, name: string | null): Promise<void> => {
  if (name === null || (await territories.list()).includes(name) || (await territories.isHeldOnAnyDay(name))) return;
  throw badRequest('territory_unknown', messages.analytics.noTerritory, 'of');
};

/**
 * All four charts in one response, computed from monthly totals.
 * @throws Problem 400
 */
export const readAnalytics = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { start_date, end_date, by = 'month', of: scope }: AnalyticsQuery,
  heads?: Heads,
): Promise<Analytics> => {
  const range = readRange(start_date, end_date);
  const rowScope = rowScopeOf(actor, scope);
  await assertTerritoryKnown(store, rowScope.territory);
  const subject = await subjectOf(store, rowScope);
  const { config } = await currentConfig(store, heads);
  const today = todayIn(config.timezone, clock());
  const ranges = comparedRanges(range, today);
  const request: AnalyticsRead = { by, among: subject.among, ranges, heads };
  const money = reachOf(actor, 'commission:read') === 'all';
  const figures = money ? await readMoney(store, request) : await readEvents(store, request, today);
  const hidden = reachOf(actor, 'deal:read') === 'none' ? { top_deals: null } : {};
  return {
    ...{ money, gone: subject.isGone, about: subject.personName },
    ranges: { current: ranges[0], previous: ranges[1], year_before: ranges[2] },
    ...figures,
    ...hidden,
    pending: money ? await store.analytics.pending(pendingDays(config, range), subject.among) : 0,
  };
};
