import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { project } from '../../../contract/rules/commission/project.ts';
import { fromCents, toCents } from '../../../contract/rules/money.ts';
import { booked, plans, quotas, sales } from '../support/bookings.ts';

const quarter = { plan: defaultPlan, start: '2026-01-01', quota: 10_000_000, bookings: [booked(1, 6_000_000)] };
const deal = { label: 'Public library', net: 6_000_000, bookingDate: '2026-03-01', probability: 0.25 };

describe('decisions 2.13: projections match the engine of the records', () => {
  it('computes the worked example, before and after', () =>
    expect(project([{ ...quarter, extra: [deal] }], false)).toEqual({
      before: { net_revenue: 60_000, commission: 3000, quota_attainment: 0.6, effective_rate: 0.05 },
      after: { net_revenue: 120_000, commission: 6500, quota_attainment: 1.2, effective_rate: 6500 / 120_000 },
      rows: [{ label: 'Public library', booking_date: '2026-03-01', net_revenue: 60_000, commission: 3500, rate: 3500 / 60_000 }],
      periods: ['Q1 2026'],
      next_threshold: null,
    }));

  it('weights by probability, and gives the distance to the next rate', () =>
    expect(project([{ ...quarter, extra: [deal, { label: 'Sure', net: 500_000, bookingDate: '2026-03-02' }] }], true)).toMatchObject({
      after: { net_revenue: 80_000, commission: 4000 },
      rows: [{ net_revenue: 15_000 }, { net_revenue: 5000 }],
      next_threshold: { missing: 20_000, rate: 0.075, period: 'Q1 2026', quota_period: 'quarter', whole: false },
    }));

  it('reaches the next rate exactly at quota, and not one cent below', () => {
    const projectedWith = (net: number) => project([{ ...quarter, bookings: [booked(1, net)], extra: [] }], false).next_threshold;
    expect([projectedWith(10_000_000), projectedWith(9_999_999)]).toEqual([null, expect.objectContaining({ missing: 0.01, rate: 0.075 })]);
  });

  it('gives the plan’s quota period, and says that retroactive tiers pay all of it', () => {
    const next = (period: 'month' | 'year', tierMode: 'marginal' | 'retroactive') => {
      const plan = { ...defaultPlan, tierMode, quota: { ...defaultPlan.quota, period } };
      return project([{ ...quarter, plan, start: '2026-03-01', extra: [] }], false).next_threshold;
    };
    expect(next('month', 'marginal')).toMatchObject({ period: 'Mar 2026', quota_period: 'month', whole: false });
    expect(next('year', 'retroactive')).toMatchObject({ period: '2026', quota_period: 'year', whole: true });
  });

  it('gives a row of one cent a rate, and a row of zero none', () => {
    const plan = { ...defaultPlan, tiers: [{ from: 0, rate: 0.5 }] };
    const extra = [0, 1].map((net) => ({ ...deal, net }));
    expect(project([{ ...quarter, plan, extra }], false).rows.map(({ commission, rate }) => [commission, rate])).toEqual([
      [0, 0],
      [0.01, 1],
    ]);
  });

  it('changes nothing without additions, and shows no attainment for a zero quota', () => {
    const { before, after, rows } = project([{ ...quarter, extra: [] }], false);
    expect([after, rows]).toEqual([before, []]);
    expect(project([{ ...quarter, quota: 0, bookings: [], extra: [] }], false).before).toEqual({
      net_revenue: 0,
      commission: 0,
      quota_attainment: null,
      effective_rate: 0,
    });
    expect(project([], true).next_threshold).toBeNull();
  });

  it('counts neither excluded revenue nor a share of team revenue toward a quota, like the summary', () => {
    const bookings = [
      booked(1, 6_000_000),
      { ...booked(2, 1_000_000), excluded: true },
      { ...booked(3, 1_000_000), credit: 'override' as const },
    ];
    expect(project([{ ...quarter, bookings, extra: [] }], false).before).toMatchObject({ net_revenue: 80_000, quota_attainment: 0.6 });
  });

  it('each quarter has its own tiers, and the totals add up', () =>
    expect(
      project(
        [
          { ...quarter, extra: [deal] },
          { ...quarter, extra: [{ ...deal, bookingDate: '2026-05-01' }] },
        ],
        false,
      ),
    ).toMatchObject({
      after: { net_revenue: 240_000, commission: 13_000, quota_attainment: 1.2 },
      rows: [{ commission: 3500 }, { commission: 3500 }],
    }));

  it('projects exactly the amount earned after booking', () =>
    fc.assert(
      fc.property(fc.oneof(plans('marginal'), plans('retroactive')), quotas, sales(), sales(3), (plan, quota, bookings, more) => {
        const extra = more.map(({ net, bookingDate }, index) => ({ label: `${index}`, net, bookingDate }));
        const projected = project([{ plan, start: '2026-01-01', quota, bookings, extra }], false);
        // Invoice numbers of later bookings sort after those of the same day.
        const later = more.map((row, index) => ({ ...row, id: 1000 + index, invoiceNumber: `Z${index}` }));
        const real = computePeriod(plan, quota, [...bookings, ...later]);
        expect(projected.after.commission).toBe(fromCents(real.reduce((sum, { amount }) => sum + amount, 0)));
        expect(projected.rows.map(({ commission }) => toCents(commission))).toEqual(
          later.map(({ id }) => real.find((row) => row.id === id)?.amount),
        );
      }),
    ));
});
