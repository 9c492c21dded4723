import type { Projection } from '../../entities/projection.ts';
import { type Cents, fractionOf, fromCents } from '../money.ts';
import { monthName } from '../time/dayText.ts';
import { type Day, quarterOf, yearOf } from '../time/period.ts';
import { isGateKey } from './clauses/keys.ts';
import { type QuotaCredits, remainingAdds } from './conditions.ts';
import { type Booking, type Computed, computePeriod } from './engine.ts';
import { dealAmountOf, type Sale } from './matching.ts';
import { nextTier, type Plan } from './plan.ts';

/**
 * A possible booking; `probability` counts only in a weighted projection, and defaults to 1. `rateClause`: index of the entry in the plan's
 * `rates` that prices it, found from the known fields of the sale.
 */
export type ExtraBooking = Readonly<{
  label: string;
  net: Cents;
  bookingDate: Day;
  probability?: number;
  sale?: Sale;
  plan?: Plan;
  rateClause?: number | null;
  /** The amounts that it counts toward the quota, its parts and the sums of conditions; default: its net. */
  credits?: QuotaCredits;
}>;
/**
 * Totals of the records in closed months, as stored rather than recomputed. Months by their first day; `invoices` were recorded there, even
 * if they are booked elsewhere now; `quota` covers the whole period, with the quota of the closed part unchanged since closing.
 */
export type ClosedTotals = Readonly<{
  months: ReadonlySet<Day>;
  invoices: ReadonlySet<number>;
  net: Cents;
  counted: Cents;
  commission: Cents;
  quota: Cents;
}>;
/**
 * One quota counter of one person, by its first day, with actual and possible bookings. `plan`: the version in force on its last day; each
 * booking names its own version.
 */
export type ProjectedPeriod = Readonly<{
  plan: Plan;
  start: Day;
  quota: Cents;
  bookings: readonly Booking[];
  extra: readonly ExtraBooking[];
  closed?: ClosedTotals;
}>;

type Totals = Projection['before'];
type ComputedPeriod = Readonly<{
  start: Day;
  quota: Cents;
  plan: Plan;
  bookings: readonly Booking[];
  computed: readonly Computed[];
  closed: ClosedTotals | undefined;
}>;

const weightedNet = ({ net, probability = 1 }: ExtraBooking, weighted: boolean): Cents => (weighted ? fractionOf(net, probability) : net);

const weightedCredits = ({ credits, net: whole, probability = 1 }: ExtraBooking, net: Cents, weighted: boolean): Partial<QuotaCredits> => {
  if (!credits) return {};
  const { counts, adds } = credits;
  return { counts: weighted ? fractionOf(counts, probability) : counts, ...(adds && { adds: remainingAdds(adds, net, whole) }) };
};

/** Sorts after other bookings of the day: its invoice number sorts last, and its id is below every real one. */
const bookingOf = (extra: ExtraBooking, index: number, weighted: boolean): Booking => {
  const net = weightedNet(extra, weighted);
  const dealAmount = extra.plan ? dealAmountOf(extra.plan, extra.rateClause, extra.sale?.units ?? null) : null;
  return {
    id: -1 - index,
    invoiceNumber: `\uffff${String(index).padStart(6, '0')}`,
    bookingDate: extra.bookingDate,
    net,
    gross: net,
    credit: 'sale',
    ...(extra.plan ? { plan: extra.plan } : {}),
    creditOf: null,
    original: null,
    rateOverride: null,
    rateClause: extra.rateClause ?? null,
    ...weightedCredits(extra, net, weighted),
    ...(dealAmount === null ? {} : { dealAmount: weightedNet({ ...extra, net: dealAmount }, weighted) }),
    excluded: false,
  };
};

const computeWith = ({ plan, start, quota, closed }: ProjectedPeriod, bookings: readonly Booking[]): ComputedPeriod => ({
  plan,
  start,
  quota,
  bookings,
  computed: computePeriod(plan, quota, bookings),
  closed,
});

const isOpen =
  (closed: ClosedTotals | undefined) =>
  ({ id, bookingDate }: Booking): boolean =>
    !closed || !(closed.invoices.has(id) || closed.months.has(`${bookingDate.slice(0, 7)}-01`));

/** Sums of one period: stored totals for its closed part, computed ones for the rest. */
const sumsOf = ({ bookings, computed, closed, quota }: ComputedPeriod) => {
  const open = bookings.filter(isOpen(closed));
  const ids = new Set(open.map(({ id }) => id));
  return {
    net: open.reduce((sum, { net }) => sum + net, closed?.net ?? 0),
    counted: open.reduce(
      (sum, { net, counts = net, excluded, credit }) => (excluded || credit === 'override' ? sum : sum + counts),
      closed?.counted ?? 0,
    ),
    commission: computed.reduce((sum, { id, amount }) => (ids.has(id) ? sum + amount : sum), closed?.commission ?? 0),
    quota: closed?.quota ?? quota,
  };
};

const totalsOf = (periods: readonly ComputedPeriod[]): Totals => {
  const parts = periods.map(sumsOf);
  const sum = (key: keyof ReturnType<typeof sumsOf>): Cents => parts.reduce((total, part) => total + part[key], 0);
  const [net, commission, quota] = [sum('net'), sum('commission'), sum('quota')];
  return {
    net_revenue: fromCents(net),
    commission: fromCents(commission),
    quota_attainment: quota === 0 ? null : sum('counted') / quota,
    effective_rate: net === 0 ? 0 : commission / net,
  };
};

/** "Q4 2026", "Nov 2026" or "2026" */
export const quotaPeriodName = ({ quota }: Plan, start: Day): string => {
  if (quota.period === 'year') return String(yearOf(start));
  return `${quota.period === 'quarter' ? `Q${quarterOf(start) + 1}` : monthName(start)} ${yearOf(start)}`;
};

/** True if a gate would hold the rate of revenue beyond the next threshold. */
const isHeldByGate = (plan: Plan, quota: Cents, bookings: readonly Booking[], missing: Cents): boolean => {
  if (!plan.gates) return false;
  const probeBooking = bookingOf({ label: '', net: missing + 100, bookingDate: '9999-12-31', plan }, bookings.length, false);
  const parts = computePeriod(plan, quota, [...bookings, probeBooking]).find(({ id }) => id === probeBooking.id)?.parts ?? [];
  return parts.some(({ clause }) => isGateKey(clause));
};

/**
 * The revenue missing to the next tier, and that tier's rate; null on the last tier. A zero row at the end yields the revenue reached so
 * far.
 */
const nextThreshold = ({ plan, start, quota, bookings }: ComputedPeriod): Projection['next_threshold'] => {
  const end = bookingOf({ label: '', net: 0, bookingDate: '9999-12-31' }, bookings.length, false);
  const reached = computePeriod(plan, quota, [...bookings, end]).at(-1)?.cum ?? 0;
  const next = nextTier({ tiers: plan.tiers }, quota, reached);
  if (!next || isHeldByGate(plan, quota, bookings, next.missing)) return null;
  const { missing, rate, mode = plan.tierMode } = next;
  const period = { period: quotaPeriodName(plan, start), quota_period: plan.quota.period, whole: mode === 'retroactive' };
  return { missing: fromCents(missing), rate, ...period };
};

const computeAfter = (periods: readonly ProjectedPeriod[], weighted: boolean): ComputedPeriod[] =>
  periods.map((period) => computeWith(period, [...period.bookings, ...period.extra.map((row, index) => bookingOf(row, index, weighted))]));

const rowsOf = (periods: readonly ProjectedPeriod[], after: readonly ComputedPeriod[], weighted: boolean): Projection['rows'] =>
  periods.flatMap(({ extra }, periodIndex) =>
    extra.map((row, index) => {
      const net = weightedNet(row, weighted);
      const amount = after[periodIndex]?.computed.find(({ id }) => id === -1 - index)?.amount ?? 0;
      return {
        label: row.label,
        booking_date: row.bookingDate,
        net_revenue: fromCents(net),
        commission: fromCents(amount),
        rate: net === 0 ? 0 : amount / net,
      };
    }),
  );

/** The extra rows, priced as `project` prices them. */
export const priceExtra = (periods: readonly ProjectedPeriod[], weighted: boolean): Projection['rows'] =>
  rowsOf(periods, computeAfter(periods, weighted), weighted);

/**
 * The projection with the extra rows booked, by the same engine as the records (decisions 2.13). The totals cover the whole given quota
 * periods, in their order; the next threshold is that of the last one.
 */
export const project = (periods: readonly ProjectedPeriod[], weighted: boolean): Omit<Projection, 'left_out' | 'range'> => {
  const before = periods.map((period) => computeWith(period, period.bookings));
  const after = computeAfter(periods, weighted);
  const rows = rowsOf(periods, after, weighted);
  const last = after.at(-1);
  const names = [...new Set(periods.map(({ plan, start }) => quotaPeriodName(plan, start)))];
  return { before: totalsOf(before), after: totalsOf(after), rows, periods: names, next_threshold: last ? nextThreshold(last) : null };
};
