import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Booking, type Computed, computePeriod } from '../../../contract/rules/commission/engine.ts';
import { explainRecord } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { nextReleaseDay, releasedAt, trueUpIn, withTrueUp } from '../../../contract/rules/commission/release.ts';
import { booked } from '../support/bookings.ts';
import { facts, inFull } from '../support/facts.ts';

const QUOTA = 40_000_000;
const planOf = (plan: object): Plan => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [plan] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
const yearly = { quota: { period: 'year', amount: QUOTA / 100 }, over_quota_commission_rate: 0.1 };
const capped = (more: object = {}): Plan => planOf({ ...yearly, caps: { year_to_date: 1, ...more } });
const sale = (id: number, day: string, dollars: number, more: Partial<Booking> = {}) =>
  booked(id, dollars * 100, { bookingDate: day, ...more });
const heldOf = (plan: Plan, bookings: readonly Booking[]) =>
  computePeriod(plan, QUOTA, bookings).map(({ amount, parts }) => [amount / 100, trueUpIn(parts) / 100]);

describe('decisions 2.08: a year-to-date cap holds commission beyond the quota to date', () => {
  it.each<readonly [string, Plan, readonly Booking[], readonly (readonly number[])[]]>([
    [
      'within the quarter, over it, and beyond it',
      capped(),
      [sale(1, '2026-02-10', 60_000), sale(2, '2026-03-10', 60_000), sale(3, '2026-03-20', 10_000)],
      [
        [3000, 0],
        [3000, 1000],
        [500, 500],
      ],
    ],
    ['the quota to date grows by a quarter', capped(), [sale(1, '2026-07-01', 310_000)], [[15_500, 500]]],
    ['the rates above the quota are held', capped(), [sale(1, '2026-12-31', 450_000)], [[25_000, 5000]]],
    ['another attainment', planOf({ ...yearly, caps: { year_to_date: 1.2 } }), [sale(1, '2026-02-10', 150_000)], [[7500, 1500]]],
    ['a cap of the record cuts what is held first', capped({ per_record: 6000 }), [sale(1, '2026-02-10', 150_000)], [[6000, 1000]]],
    [
      'a minimum belongs to all of the sale',
      planOf({ ...yearly, caps: { year_to_date: 1 }, minimum_per_record: 100 }),
      [sale(1, '2026-02-10', 99_000), sale(2, '2026-02-11', 1500)],
      [
        [4950, 0],
        [100, 33.33],
      ],
    ],
    [
      'a retroactive step is shared in proportion to the revenue',
      planOf({ ...yearly, caps: { year_to_date: 1 }, tier_mode: 'retroactive' }),
      [sale(1, '2026-11-10', 300_000), sale(2, '2026-11-20', 200_000)],
      [
        [15_000, 0],
        [35_000, 17_500],
      ],
    ],
    [
      'a sale that counts twice toward the quota',
      capped(),
      [sale(1, '2026-02-10', 80_000, { counts: 16_000_000 })],
      // 50,000 of it fill the 100,000.
      [[4000, 1500]],
    ],
    ['a team share is not held', capped(), [sale(1, '2026-02-10', 900_000, { credit: 'override', rateOverride: 0.01 })], [[9000, 0]]],
    ['no cap, no true-up', planOf(yearly), [sale(1, '2026-02-10', 150_000)], [[7500, 0]]],
  ])('%s', (_what, plan, bookings, expected) => expect(heldOf(plan, bookings)).toEqual(expected));

  it('a credit memo takes back its share of the held part, and all memos all of it', () => {
    const memo = (id: number, dollars: number) => sale(id, '2026-03-20', -dollars, { creditOf: 1 });
    expect(heldOf(capped(), [sale(1, '2026-02-10', 150_000), memo(2, 30_000), memo(3, 120_000)])).toEqual([
      [7500, 2500],
      [-1500, -500],
      [-6000, -2000],
    ]);
  });

  it('needs a quota for a year, and an attainment above zero', () => {
    const errorsOf = (plan: object) => parseConfig(JSON.stringify({ plans: [plan] })).errors;
    expect(errorsOf({ caps: { year_to_date: 1 } })).toEqual([
      { path: 'plans[0].caps.year_to_date', message: 'needs a quota for a year: it counts the quarters of one' },
    ]);
    expect(errorsOf({ ...yearly, caps: { year_to_date: 0 } })).toMatchObject([{ path: 'plans[0].caps.year_to_date' }]);
  });

  it('is a sentence of the plan', () =>
    expect(clausesOfPlan(capped(), 0, new Map()).find(({ path }) => path === 'plans[0].caps.year_to_date')).toMatchObject({
      group: 'limits',
      sentence:
        'Until the end of the year, nothing is released on sales beyond 100.0% of the quota to date, a quarter of the year’s quota for each quarter. It is released on the last day of the year.',
    }));
});

describe('decisions 2.03: the release of a record with a held part', () => {
  const paidOn = '2026-02-20';
  const record = { earned: 750_000, gross: 15_000_000, bookingDate: '2026-02-10', receipts: [{ on: paidOn, amount: 15_000_000 }] };
  const held = (release: Plan['release']) => withTrueUp(release, 250_000, 750_000);

  it.each<readonly [string, Plan['release'], number, number]>([
    ['on full payment', defaultPlan.release, 500_000, 750_000],
    ['on booking', { when: 'on_booking', waitDays: 0 }, 500_000, 750_000],
    [
      'half on booking, half at the end of the year',
      {
        when: 'year_end',
        waitDays: 0,
        parts: [
          { share: 0.5, when: 'on_booking', waitDays: 0 },
          { share: 0.5, when: 'year_end', waitDays: 0 },
        ],
      },
      250_000,
      750_000,
    ],
  ])('%s', (_what, release, before, after) => {
    const rule = held(release);
    expect(['2026-12-30', '2026-12-31'].map((day) => releasedAt(rule, record, day))).toEqual([before, after]);
    expect(nextReleaseDay(rule, record, paidOn)).toBe('2026-12-31');
  });

  it('waits for the customer like the rest, also after the end of the year', () => {
    const late = { ...record, receipts: [{ on: '2027-01-15', amount: 15_000_000 }] };
    expect(['2026-12-31', '2027-01-14', '2027-01-15'].map((day) => releasedAt(held(defaultPlan.release), late, day))).toEqual([
      0, 0, 750_000,
    ]);
    const unpaid = { ...record, receipts: [] };
    expect(releasedAt(held({ when: 'on_booking', waitDays: 0 }), unpaid, '2026-12-31')).toBe(750_000);
  });

  it('an adjustment is held in the same proportion', () =>
    expect(releasedAt(held(defaultPlan.release), { ...record, earned: 750_300 }, '2026-12-30')).toBe(500_200));

  it('Why names the amount and the day', () => {
    const [first, ...others] = facts.computed.parts;
    if (!first) throw new Error('the record has no parts');
    const computed = { ...facts.computed, parts: [{ ...first, trueUp: 120_000 }, ...others] };
    const { sentence, blocks, reason } = explainRecord({ ...facts, ...inFull, computed });
    const why = 'a year-to-date cap of the plan holds $1,200.00 until the end of the year, on Dec 31, 2026';
    expect([reason, sentence]).toEqual([
      'partly_released',
      `Due: $2,300.00 of $3,500.00 is released and none of it has been paid out yet; ${why}.`,
    ]);
    expect(blocks[0]?.sentence).toBe(`A${why.slice(1)}.`);
  });
});

const cents = fc.integer({ min: 1, max: 30_000_000 });
const days = fc.integer({ min: 0, max: 364 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
const years = fc.array(fc.record({ net: cents, day: days, back: fc.nat(100) }), { minLength: 1, maxLength: 8 });

it('property: until the end of each quarter no more is released than the commission on the quota to date, and all of it at the end of the year', () =>
  fc.assert(
    fc.property(years, fc.constantFrom(0.5, 1, 1.5), (rows, attainment) => {
      const plan = planOf({ ...yearly, caps: { year_to_date: attainment }, due: { when: 'on_booking' } });
      const sales = rows.map(({ net, day }, index) => booked(index + 1, net, { bookingDate: day }));
      const memos = rows.flatMap(({ net, day, back }, index) => {
        const taken = Math.floor((net * back) / 100);
        return back % 3 === 0 && taken > 0 ? [booked(index + 101, 0 - taken, { bookingDate: day, creditOf: index + 1 })] : [];
      });
      const releasedBy = (day: string, computed: readonly Computed[]): number =>
        computed.reduce((sum, { id, amount, parts }) => {
          const bookingDate = [...sales, ...memos].find((each) => each.id === id)?.bookingDate ?? day;
          const rule = withTrueUp(plan.release, trueUpIn(parts), amount);
          return sum + releasedAt(rule, { earned: amount, gross: 1, bookingDate, receipts: [] }, day);
        }, 0);
      const all = computePeriod(plan, QUOTA, [...sales, ...memos]);
      for (const [quarter, day] of ['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-30'].entries()) {
        const allowed = Math.round((QUOTA * attainment * (quarter + 1)) / 4);
        const [most] = computePeriod(plan, QUOTA, [booked(1, allowed, { bookingDate: '2026-12-31' })]);
        const released = releasedBy(day, all);
        // Each sale and its held part are rounded once.
        expect(released).toBeLessThanOrEqual((most?.amount ?? 0) + 2 * sales.length);
        expect(released).toBeGreaterThanOrEqual(0);
      }
      expect(releasedBy('2026-12-31', all)).toBe(all.reduce((sum, { amount }) => sum + amount, 0));
    }),
    { numRuns: 500 },
  ));
