import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAmountOnly } from '../../../contract/rules/commission/clauses/shares.ts';
import { type Booking, computePeriod } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan, type Tier, tierModes } from '../../../contract/rules/commission/plan.ts';
import { fractionOf, roundRatio } from '../../../contract/rules/money.ts';
import { histories, plans, quotas, sales, withMatchedRules } from '../support/bookings.ts';
import { inBookingOrder } from '../support/oracle.ts';

const runs = { numRuns: process.env.TZ === 'America/Phoenix' ? 1000 : 50 };
const modes = fc.constantFrom(...tierModes);
const rate = fc.integer({ min: 0, max: 400_000 }).map((ppm) => ppm / 1_000_000);

/** Tiers, some of them retroactive. */
const mixedTiers = (tiers: readonly Tier[]): fc.Arbitrary<Tier[]> =>
  fc
    .array(modes, { minLength: tiers.length, maxLength: tiers.length })
    .map((chosen) => tiers.map((tier, index): Tier => ({ ...tier, mode: chosen[index] ?? 'marginal' })));

/** Plans with mixed tiers, rules with their own mode or amount, limits, and sales that count more or less. */
const anyPlan: fc.Arbitrary<Plan> = fc
  .tuple(
    modes,
    plans('marginal'),
    fc.tuple(rate, rate),
    modes,
    fc.integer({ min: 0, max: 50_000 }),
    fc.constantFrom(null, 1, 3000),
    fc.boolean(),
  )
  .chain(([tierMode, { tiers }, [base, over], own, amount, minimumPerRecord, extraAmount]) =>
    mixedTiers(tiers).map(
      (mixed): Plan => ({
        ...defaultPlan,
        tierMode,
        tiers: mixed,
        minimumPerRecord,
        caps: { perRecord: minimumPerRecord === null ? null : 400_000, perPeriod: null },
        rates: [
          {
            match: { customer: ['a'] },
            tiers: [
              { from: 0, rate: base },
              { from: 1, rate: over },
            ],
            ratesAs: 'rates',
            tierMode: own,
          },
          extraAmount
            ? { match: { customer: ['b'] }, tiers: [{ from: 0, rate: over }], ratesAs: 'tiers', amount, onTop: extraAmount }
            : { match: { customer: ['b'] }, tiers: [{ from: 0, rate: 0 }], ratesAs: 'tiers', amount },
        ],
      }),
    ),
  );

const times = fc.constantFrom(1, 1, 0, 0.5, 1.5, 2.3333);
const counted = (bookings: readonly Booking[]): fc.Arbitrary<Booking[]> =>
  fc.array(times, { minLength: 4, maxLength: 4 }).map((factors) => {
    const factorOf = ({ id, creditOf }: Booking): number => factors[(creditOf ?? id) % 4] ?? 1;
    return bookings.map((booking) => ({ ...booking, counts: fractionOf(booking.net, factorOf(booking)) }));
  });

/** The commission of tiers on revenue `x`: the last retroactive tier reached pays all revenue below it, each marginal tier its own. In millionths of a cent. */
const totalOf = ({ tiers, tierMode }: Plan, quota: number, x: number): bigint => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  const isRetroactive = (index: number): boolean => (tiers[index]?.mode ?? tierMode) === 'retroactive';
  const reached = Math.max(
    0,
    starts.findLastIndex((start, index) => index === 0 || x >= start),
  );
  let zone = 0;
  for (let index = 1; index <= reached; index += 1) if (isRetroactive(index)) zone = index;
  let total = 0n;
  for (let index = zone; index < tiers.length; index += 1) {
    const low = index === zone ? 0 : (starts[index] ?? 0);
    const isLast = index > zone && isRetroactive(index);
    if (isLast) break;
    const next = index + 1 < tiers.length && !isRetroactive(index + 1) ? (starts[index + 1] ?? 0) : Number.POSITIVE_INFINITY;
    const part = Math.max(0, Math.min(x, next) - low);
    total += BigInt(part) * BigInt(Math.round((tiers[index]?.rate ?? 0) * 1_000_000));
  }
  return total;
};

describe('decisions 2.08: mixed tiers, amounts for deals, minimums and quota credit', () => {
  it('a period with one clause pays what its tiers pay on all of it, whatever the modes', () =>
    fc.assert(
      fc.property(
        plans('marginal').chain(({ tiers }) => fc.tuple(mixedTiers(tiers), modes)),
        quotas,
        sales(),
        ([tiers, tierMode], quota, rows) => {
          const plan: Plan = { ...defaultPlan, tiers, tierMode };
          const records = computePeriod(plan, quota, rows);
          const sum = records.reduce((total, { amount }) => total + amount, 0);
          const net = rows.reduce((total, row) => total + row.net, 0);
          // Marginal records are rounded one by one.
          const rounding = records.length;
          expect(Math.abs(sum - roundRatio(totalOf(plan, quota, net), 1_000_000n))).toBeLessThanOrEqual(rounding);
        },
      ),
      runs,
    ));

  it('parts add up to amount and net, base and over to the net, and each part is its net at its rate', () =>
    fc.assert(
      fc.property(anyPlan, quotas, histories.chain(withMatchedRules).chain(counted), (plan, quota, rows) => {
        const nets = new Map(rows.map(({ id, net }) => [id, net]));
        for (const { id, parts, base, over, amount } of computePeriod(plan, quota, rows)) {
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
          expect(base + over).toBe(nets.get(id));
          if (parts.length > 0 && (nets.get(id) !== 0 || parts.some(({ net }) => net !== 0)))
            expect(parts.reduce((sum, part) => sum + part.net, 0)).toBe(nets.get(id));
          for (const part of parts) if (!isAmountOnly(part)) expect(Math.abs(part.amount - part.net * part.rate)).toBeLessThan(1.000001);
        }
      }),
      runs,
    ));

  it('memos of everything leave nothing', () =>
    fc.assert(
      fc.property(anyPlan, quotas, sales(6).chain(withMatchedRules).chain(counted), (plan, quota, rows) => {
        const last =
          rows
            .map(({ bookingDate }) => bookingDate)
            .sort()
            .at(-1) ?? '';
        const memos = rows.map((row) => ({
          ...row,
          id: row.id + 100,
          net: 0 - row.net,
          counts: 0 - (row.counts ?? row.net),
          creditOf: row.id,
          bookingDate: last,
          invoiceNumber: `Z${row.id}`,
        }));
        const records = computePeriod(plan, quota, [...rows, ...memos]);
        expect(records.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        expect(records).toHaveLength(rows.length * 2);
      }),
      runs,
    ));

  it('a sale counts by its weight: each record’s counter is the sum before it', () =>
    fc.assert(
      fc.property(anyPlan, quotas, sales().chain(withMatchedRules).chain(counted), (plan, quota, rows) => {
        const cums = new Map(computePeriod(plan, quota, rows).map(({ id, cum }) => [id, cum]));
        let before = 0;
        for (const { id, net, counts = net } of inBookingOrder(rows)) {
          expect(cums.get(id)).toBe(before);
          before += counts;
        }
      }),
      runs,
    ));
});
