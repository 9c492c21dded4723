import { figuresOf, quotaCreditsOf } from '../../../contract/rules/commission/conditions.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Booking } from '../../../contract/rules/commission/engine.ts';
import { plainSale, rateClauseOf, type Sale } from '../../../contract/rules/commission/matching.ts';
import { isExcluded, type Plan } from '../../../contract/rules/commission/plan.ts';
import type { ClosedTotals, ExtraBooking, ProjectedPeriod } from '../../../contract/rules/commission/project.ts';
import { countersIn, createCounters, type LastQuota, type QuotaCounter } from '../../../contract/rules/commission/quota.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { creditedBy, creditOf, holderOf, monthOfDay, planOn, readFamilies, rootOf, teamReachOf } from '../commissions/recompute/index.ts';

/** The records of a range's closed months, which today's computations do not change (decisions 2.11). */
const readClosedTotals = async (
  tx: Pick<Repositories, 'periods' | 'records'>,
  user_id: number,
  { range: { start_date, end_date }, quota }: LastQuota,
): Promise<ClosedTotals | undefined> => {
  const months = new Set((await tx.periods.closedIn(start_date, end_date)).map((month) => month.start_date));
  if (months.size === 0) return undefined;
  const stored = await tx.records.stored([{ user_id, from: start_date, to: end_date }]);
  const rows = stored.filter(({ booking_date }) => months.has(monthOfDay(booking_date)));
  const sum = (key: 'net_cents' | 'commissionable_cents' | 'amount_cents'): number => rows.reduce((total, row) => total + row[key], 0);
  const invoices = new Set(rows.map(({ invoice_id }) => invoice_id));
  return { months, invoices, net: sum('net_cents'), counted: sum('commissionable_cents'), commission: sum('amount_cents'), quota };
};

const saleAmountsOf = (net_cents: number, units: number | null) => ({ net_cents, cost_cents: null, units });
const creditsOfExtra = (plan: Plan, sale: Sale, net: number) =>
  quotaCreditsOf(
    plan,
    sale,
    net,
    figuresOf(saleAmountsOf(net, sale.units ?? null), null, (amount) => amount),
  );

type Group = LastQuota & { bookings: Booking[]; extra: ExtraBooking[] };

/** The bookings of all quota periods the range overlaps, as engine input, with the extra rows in their periods. */
export const readProjectedPeriods = async (
  tx: Pick<Repositories, 'facts' | 'periods' | 'records'>,
  config: CommissionsConfig,
  person: PersonRow,
  range: DateRange,
  extra: readonly ExtraBooking[],
): Promise<ProjectedPeriod[]> => {
  const holder = holderOf(person);
  const counterOf = createCounters(config, holder);
  const groups = new Map<QuotaCounter, Group>();
  for (const [counter, plan] of countersIn(config, holder, range, counterOf))
    groups.set(counter, { ...counter, plan, bookings: [], extra: [] });
  const days = [...groups.keys()].map((counter) => counter.range);
  const from = days.map(({ start_date }) => start_date).sort()[0] ?? range.start_date;
  const to =
    days
      .map(({ end_date }) => end_date)
      .sort()
      .at(-1) ?? range.end_date;
  const facts = await tx.facts.credited([{ user_id: person.id, from, to }], teamReachOf(config));
  const families = await readFamilies(tx, facts, person.id);
  const credits = facts.flatMap((fact) => creditOf(config, person, fact) ?? []);
  const counters = new Map(credits.map(({ fact, plan }) => [fact.id, counterOf(plan, fact.booking_date)]));
  for (const {
    fact,
    measured: net,
    gross,
    credit,
    rateOverride,
    rateClause,
    counts,
    adds,
    sold: whole,
    dealAmount,
    share,
    plan,
  } of credits) {
    const own = counters.get(fact.id);
    const root = rootOf(fact);
    const counterOn = (day: Day): QuotaCounter => counterOf(planOn(config, person, day) ?? plan, day);
    const rootOn = fact.takes_back?.booking_date;
    const originals = rootOn === undefined ? undefined : counterOn(rootOn);
    const periods = { isOriginals: (day: Day) => counterOn(day) === originals, isOwn: (day: Day) => counterOn(day) === own };
    const memo = root === null ? undefined : creditedBy(fact, root, families, counters.get(root) === own, periods);
    // A memo whose original has no record has none either.
    if (memo === null) continue;
    const { id, invoice_number: invoiceNumber, booking_date: bookingDate } = fact;
    const sums = { ...(adds && { adds }), ...(whole === undefined ? {} : { sold: whole }) };
    const terms = { counts, ...sums, ...(dealAmount === null ? {} : { dealAmount }), ...(share && { share }) };
    const priced = { net, gross, credit, plan, rateOverride, rateClause, ...terms };
    const booked = { id, invoiceNumber, bookingDate, ...priced, excluded: isExcluded(plan, fact) };
    if (own) groups.get(own)?.bookings.push({ ...booked, ...(memo ?? { creditOf: null, original: null }) });
  }
  for (const row of extra) {
    const plan = planOn(config, person, row.bookingDate);
    const sale = { ...(row.sale ?? plainSale), territory: person.territory, deal_size: row.net };
    if (plan)
      groups
        .get(counterOf(plan, row.bookingDate))
        ?.extra.push({ ...row, plan, rateClause: rateClauseOf(plan, sale), credits: creditsOfExtra(plan, sale, row.net) });
  }
  const periods: ProjectedPeriod[] = [];
  for (const group of groups.values()) {
    const { plan, quota, bookings, extra: rows } = group;
    const closed = await readClosedTotals(tx, person.id, group);
    periods.push({ plan, start: group.range.start_date, quota, bookings, extra: rows, ...(closed ? { closed } : {}) });
  }
  return periods;
};
