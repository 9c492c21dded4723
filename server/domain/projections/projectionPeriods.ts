import { figuresOf, quotaCreditsOf } from '../../../contract/rules/commission/conditions.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Booking } from '../../../contract/rules/commission/engine.ts';
import { plainSale, rateClauseOf, type Sale } from '../../../contract/rules/commission/matching.ts';
import { isExcluded, type Plan } from '../../../contract/rules/commission/plan.ts';
import type { ClosedTotals, ExtraBooking, ProjectedPeriod } from '../../../contract/rules/commission/project.ts';
import { type CounterOf, countersIn, createCounters, type LastQuota, type QuotaCounter } from '../../../contract/rules/commission/quota.ts';
import { groupBy } from '../../../contract/rules/groupBy.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { FactRow, PersonRange, PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import {
  creditedBy,
  creditOf,
  type Families,
  familiesFrom,
  holderOf,
  monthOfDay,
  optionalFactsOf,
  planOn,
  readFamilies,
  rootOf,
  rootsOf,
  teamReachOf,
} from '../commissions/recompute/index.ts';

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
type Counters = Readonly<{ person: PersonRow; counterOf: CounterOf; groups: ReadonlyMap<QuotaCounter, Group> }>;

/** The quota periods that the range overlaps, with the extra rows in theirs. */
const createPersonCounters = (config: CommissionsConfig, person: PersonRow, range: DateRange, extra: readonly ExtraBooking[]): Counters => {
  const holder = holderOf(person);
  const counterOf = createCounters(config, holder);
  const groups = new Map<QuotaCounter, Group>();
  for (const [counter, plan] of countersIn(config, holder, range, counterOf))
    groups.set(counter, { ...counter, plan, bookings: [], extra: [] });
  for (const row of extra) {
    const plan = planOn(config, person, row.bookingDate);
    const sale = { ...(row.sale ?? plainSale), territory: person.territory, deal_size: row.net };
    if (plan)
      groups
        .get(counterOf(plan, row.bookingDate))
        ?.extra.push({ ...row, plan, rateClause: rateClauseOf(plan, sale), credits: creditsOfExtra(plan, sale, row.net) });
  }
  return { person, counterOf, groups };
};

/** From the first day of these quota periods to the last. */
const daysOf = ({ person, groups }: Counters, range: DateRange): PersonRange => {
  const days = [...groups.keys()].map((counter) => counter.range);
  const starts = days.map(({ start_date }) => start_date).sort();
  const ends = days.map(({ end_date }) => end_date).sort();
  return { user_id: person.id, from: starts[0] ?? range.start_date, to: ends.at(-1) ?? range.end_date };
};

/** Adds the person's facts to their quota periods, as engine input. */
const addBookings = (
  config: CommissionsConfig,
  { person, counterOf, groups }: Counters,
  facts: readonly FactRow[],
  families: Families,
): void => {
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
    const originalDay = fact.takes_back?.booking_date;
    const originals = originalDay === undefined ? undefined : counterOn(originalDay);
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
};

const periodOf = ({ plan, quota, bookings, extra, range }: Group): ProjectedPeriod => ({
  plan,
  start: range.start_date,
  quota,
  bookings,
  extra,
});

/** The bookings of all quota periods the range overlaps, as engine input, with the extra rows in their periods. */
export const readProjectedPeriods = async (
  tx: Pick<Repositories, 'facts' | 'periods' | 'records'>,
  config: CommissionsConfig,
  person: PersonRow,
  range: DateRange,
  extra: readonly ExtraBooking[],
): Promise<ProjectedPeriod[]> => {
  const counters = createPersonCounters(config, person, range, extra);
  const facts = await tx.facts.credited([daysOf(counters, range)], teamReachOf(config));
  addBookings(config, counters, facts, await readFamilies(tx, facts, person.id));
  const periods: ProjectedPeriod[] = [];
  for (const group of counters.groups.values()) {
    const closed = await readClosedTotals(tx, person.id, group);
    periods.push({ ...periodOf(group), ...(closed ? { closed } : {}) });
  }
  return periods;
};

/**
 * The quota periods with extra rows of many people, read at once: periods without one are left out, and so are the totals of closed
 * months, which price no extra row.
 */
export const readExtraPeriods = async (
  tx: Pick<Repositories, 'facts' | 'records'>,
  config: CommissionsConfig,
  owners: readonly Readonly<{ person: PersonRow; extra: readonly ExtraBooking[] }>[],
  range: DateRange,
): Promise<ProjectedPeriod[][]> => {
  const all = owners.map(({ person, extra }) => {
    const counters = createPersonCounters(config, person, range, extra);
    return { ...counters, groups: new Map([...counters.groups].filter(([, group]) => group.extra.length > 0)) };
  });
  const ranges = all.filter(({ groups }) => groups.size > 0).map((counters) => daysOf(counters, range));
  if (ranges.length === 0) return owners.map(() => []);
  const facts = await tx.facts.credited(ranges, teamReachOf(config), undefined, optionalFactsOf([config]));
  const byPerson = groupBy(facts, ({ user_id }) => user_id);
  const roots = rootsOf(facts);
  const originals = groupBy(roots.length === 0 ? [] : await tx.records.originals(roots), ({ user_id }) => user_id);
  for (const counters of all) {
    const { id } = counters.person;
    addBookings(config, counters, byPerson.get(id) ?? [], familiesFrom(originals.get(id) ?? [], id));
  }
  return all.map(({ groups }) => [...groups.values()].map(periodOf));
};
