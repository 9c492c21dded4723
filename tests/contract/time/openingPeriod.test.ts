import { describe, expect, it } from 'vitest';
import type { dateRanges } from '../../../contract/entities/user.ts';
import { periodOfDefault } from '../../../contract/rules/time/openingPeriod.ts';
import { daysIn } from '../../../contract/rules/time/period.ts';
import { getOpeningPeriod } from '../../../src/shared/period/getOpeningPeriod.ts';
import { user } from '../../models/session/cases.ts';

const today = '2026-03-01';
const userPreferring = (range?: (typeof dateRanges)[number]) => ({
  ...user,
  preferences: { ...user.preferences, dashboard_settings: range === undefined ? {} : { default_date_range: range } },
});

describe('the period of a first load', () => {
  it.each([
    ['current_month', 'month', '2026-03-01', '2026-03-01'],
    ['current_quarter', 'quarter', '2026-01-01', '2026-03-31'],
    ['current_year', 'year', '2026-01-01', '2026-12-31'],
    ['last_30_days', 'custom', '2026-01-31', '2026-03-01'],
    ['last_90_days', 'custom', '2025-12-02', '2026-03-01'],
  ] as const)('spec 3.02, 3.03, 4.02: %s is a %s from %s to %s', (range, mode, start_date, end_date) => {
    expect(periodOfDefault(range, today)).toEqual({ mode, start_date, end_date });
  });

  it('the last days include today, even across a leap day', () => {
    expect(daysIn(periodOfDefault('last_30_days', '2028-03-15'))).toBe(30);
    expect(daysIn(periodOfDefault('last_90_days', '2028-03-15'))).toBe(90);
  });

  it('prefers the address, then the preference, then the screen’s default', () => {
    const linked = 'period=year&start=2025-01-01&end=2025-12-31';
    expect(getOpeningPeriod(userPreferring('last_30_days'), today, linked)).toEqual({
      mode: 'year',
      start_date: '2025-01-01',
      end_date: '2025-12-31',
    });
    expect(getOpeningPeriod(userPreferring('last_30_days'), today, 'period=year&start=oops')).toMatchObject({ mode: 'custom' });
    expect(getOpeningPeriod(userPreferring(), today, '')).toBeUndefined();
    expect(getOpeningPeriod({ ...user, preferences: undefined as never }, today, '')).toBeUndefined();
  });

  it.each([
    'period=month&start=1800-01-01&end=1800-01-31',
    'period=month&start=2026-13-01&end=2026-12-31',
    'period=decade&start=2026-01-01&end=2026-12-31',
    'period=custom&start=2026-02-01&end=2026-01-01',
    'period=custom&start=2026-02-01&end=9999-01-01',
  ])('ignores an address with a period that does not exist: %s', (search) => {
    expect(getOpeningPeriod(userPreferring(), today, search)).toBeUndefined();
  });
});
