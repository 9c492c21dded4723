import { describe, expect, it } from 'vitest';
import {
  byBooking,
  commissionOf,
  commissionStatusFor,
  defaultRates,
  releasedOf,
  summaryStatus,
} from '../../../../contract/rules/commission/commission.ts';
import { defaultPlan, ratesOf } from '../../../../contract/rules/commission/plan.ts';
import { quotaInRange } from '../../support/quotaInRange.ts';

const plan = { quota: 10_000_000, baseRate: 0.05, overRate: 0.075 };

describe('decisions 2.02: one record', () => {
  it('the plan of {} is 100,000 a quarter, 5% and 7.5%, marginal, released when the invoice is paid in full', () => {
    expect(defaultPlan).toMatchObject({
      quota: { period: 'quarter', amount: 10_000_000 },
      tiers: [
        { from: 0, rate: 0.05 },
        { from: 1, rate: 0.075 },
      ],
      tierMode: 'marginal',
      release: { when: 'invoice_paid_in_full', waitDays: 0 },
    });
    expect(defaultRates).toEqual(plan);
    expect(ratesOf(defaultPlan)).toEqual({ base: 0.05, over: 0.075 });
  });

  it('worked example, first record: 60,000 at 5% is 3,000.00', () =>
    expect(commissionOf(6_000_000, 0, plan)).toEqual({ base: 6_000_000, over: 0, amount: 300_000 }));

  it('worked example, second record: 40,000 at 5% and 20,000 at 7.5% is 3,500.00, a rate of 5.8%', () => {
    const second = commissionOf(6_000_000, 6_000_000, plan);
    expect(second).toEqual({ base: 4_000_000, over: 2_000_000, amount: 350_000 });
    expect((second.amount / 6_000_000) * 100).toBeCloseTo(5.8, 1);
  });

  it.each([
    ['a record that ends exactly on the quota is all base', 10_000_000, 0, 10_000_000, 0, 500_000],
    ['one cent past the quota is over quota', 10_000_001, 0, 10_000_000, 1, 500_000],
    ['a record after the quota is all over quota', 1_000_000, 10_000_000, 0, 1_000_000, 75_000],
    ['nothing earns nothing', 0, 3_000_000, 0, 0, 0],
    ['half a cent rounds up', 10, 0, 10, 0, 1],
    ['the sum of both parts is rounded once', 13, 9_999_993, 7, 6, 1],
  ])('%s', (_what, net, cum, base, over, amount) => expect(commissionOf(net, cum, plan)).toEqual({ base, over, amount }));

  it('a quota of zero pays the over-quota rate from the first cent', () =>
    expect(commissionOf(100_000, 0, { ...plan, quota: 0 })).toEqual({ base: 0, over: 100_000, amount: 7500 }));

  it('records are ordered by booking date, then invoice number, then id', () => {
    const rows = [
      { booking_date: '2026-02-01', invoice_number: '1', id: 1 },
      { booking_date: '2026-01-05', invoice_number: 'B', id: 4 },
      { booking_date: '2026-01-05', invoice_number: 'A', id: 10 },
      { booking_date: '2026-01-05', invoice_number: 'A', id: 9 },
    ];
    expect([...rows].sort(byBooking).map(({ id }) => id)).toEqual([9, 10, 4, 1]);
  });
});

describe('decisions 2.03: the released amount', () => {
  it.each([
    ['invoice_paid_in_full', 600_000, 599_999, 0],
    ['invoice_paid_in_full', 600_000, 600_000, 30_000],
    ['invoice_paid_in_full', 600_000, 700_000, 30_000],
    ['proportional_to_payments', 600_000, 0, 0],
    ['proportional_to_payments', 600_000, 240_000, 12_000],
    ['proportional_to_payments', 600_000, 200_000, 10_000],
    ['proportional_to_payments', 600_000, 900_000, 30_000],
    ['proportional_to_payments', 600_000, -100, 0],
    ['on_booking', 600_000, 0, 30_000],
    ['invoice_paid_in_full', 0, 100, 30_000],
    ['invoice_paid_in_full', 0, -1, 0],
    ['invoice_paid_in_full', -1, 0, 0],
    ['proportional_to_payments', 0, -100, 30_000],
    ['proportional_to_payments', 1, 0, 0],
  ] as const)('%s: with a gross of %i, %i received releases %i of 30,000', (rule, gross, received, released) =>
    expect(releasedOf(rule, 30_000, received, gross)).toBe(released),
  );

  it('releases a credit memo when its negative gross is paid back', () => {
    expect(releasedOf('invoice_paid_in_full', -30_000, 0, -600_000)).toBe(0);
    expect(releasedOf('invoice_paid_in_full', -30_000, -600_000, -600_000)).toBe(-30_000);
  });
});

/** c, d, p → status, in the row order of the table in decisions 2.03. */
const statuses = [
  [350_000, 350_000, 350_001, 'over_paid'],
  [350_000, 0, 1, 'over_paid'],
  [0, 0, 1, 'over_paid'],
  [350_000, 350_000, 350_000, 'paid'],
  [1, 1, 1, 'paid'],
  [350_000, 350_000, 349_999, 'partially_paid'],
  [350_000, 200_000, 200_000, 'partially_paid'],
  [350_000, 200_000, 1, 'partially_paid'],
  [350_000, 350_000, 0, 'due'],
  [350_000, 1, 0, 'due'],
  [350_000, 0, 0, 'not_due'],
  [0, 0, 0, 'not_due'],
] as const;

describe('spec 4.03, decisions 2.03: the status is derived', () => {
  it.each(statuses)('C %i, D %i, P %i is %s', (c, d, p, status) => expect(commissionStatusFor(c, d, p)).toBe(status));
  it.each(statuses.filter(([c]) => c > 0))('mirrored, C −%i, D −%i, P −%i is %s', (c, d, p, status) =>
    expect(commissionStatusFor(-c, -d, -p)).toBe(status),
  );

  it.each([
    [{ over_paid: 1, paid: 9, not_due: 2 }, 'over_paid'],
    [{ paid: 3 }, 'paid'],
    [{ paid: 3, due: 0, not_due: 0 }, 'paid'],
    [{ paid: 3, not_due: 1 }, 'partially_paid'],
    [{ partially_paid: 1, due: 5 }, 'partially_paid'],
    [{ due: 1, not_due: 5 }, 'due'],
    [{ not_due: 5 }, 'not_due'],
    [{}, null],
    [{ due: 0 }, null],
  ] as const)('the combined status of %j is %s', (counts, status) => expect(summaryStatus(counts)).toBe(status));
});

describe('decisions 2.06: quota of a range', () => {
  it.each([
    ['one whole quarter', '2026-10-01', '2026-12-31', 10_000_000],
    ['a year is four quarters', '2026-01-01', '2026-12-31', 40_000_000],
    ['November is 30 of 92 days', '2026-11-01', '2026-11-30', 3_260_870],
    ['one day of 92', '2026-11-21', '2026-11-21', 108_696],
    ['a range across two quarters adds up a day of each', '2026-09-30', '2026-10-01', 217_392],
    ['January is 31 of 90 days', '2026-01-01', '2026-01-31', 3_444_444],
  ])('%s', (_what, start_date, end_date, cents) => expect(quotaInRange({ start_date, end_date })).toBe(cents));

  it('a monthly plan counts months, and a yearly plan prorates the year', () => {
    const november = { start_date: '2026-11-01', end_date: '2026-11-30' };
    const planOf = (period: 'month' | 'year', amount: number) => ({ ...defaultPlan, quota: { ...defaultPlan.quota, period, amount } });
    expect(quotaInRange(november, planOf('month', 100_00))).toBe(100_00);
    expect(quotaInRange(november, planOf('year', 365_00))).toBe(30_00);
  });
});
