import { haveReasons } from '../../../contract/rules/commission/clauses/inferred.ts';
import { exclusionOfKeys, isTeamKey, ratesOfAmountKey } from '../../../contract/rules/commission/clauses/keys.ts';
import type { Booking, MemoRule, StoredPart } from '../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import { isOnlyOverride, shareByKey } from '../../../contract/rules/commission/team.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { CheckRun, Reason } from '../../../contract/rules/statements/recompute.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { BookedRow } from '../../db/repositories/statements/statementParts.ts';
import type { Store } from '../../db/repositories/store.ts';
import {
  creditedBy,
  type Families,
  isOutsideQuota,
  monthOfDay,
  quotaPeriodOf,
  readClosedMonths,
  readFamilies,
} from '../commissions/recompute/index.ts';
import { configsAt } from '../plans/config.ts';
import { withCurrentAdds } from './statementAdds.ts';

type Planned = Readonly<{ row: BookedRow; plan: Plan }>;
/** Statement rows computed by one run: the same counter, configuration version and quota. */
type Group = Readonly<{ version: number; plan: Plan; quota: Cents; period: DateRange; memos: MemoRule; rows: BookedRow[] }>;

/**
 * Whether the customer is excluded, as recorded. A memo whose customer was excluded later names only its original, and a record that
 * predates stored reasons names none; for both, the part that counts toward the quota decides.
 */
const recordedExclusionOf = (row: BookedRow): Pick<Booking, 'excluded' | 'exclusion'> => {
  const exclusion = haveReasons(row.parts) ? exclusionOfKeys(row.parts) : null;
  return exclusion === null ? { excluded: isOutsideQuota(row) } : { excluded: true, exclusion };
};

/**
 * The amount that a record counts toward the quota, and its share of an amount per deal: they are taken from the record, because the check
 * does not have the fields of the sale.
 */
const recordedTerms = ({
  credit,
  commissionable_cents: counts,
  base_cents: base,
  over_cents: over,
  sold_cents: sold,
  parts,
}: BookedRow): Pick<Booking, 'counts' | 'dealAmount' | 'adds' | 'sold'> => {
  const dealAmount = parts.find(({ clause = '' }) => ratesOfAmountKey(clause) !== null)?.amount;
  const countsFullAmount = credit === 'override' || counts === base + over;
  const adds = parts[0]?.adds;
  return {
    ...(countsFullAmount ? {} : { counts }),
    ...(adds && { adds }),
    sold,
    ...(dealAmount === undefined ? {} : { dealAmount: Math.abs(dealAmount) }),
  };
};

/**
 * The rule of a recorded share in a team's revenue, unless it is the only override of the record's own plan; a memo of a later quota
 * period uses the rule of its original.
 */
const recordedShareOf = (
  { credit, parts, plan_id, root_id }: BookedRow,
  planNamed: (id: string) => Plan | undefined,
  families: Families,
): Pick<Booking, 'share'> => {
  if (credit !== 'override') return {};
  const original: readonly StoredPart[] = root_id === null ? [] : (families.recorded(root_id)?.original.parts ?? []);
  const part = [...parts, ...original].find(({ clause }) => clause !== undefined && isTeamKey(clause));
  const rules = part && planNamed(part.plan ?? plan_id);
  const share = rules && part?.clause !== undefined ? shareByKey(rules, part.clause) : null;
  return rules && share && !isOnlyOverride(rules, share) ? { share } : {};
};

const bookingOf = (
  row: BookedRow,
  plan: number,
  memo: ReturnType<typeof creditedBy>,
  planNamed: (id: string) => Plan | undefined,
  families: Families,
): CheckRun['bookings'][number] => ({
  id: row.invoice_id,
  invoiceNumber: row.invoice_number,
  bookingDate: row.booking_date,
  net: row.base_cents + row.over_cents,
  gross: row.gross_cents,
  credit: row.credit,
  plan,
  creditOf: null,
  original: null,
  ...memo,
  // A team share always has its own rate.
  rateOverride: row.rate_override ?? (row.credit === 'override' ? (row.parts[0]?.rate ?? 0) : null),
  rateClause: row.rate_clause,
  ...recordedTerms(row),
  ...recordedShareOf(row, planNamed, families),
  ...recordedExclusionOf(row),
});

/** The plan without what it says about other people: who has it, their quotas and their overlays. */
const ownTermsOf = (plan: Plan, userId: number): Plan => {
  const isOwn = (rule: Readonly<{ userId: string }>): boolean => rule.userId === String(userId);
  const quota = { ...plan.quota, byRole: {}, overrides: plan.quota.overrides.filter(isOwn) };
  return { ...plan, quota, appliesTo: { ...plan.appliesTo, users: [] }, overlays: plan.overlays.filter(isOwn) };
};

/** Rows grouped by quota counter; a plan that restarts the counter starts a new group with its first record. */
const countersOf = (booked: readonly Planned[], { plan, memos }: Group): readonly (readonly Planned[])[] => {
  if (memos === 'record') return [booked.filter((booking) => booking.plan.id === plan.id)];
  const counters: Planned[][] = [];
  for (const booking of booked.filter((candidate) => candidate.plan.quota.period === plan.quota.period)) {
    const counter = counters.at(-1);
    const isNew = booking.plan.counter === 'restart' && counter?.at(-1)?.plan.id !== booking.plan.id;
    if (counter && !isNew) counter.push(booking);
    else counters.push([booking]);
  }
  return counters;
};

const runOf = (
  { plan, quota, memos, period, rows: checked }: Group,
  booked: readonly Planned[],
  families: Families,
  planNamed: (id: string) => Plan | undefined,
  isStepless: (row: BookedRow) => boolean,
  userId: number,
): CheckRun => {
  const plans = [...new Set(booked.map((booking) => booking.plan))];
  const ids = new Set(booked.map(({ row }) => row.invoice_id));
  const rows = checked.filter(({ invoice_id }) => ids.has(invoice_id));
  const isInPeriodOf = (day: Day | undefined) => (on: Day) => {
    const range = day === undefined ? null : quotaPeriodOf(plan, day);
    return range !== null && range.start_date <= on && on <= range.end_date;
  };
  const memoOf = (row: BookedRow): ReturnType<typeof creditedBy> => {
    if (row.root_id === null) return null;
    if (memos === 'record' && !ids.has(row.root_id)) {
      const recorded = families.recorded(row.root_id);
      return recorded && { creditOf: row.root_id, original: recorded.original };
    }
    const rootOn = families.membersOf(row.root_id).find(({ id }) => id === row.root_id)?.booking_date;
    const member = { id: row.invoice_id, booking_date: row.booking_date, invoice_number: row.invoice_number };
    return creditedBy(member, row.root_id, families, ids.has(row.root_id), {
      isOriginals: isInPeriodOf(rootOn),
      isOwn: isInPeriodOf(period.start_date),
    });
  };
  return {
    plans: plans.map((version) => ownTermsOf(version, userId)),
    quota,
    memos,
    bookings: booked.map(({ row, plan }) => ({
      ...bookingOf(row, plans.indexOf(plan), memoOf(row), planNamed, families),
      ...(isStepless(row) && { stepless: true }),
    })),
    records: rows.map(({ id, invoice_id, amount_cents, parts }) => ({
      id,
      booking: invoice_id,
      amount: amount_cents,
      reasons: haveReasons(parts) ? parts.map(({ clause, amount }): Reason => [clause, amount]) : null,
    })),
  };
};

/** The data needed to recompute a statement's lines, by quota counter and version (decisions 2.13). */
export const checkStatement = async (
  store: Pick<Store, 'config' | 'facts' | 'periods' | 'records' | 'statementParts'>,
  userId: number,
  range: DateRange,
): Promise<readonly CheckRun[]> => {
  const inRange = await store.statementParts.booked(userId, range.start_date, range.end_date);
  const closedMonths = await readClosedMonths(store);
  const groups = new Map<string, Group>();
  const configs = await configsAt(
    store,
    inRange.map(({ config_version }) => config_version),
  );
  const isStepless = ({ root_id, booking_date }: BookedRow): boolean =>
    root_id !== null && (closedMonths.get(monthOfDay(booking_date))?.memos ?? 'netSales') !== 'netSales';
  const findPlanIn = (version: number, id: string): Plan | undefined => configs(version).config.plans.find((plan) => plan.id === id);
  for (const row of inRange) {
    const plan = findPlanIn(row.config_version, row.plan_id);
    if (!plan) continue;
    const { config_version: version, quota_cents: quota } = row;
    const period = quotaPeriodOf(plan, row.booking_date);
    const memos = closedMonths.get(monthOfDay(row.booking_date))?.memos ?? 'netSales';
    const counter = memos === 'record' || plan.counter === 'restart' ? plan.id : plan.quota.period;
    const isClosed = closedMonths.has(monthOfDay(row.booking_date));
    const key = [memos, counter, version, period.start_date, quota, isClosed].join(' ');
    const group = groups.get(key) ?? { version, plan, quota, period, memos, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const runs: CheckRun[] = [];
  for (const group of groups.values()) {
    const { period, plan, version } = group;
    const isOpen = group.rows.some(({ booking_date }) => !closedMonths.has(monthOfDay(booking_date)));
    const isOther = ({ booking_date, config_version }: BookedRow): boolean =>
      closedMonths.has(monthOfDay(booking_date)) && (isOpen || config_version !== version);
    const stored = await store.statementParts.booked(userId, period.start_date, period.end_date);
    const booked = await withCurrentAdds(store, configs(version), { userId, period, plan }, stored, isOther);
    const own = await configsAt(
      store,
      booked.map(({ config_version }) => config_version),
    );
    const planned = booked.flatMap((row): Planned[] => {
      const plan = findPlanIn(group.version, row.plan_id) ?? own(row.config_version).config.plans.find(({ id }) => id === row.plan_id);
      return plan ? [{ row, plan }] : [];
    });
    const families = await readFamilies(
      store,
      booked.map(({ root_id }) => ({ takes_back: null, credit_of_id: root_id })),
      userId,
    );
    for (const counter of countersOf(planned, group))
      runs.push(runOf(group, counter, families, (id) => findPlanIn(group.version, id), isStepless, userId));
  }
  return runs.filter(({ records }) => records.length > 0);
};
