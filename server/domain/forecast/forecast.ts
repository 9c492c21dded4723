import type { Forecast } from '../../../contract/entities/forecast.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { releaseOutlooks, unreleasedOf } from '../../../contract/rules/commission/releaseOutlook.ts';
import { type ExpectedCommission, expectedRelease, liabilities, type PaymentHabit } from '../../../contract/rules/forecast/liability.ts';
import { type AgedCents, receivableAges } from '../../../contract/rules/forecast/receivables.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { ReceivableRow } from '../../db/repositories/forecast/forecast.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { configsAt, currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
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

const receivablesOf = (rows: readonly ReceivableRow[]): Forecast['receivables'] => {
  const sum = (age: keyof AgedCents): Cents => rows.reduce((total, row) => total + row[age], 0);
  const all = Object.fromEntries(receivableAges.map((age) => [age, sum(age)])) as AgedCents;
  return {
    total: fromCents(totalOf(all)),
    invoices: rows.reduce((count, { invoices }) => count + invoices, 0),
    ages: agesOf(all),
    customers: rows.slice(0, MAX_CUSTOMERS).map(({ customer_id, customer_name, invoices, ...cents }) => ({
      ...(customer_id === null ? {} : { customer_id: String(customer_id) }),
      customer_name,
      invoices,
      total: fromCents(totalOf(cents)),
      ages: agesOf(cents),
    })),
  };
};

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
    receivables: receivablesOf(await tx.forecast.receivables(today)),
    unapplied: fromCents(cents),
    unapplied_receipts: receipts,
    computing: await tx.marks.any(),
  };
};

/**
 * decisions 2.30: commission to come at the end of month, quarter and year, and open invoices by age. Pricing every open deal
 * takes a second in a company of the demo's size, so the result is cached until somebody commits a write.
 */
export const readForecast = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, heads: Heads): Promise<Forecast> => {
  const { config } = await currentConfig(store, heads);
  const today = todayIn(config.timezone, clock());
  return cache(store.forecast, `${heads.moment} ${today}`, () => store.snapshot((tx) => computeForecast(tx, config, today)));
};
