import fc from 'fast-check';
import type { Booking } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { addDays } from '../../../contract/rules/time/period.ts';

/**
 * With this many cases, thirteen properties run over 100,000 in one time zone; the other zones only check that the zone changes nothing.
 */
export const numRuns = process.env.TZ === 'America/Phoenix' ? 7_700 : 160;

export const booked = (id: number, net: number, overrides: Partial<Booking> = {}): Booking => ({
  id,
  invoiceNumber: `10${id}`,
  bookingDate: addDays('2026-01-01', id),
  net,
  gross: net,
  credit: 'sale',
  creditOf: null,
  original: null,
  rateOverride: null,
  excluded: false,
  ...overrides,
});

export const quotas = fc.oneof(fc.integer({ min: 0, max: 30_000_000 }), fc.constantFrom(0, 1, 10_000_000));
const ppm = fc.integer({ min: 0, max: 400_000 }).map((parts) => parts / 1_000_000);

/** Any ascending tiers with any rates. */
export const plans = (tierMode: Plan['tierMode']): fc.Arbitrary<Plan> =>
  fc.tuple(ppm, fc.array(fc.tuple(fc.integer({ min: 1, max: 900_000 }), ppm), { maxLength: 4 })).map(([first, steps]) => {
    let from = 0;
    const tiers = steps.map(([step, rate]) => {
      from += step;
      return { from: from / 1_000_000, rate };
    });
    return { ...defaultPlan, tierMode, tiers: [{ from: 0, rate: first }, ...tiers] };
  });

/** Plans with two rates, the second at least as high as the first. */
export const twoRatePlans: fc.Arbitrary<Plan> = fc.tuple(ppm, ppm).map(([a, b]) => ({
  ...defaultPlan,
  tiers: [
    { from: 0, rate: Math.min(a, b) },
    { from: 1, rate: Math.max(a, b) },
  ],
}));

/** The plan with up to two rules for some of the sales. */
export const withRates = (plan: Plan): fc.Arbitrary<Plan> =>
  fc.array(fc.tuple(ppm, ppm), { maxLength: 2 }).map((rules) => ({
    ...plan,
    rates: rules.map(([base, over]) => ({
      match: { customer: ['any'] },
      tiers: [
        { from: 0, rate: base },
        { from: 1, rate: over },
      ],
      ratesAs: 'rates',
    })),
  }));

/** The bookings, each matched by one of the rules, by a removed rule, or by none. */
export const withMatchedRules = (bookings: readonly Booking[]): fc.Arbitrary<Booking[]> =>
  fc
    .array(fc.constantFrom(null, null, 0, 1), { minLength: bookings.length, maxLength: bookings.length })
    .map((rules) => bookings.map((booking, index) => ({ ...booking, rateClause: rules[index] ?? null })));

const cents = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }) },
);
const day = fc.integer({ min: 0, max: 80 }).map((days) => addDays('2026-01-01', days));

/** Sales of a quarter with frequent collisions of days and numbers. */
export const sales = (maxLength = 8): fc.Arbitrary<Booking[]> =>
  fc
    .array(fc.tuple(cents, day, fc.constantFrom('A', 'B', 'C', '9', '10')), { minLength: 1, maxLength })
    .map((rows) => rows.map(([net, bookingDate, invoiceNumber], index) => booked(index + 1, net, { bookingDate, invoiceNumber })));

type Twist = 'none' | 'memo' | 'part memo' | 'own rate' | 'excluded' | 'override' | 'negative' | 'old memo';

const applyTwists = (rows: readonly Booking[], twists: readonly Twist[]): Booking[] =>
  rows.flatMap((row, index): Booking[] => {
    const memo = {
      ...row,
      id: row.id + 100,
      invoiceNumber: `${row.invoiceNumber}M`,
      creditOf: row.id,
      bookingDate: rows.at(-1)!.bookingDate,
    };
    const parts = [{ net: row.net, rate: 0.06 }];
    const original = { parts, amount: Math.round(row.net * 0.06), base: row.net, over: 0, net: row.net };
    switch (twists[index % twists.length]) {
      case 'memo':
        return [row, { ...memo, net: 0 - row.net }];
      case 'part memo':
        return [row, { ...memo, net: 0 - Math.floor(row.net / 3) }];
      case 'own rate':
        return [{ ...row, rateOverride: 0.1 }];
      case 'excluded':
        return [{ ...row, excluded: true }];
      case 'override':
        return [{ ...row, credit: 'override', rateOverride: 0.01 }];
      case 'negative':
        return [{ ...row, net: 0 - row.net }];
      case 'old memo':
        return [{ ...row, net: 0 - row.net, creditOf: 9999, original }];
      default:
        return [row];
    }
  });

/** Every kind of booking in a period: full and partial memos, custom rates, exclusions, team shares, corrections. */
export const histories: fc.Arbitrary<Booking[]> = fc
  .tuple(
    sales(7),
    fc.array(fc.constantFrom<Twist[]>('none', 'none', 'memo', 'part memo', 'own rate', 'excluded', 'override', 'negative', 'old memo'), {
      minLength: 7,
      maxLength: 7,
    }),
  )
  .map(([rows, twists]) => applyTwists(rows, twists));
