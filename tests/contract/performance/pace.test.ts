import { describe, expect, it } from 'vitest';
import { monthsUpTo, rangeLabel, wholeMonthOf } from '../../../contract/rules/performance/compared.ts';
import { paceOf } from '../../../contract/rules/performance/pace.ts';
import type { Period } from '../../../contract/rules/time/period.ts';

const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
const toDate: Period = { ...november, end_date: '2026-11-21' };

describe('pace', () => {
  it('spec 2.41: gives the gap and the amount needed per day, today included', () => {
    expect(paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-11-21')).toEqual({
      until: '2026-11-30',
      quota: 30_000_00,
      missing: 10_000_00,
      daysLeft: 10,
      perDay: 1_000_00,
      projected: 28_571_43,
    });
  });

  it('uses the whole month and its quota for a month to date', () => {
    expect(paceOf({ sales: 20_000_00, quota: 21_000_00 }, toDate, '2026-11-21')).toEqual(
      paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-11-21'),
    );
  });

  it('decisions 2.06: uses the month’s quota to the cent for a month to date, if known', () => {
    const sold = { sales: 16_947_37, quota: 23_913_04, monthQuota: 32_608_70 };
    expect(paceOf(sold, toDate, '2026-11-21')).toMatchObject({ quota: 32_608_70, missing: 15_661_33 });
    expect(paceOf(sold, { ...toDate, mode: 'custom' }, '2026-11-21')).toMatchObject({ quota: 23_913_04, missing: 6_965_67 });
  });

  it('has no gap once the quota is reached, and no days left after the period', () => {
    expect(paceOf({ sales: 30_000_00, quota: 30_000_00 }, november, '2026-11-21')).toMatchObject({ missing: 0, perDay: null });
    expect(paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-12-01')).toMatchObject({
      daysLeft: 0,
      perDay: null,
      projected: 20_000_00,
    });
  });

  it('has all days left before the period begins, and projects nothing', () => {
    expect(paceOf({ sales: 0, quota: 30_000_00 }, november, '2026-10-31')).toMatchObject({
      daysLeft: 30,
      perDay: 1_000_00,
      projected: null,
    });
  });

  it('does not exist without a quota', () => expect(paceOf({ sales: 20_000_00, quota: 0 }, november, '2026-11-21')).toBeNull());
});

describe('ranges', () => {
  it('spec 2.40: have the names in the selector', () => {
    expect(rangeLabel({ start_date: '2026-10-01', end_date: '2026-12-31' })).toBe('2026-Q4');
    expect(rangeLabel({ start_date: '2026-01-01', end_date: '2026-12-31' })).toBe('2026');
    expect(rangeLabel({ start_date: '2026-11-01', end_date: '2026-11-21' })).toBe('2026-11-01 to 2026-11-21');
  });

  it('are a month to date for the first days of a month, but not for a whole month or other days', () => {
    expect(wholeMonthOf({ start_date: '2026-11-01', end_date: '2026-11-21' })).toEqual({
      start_date: '2026-11-01',
      end_date: '2026-11-30',
    });
    expect(wholeMonthOf({ start_date: '2026-11-01', end_date: '2026-11-30' })).toBeNull();
    expect(wholeMonthOf({ start_date: '2026-11-02', end_date: '2026-11-21' })).toBeNull();
    expect(wholeMonthOf({ start_date: '2026-10-01', end_date: '2026-11-21' })).toBeNull();
  });

  it('include twelve months that end with the current one', () => {
    expect([monthsUpTo('2026-03-31')[0], monthsUpTo('2026-03-31')[11]]).toEqual(['2025-04-01', '2026-03-01']);
  });
});
