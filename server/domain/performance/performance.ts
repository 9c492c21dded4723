import type { Performance } from '../../../contract/entities/performance.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { monthsUpTo, rangeLabel, wholeMonthOf } from '../../../contract/rules/performance/compared.ts';
import { addDays, lastDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import { commissionsOf, readRange } from '../commissions/commissionQuestion.ts';
import { readSummary } from '../commissions/summarizeCommissions.ts';
import { readSummaryTerms } from '../plans/commissionPlan.ts';
import type { Heads } from '../shared/heads.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Query = Readonly<{ start_date?: string; end_date?: string; user_id?: string }>;

/**
 * One person's figures for a range (spec 3.11, decisions 2.06); the actor's own without an id.
 * @throws Problem 400, 403 for another person's (decisions 3.03), 404
 */
export const readPerformance = async (
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { start_date, end_date, user_id = actor.id }: Query,
  heads?: Heads,
): Promise<Performance> => {
  const { store } = services;
  const userId = commissionsOf(actor, user_id) ?? Number(user_id);
  const range = readRange(start_date, end_date);
  if (!(await store.users.byId(userId))) throw notFoundProblem('user');
  const month = wholeMonthOf(range);
  const months = monthsUpTo(range.end_date);
  const afterLast = addDays(lastDayOfMonth(yearOf(range.end_date), monthIndexOf(range.end_date)), 1);
  const [{ summary, sums }, { won, lost, deals }, earned, ofMonth] = await Promise.all([
    readSummary(services, range, { userId, managerId: null }, heads),
    store.teamFigures.closings(userId, range),
    store.teamFigures.earnedByMonth(userId, { from: months[0] ?? range.start_date, to: afterLast }),
    month && readSummaryTerms(store, month, userId, heads),
  ]);
  const invoices = sums.byStatus.reduce((count, { positive_records }) => count + positive_records, 0);
  const booked = sums.byStatus.reduce((cents, { net_cents, override_cents }) => cents + net_cents - override_cents, 0);
  return {
    user_id: String(userId),
    period: rangeLabel(range),
    total_sales: fromCents(booked),
    total_commission: summary.total_commission,
    quota_amount: summary.quota_amount,
    month_quota_amount: ofMonth && fromCents(ofMonth.inRange.quota),
    quota_attainment: summary.quota_attainment,
    deals_closed: deals ? won : invoices,
    average_deal_size: summary.average_deal_size,
    conversion_rate: won + lost === 0 ? null : won / (won + lost),
    summary,
    months: months.map((day) => ({ month: day, total_commission: fromCents(earned.get(day) ?? 0) })),
  };
};
