import { describe, expect, it } from 'vitest';
import { monthOfFirstDays, monthsUpTo, rangeLabel } from '../../../contract/rules/performance/compared.ts';
import { paceOf } from '../../../contract/rules/performance/pace.ts';
import type { Period } from '../../../contract/rules/time/period.ts';

const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
const toDate: Period = { ...november, end_date: '2026-11-21' };

describe('pace', () => {
  it('spec 2.41: says what is missing and what a day must bring, today among the days that are left', () => {
    expect(paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-11-21')).toEqual({
      until: '2026-11-30',
      quota: 30_000_00,
      missing: 10_000_00,
      daysLeft: 10,
      perDay: 1_000_00,
      projected: 28_571_43,
    });
  });

  it('of a month to date is that of the whole month, with its whole quota', () => {
    expect(paceOf({ sales: 20_000_00, quota: 21_000_00 }, toDate, '2026-11-21')).toEqual(
      paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-11-21'),
    );
  });

  it('decisions 2.06: of a month to date it is that of the month, to the cent, where its quota is told', () => {
    const sold = { sales: 16_947_37, quota: 23_913_04, monthQuota: 32_608_70 };
    expect(paceOf(sold, toDate, '2026-11-21')).toMatchObject({ quota: 32_608_70, missing: 15_661_33 });
    expect(paceOf(sold, { ...toDate, mode: 'custom' }, '2026-11-21')).toMatchObject({ quota: 23_913_04, missing: 6_965_67 });
  });

  it('once the quota is reached nothing is missing, once the period is over no day is left', () => {
    expect(paceOf({ sales: 30_000_00, quota: 30_000_00 }, november, '2026-11-21')).toMatchObject({ missing: 0, perDay: null });
    expect(paceOf({ sales: 20_000_00, quota: 30_000_00 }, november, '2026-12-01')).toMatchObject({
      daysLeft: 0,
      perDay: null,
      projected: 20_000_00,
    });
  });

  it('before the period began all its days are left, and nothing is projected', () => {
    expect(paceOf({ sales: 0, quota: 30_000_00 }, november, '2026-10-31')).toMatchObject({
      daysLeft: 30,
      perDay: 1_000_00,
      projected: null,
    });
  });

  it('without a quota there is none', () => expect(paceOf({ sales: 20_000_00, quota: 0 }, november, '2026-11-21')).toBeNull());
});

describe('ranges', () => {
  it('spec 2.40: are named as the selector names them', () => {
    expect(rangeLabel({ start_date: '2026-10-01', end_date: '2026-12-31' })).toBe('2026-Q4');
    expect(rangeLabel({ start_date: '2026-01-01', end_date: '2026-12-31' })).toBe('2026');
    expect(rangeLabel({ start_date: '2026-11-01', end_date: '2026-11-21' })).toBe('2026-11-01 to 2026-11-21');
  });

  it('a month to date is the first days of its month, whole months and other days of none', () => {
    expect(monthOfFirstDays({ start_date: '2026-11-01', end_date: '2026-11-21' })).toEqual({
      start_date: '2026-11-01',
      end_date: '2026-11-30',
    });
    expect(monthOfFirstDays({ start_date: '2026-11-01', end_date: '2026-11-30' })).toBeNull();
    expect(monthOfFirstDays({ start_date: '2026-11-02', end_date: '2026-11-21' })).toBeNull();
    expect(monthOfFirstDays({ start_date: '2026-10-01', end_date: '2026-11-21' })).toBeNull();
  });

  it('twelve months end with that of the day', () => {
    expect([monthsUpTo('2026-03-31')[0], monthsUpTo('2026-03-31')[11]]).toEqual(['2025-04-01', '2026-03-01']);
  });
});
