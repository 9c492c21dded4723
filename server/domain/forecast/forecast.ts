import type { Forecast } from '../../../contract/entities/forecast.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { releaseOutlooks, unreleasedOf } from '../../../contract/rules/commission/releaseOutlook.ts';
import { type ExpectedCommission, expectedRelease, liabilities, type PaymentHabit } from '../../../contract/rules/forecast/liability.ts';
import { type AgedCents, receivableAges } from '../../../contract/rules/forecast/receivables.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Receivables } from '../../db/repositories/forecast/forecast.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { configsAt, currentConfig } from '../plans/config.ts';
import { HOUR, MINUTE, todayIn } from '../shared/clock.ts';
import { createHeadCache, type Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { readExpectedDeals } from './expectedDeals.ts';
import { companyHabitOf, createHabitLookup } from './paymentHabits.ts';

const MAX_CUSTOMERS = 20;

type HabitOf = (customerId: number | null) => PaymentHabit;

/** Everybody's unreleased commission with the days on which it is expected. */
const readExpectedReleases = async (
  tx: Pick<Repositories, 'config' | 'forecast'>,
  habitOf: HabitOf,
  today: Day,
): Promise<ExpectedCommission[]> => {
  const rows = await tx.forecast.unreleased();
  const configs = await configsAt(
    tx,
    rows.map(({ config_version }) => config_version),
  );
  return rows.flatMap((row) => {
    const plan = configs(row.config_version).config.plans.find(({ id }) => id === row.plan_id);
    return releaseOutlooks(unreleasedOf(row), plan, row.earned_cents - row.released_cents, today).map(({ amount, outlook }) => ({
      amount,
      releasedOn: expectedRelease(outlook, row.booking_date, habitOf(row.customer_id), today),
    }));
  });
};

const agesOf = (cents: AgedCents) =>
  Object.fromEntries(receivableAges.map((age) => [age, fromCents(cents[age])])) as Forecast['receivables']['ages'];
const totalOf = (cents: AgedCents): Cents => receivableAges.reduce((sum, age) => sum + cents[age], 0);

const receivablesOf = ({ total, customers }: Receivables): Forecast['receivables'] => ({
  total: fromCents(totalOf(total)),
  invoices: total.invoices,
  ages: agesOf(total),
  customers: customers.map(({ customer_id, customer_name, invoices, ...cents }) => ({
    ...(customer_id === null ? {} : { customer_id: String(customer_id) }),
    customer_name,
    invoices,
    total: fromCents(totalOf(cents)),
    ages: agesOf(cents),
  })),
});

const cache = createHeadCache<Forecast>();

const computeForecast = async (tx: Repositories, config: CommissionsConfig, today: Day): Promise<Forecast> => {
  const habits = await tx.forecast.habits(today);
  const deals = await readExpectedDeals(tx, config, companyHabitOf(habits), today);
  const records = await readExpectedReleases(tx, createHabitLookup(habits), today);
  const expected = { due: await tx.forecast.due(today), records, deals: deals.expected };
  const { cents, receipts } = await tx.forecast.unapplied();
  return {
    as_of: today,
    liability: liabilities(today, expected).map(({ until, end, due, fromRecords, fromDeals, payable, unreleased }) => ({
      until,
      end_date: end,
      due: fromCents(due),
      from_records: fromCents(fromRecords),
      from_deals: fromCents(fromDeals),
      payable: fromCents(payable),
      unreleased: fromCents(unreleased),
    })),
    deals: deals.expected.length,
    deals_left_out: deals.leftOut,
    receivables: receivablesOf(await tx.forecast.receivables(today, MAX_CUSTOMERS)),
    unapplied: fromCents(cents),
    unapplied_receipts: receipts,
    computing: await tx.marks.any(),
  };
};

/** A forecast that takes longer is not computed while a user waits, if an earlier one is at hand. */
const SLOW_MS = 2000;
/** How long a slow forecast is returned before a request starts the next computation. */
const REUSE_MS = 10 * MINUTE;
/** Users wait for a new forecast rather than see an older one, also if its computation keeps failing. */
const MAX_AGE_MS = HOUR;

/** A slow result, the state it was computed from, and when the next computation may start. */
type SlowForecast = Readonly<{ forecast: Forecast; key: string; rules: string; computedAtMs: number }> & { nextAtMs: number };
const slowForecasts = new WeakMap<object, SlowForecast>();

/**
 * decisions 2.30: commission to come at the end of month, quarter and year, and open invoices by age; the same for everybody who may read
 * it. Pricing every open deal takes a second in a company of the demo's size, so the result is cached until somebody commits a write. With
 * a million invoices it takes several seconds: then the last result is returned as still being computed. @param slowMs for tests
 */
export const readForecast = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  heads: Heads,
  slowMs: number = SLOW_MS,
): Promise<Forecast> => {
  const { config } = await currentConfig(store, heads);
  const nowMs = clock().getTime();
  const today = todayIn(config.timezone, clock());
  const [key, rules] = [`${heads.moment} ${today}`, `${heads.config} ${today}`];
  const compute = async (): Promise<Forecast> => {
    const startedAt = performance.now();
    const forecast = await store.snapshot((tx) => computeForecast(tx, config, today));
    if (performance.now() - startedAt < slowMs) slowForecasts.delete(store.forecast);
    else slowForecasts.set(store.forecast, { forecast, key, rules, computedAtMs: nowMs, nextAtMs: nowMs + REUSE_MS });
    return forecast;
  };
  const slow = slowForecasts.get(store.forecast);
  if (slow?.rules !== rules || slow.key === key || nowMs - slow.computedAtMs >= MAX_AGE_MS) return cache(store.forecast, key, compute);
  if (nowMs >= slow.nextAtMs) {
    slow.nextAtMs = nowMs + REUSE_MS;
    // A later request retries a failed computation.
    cache(store.forecast, key, compute).catch(() => {});
  }
  return { ...slow.forecast, computing: true };
};
