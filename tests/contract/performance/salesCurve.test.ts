import { describe, expect, it } from 'vitest';
import { curveDays, salesCurve } from '../../../contract/rules/performance/salesCurve.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';

const toDate = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-10' } as const;
const days = curveDays(toDate);
const steps = days.map(() => 100_00);

describe('the steps of a date range', () => {
  it('are days up to 100 days, then months, and end with the range', () => {
    expect(days).toHaveLength(10);
    expect(curveDays({ start_date: '2026-01-15', end_date: '2026-05-02' })).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-02',
    ]);
    expect(curveDays({ start_date: '2020-01-01', end_date: '2026-12-31' })).toEqual([]);
  });
});

describe('sales against the quota', () => {
  it('spec 4.06: measure a month to date against its share, and draw the line to the quota of the full month', () => {
    const curve = salesCurve({ days, steps, quota: 800_00, monthQuota: 2_400_00 }, toDate, '2026-11-10');
    expect(curve).toMatchObject({ sales: 1_000_00, quota: 800_00, attainment: 1.25, ahead: 200_00 });
    expect(curve?.points).toHaveLength(30);
    expect(curve?.points[9]).toEqual({ day: '2026-11-10', sales: 1_000_00, quota: 800_00 });
    expect(curve?.points[10]).toEqual({ day: '2026-11-11', sales: null, quota: 880_00 });
    expect(curve?.points.at(-1)).toEqual({ day: '2026-11-30', sales: null, quota: 2_400_00 });
  });

  it('derive today’s pace from the quota beside it, a sum of rounded quotas', () => {
    const curve = salesCurve({ days, steps, quota: 800_13, monthQuota: 2_400_00 }, toDate, '2026-11-10');
    expect([curve?.ahead, curve?.points[9]?.quota]).toEqual([199_87, 800_13]);
  });

  it('leave future days open, even within the range, and show the step that contains today', () => {
    const year = periodAt('year', '2026-11-10');
    const months = curveDays(year);
    const curve = salesCurve({ days: months, steps: months.map(() => 10_00), quota: 365_00, monthQuota: null }, year, '2026-11-10');
    expect(curve?.points.map(({ sales }) => sales)).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110].map((sum) => sum * 100).concat([null as never]),
    );
    expect(curve?.ahead).toBe(120_00 - 314_00);
  });

  it('say nothing about the pace of a period that is over or has not begun (decisions 8.05)', () => {
    const whole = periodAt('month', '2026-10-05');
    const sold = { days: curveDays(whole), steps: [], quota: 100_00, monthQuota: null };
    expect(salesCurve(sold, whole, '2026-11-10')?.ahead).toBeNull();
    const coming = salesCurve(sold, whole, '2026-09-30');
    expect(coming?.ahead).toBeNull();
    expect(coming?.points.every(({ sales }) => sales === null)).toBe(true);
  });

  it('need a quota', () => {
    expect(salesCurve({ days, steps, quota: 0, monthQuota: 0 }, toDate, '2026-11-10')).toBeNull();
  });
});
