import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';
import { computePeriod } from '../../../../contract/rules/commission/engine.ts';
import type { Holder } from '../../../../contract/rules/commission/holder.ts';
import { defaultPlan } from '../../../../contract/rules/commission/plan.ts';
import { createCounters, quotaIn } from '../../../../contract/rules/commission/quota.ts';
import { booked } from '../../support/bookings.ts';

/** The 92 days of the fourth quarter of 2026. */
const DAYS = 92;
const quarter = { start_date: '2026-10-01', end_date: '2026-12-31' };
const dayAt = (index: number): string => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);

/** Leaves in order without overlap, from pairs of first and last days. */
const someLeaves = fc
  .uniqueArray(fc.nat(DAYS - 1), { maxLength: 8 })
  .map((days) => days.toSorted((a, b) => a - b))
  .map((days) => days.flatMap((from, index) => (index % 2 === 0 ? [[from, days[index + 1] ?? from] as const] : [])));
const leaves = fc.oneof({ weight: 9, arbitrary: someLeaves }, fc.constant([[0, DAYS - 1] as const]));
const sales = fc.array(fc.record({ day: fc.nat(DAYS - 1), net: fc.integer({ min: -3_000_000, max: 9_000_000 }) }), { maxLength: 6 });
const plans = fc.record({
  dollars: fc.integer({ min: 1, max: 200_000 }),
  mode: fc.constantFrom('marginal', 'retroactive'),
  cap: fc.option(fc.integer({ min: 100, max: 9000 })),
});

const planOf = (quota: object, { mode, cap }: { mode: string; cap: number | null }) => {
  const tiers = [0, 0.5, 1].map((from, index) => ({ from, rate: 0.04 + index * 0.02 }));
  const plan = { leave: 'prorate', quota, tiers, tier_mode: mode, ...(cap === null ? {} : { caps: { per_period: cap } }) };
  const { config, errors } = parseConfig(JSON.stringify({ plans: [plan] }));
  if (!config) throw new Error(JSON.stringify(errors));
  return config;
};

it('decisions 2.22: leave pays like a personal quota for the days present, with any leaves and sales in a quarter', () =>
  fc.assert(
    fc.property(plans, leaves, sales, (plan, away, rows) => {
      const present = Array.from({ length: DAYS }, (_, day) => day).filter((day) => !away.some(([from, to]) => from <= day && day <= to));
      // At least a quarter of the 92 days.
      const counted = Math.max(23, present.length);
      const cents = Number((BigInt(plan.dollars * 100) * BigInt(counted) * 2n + BigInt(DAYS)) / BigInt(DAYS * 2));
      const person: Holder = {
        id: '7',
        role: 'salesperson',
        joinedOn: '2020-01-01',
        leaves: away.map(([from, to]) => ({ from: dayAt(from), to: dayAt(to) })),
      };
      const bookings = rows.map(({ day, net }, index) => booked(index + 1, net, { bookingDate: dayAt(day) }));
      const paid = (config: ReturnType<typeof planOf>) => {
        const [only = defaultPlan] = config.plans;
        const { quota } = createCounters(config, person)(only, dayAt(40));
        expect([quota, quotaIn({ config, person, range: quarter })]).toEqual([cents, cents]);
        return computePeriod(only, quota, bookings).map(({ amount }) => amount);
      };
      const amount = cents / 100;
      const personal = { amount: plan.dollars, overrides: [{ user_id: '7', period: '2026-Q4', amount }] };
      expect(paid(planOf({ amount: plan.dollars }, plan))).toEqual(paid(planOf(personal, plan)));
    }),
    { numRuns: 400 },
  ));

const dollars = fc.integer({ min: 0, max: 300_000 });

it('decisions 2.22: another day of leave never raises a quota, and 25% of it always remains, with any two plan versions in a quarter', () =>
  fc.assert(
    fc.property(dollars, dollars, fc.integer({ min: 1, max: DAYS - 1 }), (first, second, change) => {
      const { config, errors } = parseConfig(
        JSON.stringify({
          plans: [
            { id: 'b', effective_from: dayAt(change), leave: 'prorate', quota: { amount: second } },
            { id: 'a', effective_to: dayAt(change - 1), leave: 'prorate', quota: { amount: first } },
          ],
        }),
      );
      if (!config) throw new Error(JSON.stringify(errors));
      const cents = (first * change + second * (DAYS - change)) * 100;
      let lowestQuota = Number.POSITIVE_INFINITY;
      for (let days = 0; days <= DAYS; days += 1) {
        const leaves = days === 0 ? [] : [{ from: dayAt(DAYS - days), to: dayAt(DAYS - 1) }];
        const person: Holder = { id: '7', role: 'salesperson', joinedOn: '2020-01-01', leaves };
        const { quota } = createCounters(config, person)(config.plans[0] ?? defaultPlan, dayAt(DAYS - 1));
        expect(quota).toBeLessThanOrEqual(lowestQuota);
        expect(quota).toBeGreaterThanOrEqual(Math.floor(cents / (DAYS * 4)));
        expect(quotaIn({ config, person, range: quarter })).toBe(quota);
        lowestQuota = quota;
      }
    }),
    { numRuns: 40 },
  ));
