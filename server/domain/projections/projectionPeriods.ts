import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Booking } from '../../../contract/rules/commission/engine.ts';
import { plainSale, rateClauseOf } from '../../../contract/rules/commission/matching.ts';
import { isExcluded, type Plan, quotaFor } from '../../../contract/rules/commission/plan.ts';
import type { Closed, Extra, ProjectedPeriod } from '../../../contract/rules/commission/project.ts';
import { addDays, type DateRange, type Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { creditOf, hasTeams, monthOfDay, originalOf, planOn, quotaPeriodOf } from '../commissions/recompute/index.ts';

/** What is recorded of a range in closed months: nothing that is computed today changes it (decisions 2.11). */
const closedIn = async (
  within: Pick<Repositories, 'periods' | 'records'>,
  user_id: number,
  { start_date, end_date }: DateRange,
  quota: number,
): Promise<Closed | undefined> => {
  const months = new Set((await within.periods.closedIn(start_date, end_date)).map((month) => month.start_date));
  if (months.size === 0) return undefined;
  const stored = await within.records.stored([{ user_id, from: start_date, to: end_date }]);
  const rows = stored.filter(({ booking_date }) => months.has(monthOfDay(booking_date)));
  const sum = (key: 'net_cents' | 'commissionable_cents' | 'amount_cents'): number => rows.reduce((total, row) => total + row[key], 0);
  const invoices = new Set(rows.map(({ invoice_id }) => invoice_id));
  return { months, invoices, net: sum('net_cents'), counted: sum('commissionable_cents'), commission: sum('amount_cents'), quota };
};

type Group = { plan: Plan; start: Day; bookings: Booking[]; extra: Extra[] };

/** The person's quota periods that a range touches, with the plan of each; days without a plan earn nothing. */
const groupsOf = (config: CommissionsConfig, person: PersonRow, { start_date, end_date }: DateRange): Map<string, Group> => {
  const groups = new Map<string, Group>();
  for (let day = start_date; day <= end_date; ) {
    const plan = planOn(config, person, day);
    const period = quotaPeriodOf(plan, day);
    if (plan) groups.set(`${period.start_date} ${plan.id}`, { plan, start: period.start_date, bookings: [], extra: [] });
    day = addDays(period.end_date, 1);
  }
  return groups;
};

/** What is booked in the quota periods that the range touches, as the engine takes it, with the extra rows in their periods. */
export const projectedPeriods = async (
  within: Pick<Repositories, 'facts' | 'periods' | 'records'>,
  config: CommissionsConfig,
  person: PersonRow,
  range: DateRange,
  extra: readonly Extra[],
): Promise<ProjectedPeriod[]> => {
  const groups = groupsOf(config, person, range);
  const groupAt = (plan: Plan | null, day: Day): Group | undefined =>
    plan ? groups.get(`${quotaPeriodOf(plan, day).start_date} ${plan.id}`) : undefined;
  const periodRanges = [...groups.values()].map(({ plan, start }) => quotaPeriodOf(plan, start));
  const from = periodRanges.map(({ start_date }) => start_date).sort()[0] ?? range.start_date;
  const to =
    periodRanges
      .map(({ end_date }) => end_date)
      .sort()
      .at(-1) ?? range.end_date;
  const facts = await within.facts.credited([{ user_id: person.id, from, to }], hasTeams(config));
  const memoOf = facts.flatMap(({ credit_of_id }) => credit_of_id ?? []);
  const originals = memoOf.length === 0 ? [] : await within.records.originals(memoOf);
  const mine = new Map(originals.filter(({ user_id }) => user_id === person.id).map((row) => [row.invoice_id, row]));
  for (const fact of facts) {
    const credited = creditOf(config, person, fact);
    if (!credited) continue;
    const { net, gross, credit, rateOverride, rateClause, plan } = credited;
    const original = fact.credit_of_id === null ? undefined : mine.get(fact.credit_of_id);
    groupAt(plan, fact.booking_date)?.bookings.push({
      id: fact.id,
      invoiceNumber: fact.invoice_number,
      bookingDate: fact.booking_date,
      net,
      gross,
      credit,
      rateOverride,
      rateClause,
      creditOf: fact.credit_of_id,
      original: original ? originalOf(original) : null,
      settled: original?.closed === true,
      excluded: isExcluded(plan, fact),
    });
  }
  for (const row of extra) {
    const plan = planOn(config, person, row.bookingDate);
    const sale = { ...(row.sale ?? plainSale), territory: person.territory };
    if (plan) groupAt(plan, row.bookingDate)?.extra.push({ ...row, rateClause: rateClauseOf(plan, sale) });
  }
  const holder = { id: String(person.id), role: person.role, joinedOn: person.joined_on };
  const periods: ProjectedPeriod[] = [];
  for (const group of [...groups.values()].sort((a, b) => (a.start < b.start ? -1 : 1))) {
    const quota = quotaFor(group.plan, holder, group.start);
    const closed = await closedIn(within, person.id, quotaPeriodOf(group.plan, group.start), quota);
    periods.push({ ...group, quota, ...(closed ? { closed } : {}) });
  }
  return periods;
};
