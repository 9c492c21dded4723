import { type Booking, type Computed, computePeriod, type MemoRule } from '../commission/engine.ts';
import type { Plan } from '../commission/plan.ts';
import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';

/**
 * The input of one engine run: the plan versions of one quota counter, its quota, and all the person's bookings in it. `plan` of a booking
 * is the index of its version.
 */
export type CheckRun = Readonly<{
  plans: readonly Plan[];
  quota: Cents;
  memos: MemoRule;
  bookings: readonly (Omit<Booking, 'plan'> & Readonly<{ plan: number }>)[];
  records: readonly CheckedRecord[];
}>;
/**
 * `booking`: the id of its booking; `amount` in cents; `reasons`: the clause and amount of each part, null for a record that predates
 * stored reasons.
 */
export type CheckedRecord = Readonly<{ id: number; booking: number; amount: Cents; reasons: readonly Reason[] | null }>;
export type Reason = readonly [clause: string, amount: Cents];

/** The figures of a statement, money in cents, with everything that its lines are computed from. */
export type StatementFigures = Readonly<{
  balances: Readonly<Record<'opening' | 'earned' | 'adjusted' | 'paid' | 'closing', Cents>>;
  lines: readonly Readonly<{ record: number; date: Day; invoice: string; net: Cents; amount: Cents }>[];
  adjustments: readonly Readonly<{ date: Day; reason: string; amount: Cents }>[];
  payouts: readonly Readonly<{ date: Day; amount: Cents }>[];
  runs: readonly CheckRun[];
}>;
/**
 * `differing`: by record, the amount that the engine computes, for lines with another amount, net revenue or reason; null if it computes
 * none or the line is repeated.
 */
export type RecomputedStatement = Readonly<{ differing: ReadonlyMap<number, Cents | null>; isBalanced: boolean }>;

/** True if the same rules give the same amounts; older records have no reasons to compare. */
const hasSameReasons = ({ reasons }: CheckedRecord, line: Computed): boolean =>
  reasons === null || JSON.stringify(reasons) === JSON.stringify(line.parts.map(({ clause, amount }) => [clause, amount]));

/** `net`: the line's net revenue; null if the plan pays on gross profit, because the bookings then have no net revenue. */
type ComputedRecord = Readonly<{ record: CheckedRecord; line: Computed | undefined; net: Cents | null }>;

/** The records of one run, each with the line that the engine computes for it. */
export const recomputeRun = ({ plans, quota, memos, bookings, records }: CheckRun): readonly ComputedRecord[] => {
  const [firstPlan] = plans;
  const priced = bookings.map(({ plan, ...booking }): Booking => ({ ...booking, ...(plans[plan] ? { plan: plans[plan] } : {}) }));
  const lines = new Map((firstPlan ? computePeriod(firstPlan, quota, priced, memos) : []).map((line) => [line.id, line]));
  const revenueIds = new Set(
    bookings.flatMap(({ id, plan, credit }) =>
      credit === 'override' || (plans[plan] ?? firstPlan)?.measure === 'net_revenue' ? [id] : [],
    ),
  );
  return records.map((record) => {
    const line = lines.get(record.booking);
    return { record, line, net: line && revenueIds.has(line.id) ? line.base + line.over : null };
  });
};

const sum = (rows: readonly Readonly<{ amount: Cents }>[]): Cents => rows.reduce((total, { amount }) => total + amount, 0);

const repeatedIn = (ids: readonly number[]): ReadonlySet<number> => {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  return repeated;
};

/** Computes each line of a statement again with the engine, and adds up its balances. */
export const recomputeStatement = ({ balances, lines, adjustments, payouts, runs }: StatementFigures): RecomputedStatement => {
  const computedRecords = runs.flatMap(recomputeRun);
  const computed = new Map(computedRecords.map((one) => [one.record.id, one]));
  const differing = new Map<number, Cents | null>();
  for (const { record: id, net: shownNet, amount } of lines) {
    const { record, line, net } = computed.get(id) ?? {};
    // Its invoice is credited to somebody else by now: no plan applies, and it is worth nothing.
    if (!record && shownNet === 0 && amount === 0) continue;
    const isSame = record && line && line.amount === amount && record.amount === amount && (net ?? shownNet) === shownNet;
    if (!isSame || !hasSameReasons(record, line)) differing.set(id, line?.amount ?? null);
  }
  // A sale has one record per person, so neither may be counted twice.
  const repeatedBookings = repeatedIn(computedRecords.map(({ record }) => record.booking));
  for (const { record } of computedRecords) if (repeatedBookings.has(record.booking)) differing.set(record.id, null);
  for (const id of repeatedIn(lines.map(({ record }) => record))) differing.set(id, null);
  const { opening, earned, adjusted, paid, closing } = balances;
  const addsUp = sum(lines) === earned && sum(adjustments) === adjusted && sum(payouts) === paid;
  return { differing, isBalanced: addsUp && opening + earned + adjusted - paid === closing };
};
