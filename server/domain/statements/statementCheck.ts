import type { Booking } from '../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { BookedRow } from '../../db/repositories/statements/statementParts.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { originalOf, quotaPeriodOf } from '../commissions/recompute/index.ts';
import { configsAt } from '../plans/config.ts';

/** What one run of the engine needs: a plan of one version, a quota, and everything that the person booked in the period. */
export type CheckRun = Readonly<{ plan: Plan; quota: Cents; bookings: readonly Booking[]; records: readonly CheckedRecord[] }>;
/** `id` of the record; `booking` names it among the bookings. Cents. */
export type CheckedRecord = Readonly<{ id: number; booking: number; amount: Cents }>;

type Originals = ReadonlyMap<number, Awaited<ReturnType<Repositories['records']['originals']>>[number]>;

const bookingOf = (row: BookedRow, originals: Originals): Booking => {
  const original = row.credit_of_id === null ? undefined : originals.get(row.credit_of_id);
  return {
    id: row.invoice_id,
    invoiceNumber: row.invoice_number,
    bookingDate: row.booking_date,
    net: row.net_cents,
    gross: row.gross_cents,
    credit: row.credit,
    creditOf: row.credit_of_id,
    original: original ? originalOf(original) : null,
    settled: original?.closed === true,
    // A share in a team's revenue always has a rate of its own.
    rateOverride: row.rate_override ?? (row.credit === 'override' ? (row.parts[0]?.rate ?? 0) : null),
    rateClause: row.rate_clause,
    excluded: row.credit !== 'override' && row.commissionable_cents === 0 && row.net_cents !== 0,
  };
};

/** Everything that a statement's lines are computed from again, by quota period, plan and version (decisions 2.13). */
export const statementCheck = async (
  store: Pick<Store, 'config' | 'records' | 'statementParts'>,
  userId: number,
  range: DateRange,
): Promise<readonly CheckRun[]> => {
  const inRange = await store.statementParts.booked(userId, range.start_date, range.end_date);
  const configs = await configsAt(
    store,
    inRange.map(({ config_version }) => config_version),
  );
  const planOf = ({ plan_id, config_version }: BookedRow): Plan | undefined =>
    configs(config_version).config.plans.find(({ id }) => id === plan_id);
  const wanted = new Map<string, Readonly<{ plan: Plan; range: DateRange; rows: BookedRow[] }>>();
  for (const row of inRange) {
    const plan = planOf(row);
    if (!plan) continue;
    const period = quotaPeriodOf(plan, row.booking_date);
    const key = `${plan.id} ${row.config_version} ${period.start_date} ${row.quota_cents}`;
    const known = wanted.get(key) ?? { plan, range: period, rows: [] };
    known.rows.push(row);
    wanted.set(key, known);
  }
  const runs: CheckRun[] = [];
  for (const { plan, range: period, rows } of wanted.values()) {
    const booked = (await store.statementParts.booked(userId, period.start_date, period.end_date)).filter(
      ({ plan_id }) => plan_id === plan.id,
    );
    const memoOf = booked.flatMap(({ credit_of_id }) => credit_of_id ?? []);
    const found = memoOf.length === 0 ? [] : await store.records.originals(memoOf);
    const originals = new Map(found.filter(({ user_id }) => user_id === userId).map((row) => [row.invoice_id, row]));
    runs.push({
      plan,
      quota: rows[0]?.quota_cents ?? 0,
      bookings: booked.map((row) => bookingOf(row, originals)),
      records: rows.map(({ id, invoice_id, amount_cents }) => ({ id, booking: invoice_id, amount: amount_cents })),
    });
  }
  return runs;
};
