import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addDays,
  daysIn,
  defaultRange,
  earliestYear,
  isDay,
  monthRange,
  type Period,
  periodAt,
  periodLabel,
  periodModes,
  quarterOf,
  quarterRange,
  shiftPeriod,
  yearRange,
} from '../../../contract/rules/time/period.ts';

const custom = (start_date: string, end_date: string): Period => ({ mode: 'custom', start_date, end_date });
const anyDay = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2000-01-01', days));
const anyPeriod = fc.record({ mode: fc.constantFrom(...periodModes), day: anyDay }).map(({ mode, day }) => periodAt(mode, day));
const zones = [
  ['America/Phoenix', 420],
  ['UTC', 0],
  ['Asia/Kolkata', -330],
] as const;

describe.each(zones)('periods with the machine in %s', (zone, offset) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('really runs in that time zone', () => expect(new Date('2026-06-15T12:00:00Z').getTimezoneOffset()).toBe(offset));

  it.each([
    ['2026-11-21', '2026-11-01', '2026-11-30'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
    ['2026-01-01', '2026-01-01', '2026-01-31'],
    ['2026-02-28', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2100-02-01', '2100-02-01', '2100-02-28'],
  ])('spec 4.02: the month of %s is %s to %s', (day, start_date, end_date) =>
    expect(periodAt('month', day)).toEqual({ mode: 'month', start_date, end_date }),
  );

  it.each([
    ['2026-01-01', '2026-01-01', '2026-03-31'],
    ['2026-03-31', '2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-04-01', '2026-06-30'],
    ['2026-09-30', '2026-07-01', '2026-09-30'],
    ['2026-11-21', '2026-10-01', '2026-12-31'],
  ])('spec 4.02, 9.02: the calendar quarter of %s is the three months %s to %s', (day, start_date, end_date) =>
    expect(periodAt('quarter', day)).toEqual({ mode: 'quarter', start_date, end_date }),
  );

  it('spec 4.02: the year is 1 January to 31 December', () => {
    expect(periodAt('year', '2026-11-21')).toEqual({ mode: 'year', start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(yearRange(2028)).toEqual({ start_date: '2028-01-01', end_date: '2028-12-31' });
    expect(daysIn(yearRange(2028))).toBe(366);
  });

  it('spec 3.02: the default range is the first day of the current month to today', () => {
    expect(defaultRange('2026-11-21')).toEqual({ start_date: '2026-11-01', end_date: '2026-11-21' });
    expect(defaultRange('2026-12-01')).toEqual({ start_date: '2026-12-01', end_date: '2026-12-01' });
  });

  it.each([
    [periodAt('month', '2026-01-31'), '2025-12-01', '2025-12-31', '2026-02-01', '2026-02-28'],
    [periodAt('month', '2026-12-05'), '2026-11-01', '2026-11-30', '2027-01-01', '2027-01-31'],
    [periodAt('quarter', '2026-02-01'), '2025-10-01', '2025-12-31', '2026-04-01', '2026-06-30'],
    [periodAt('year', '2028-02-29'), '2027-01-01', '2027-12-31', '2029-01-01', '2029-12-31'],
    [custom('2026-11-01', '2026-11-10'), '2026-10-22', '2026-10-31', '2026-11-11', '2026-11-20'],
    [custom('2028-02-29', '2028-02-29'), '2028-02-28', '2028-02-28', '2028-03-01', '2028-03-01'],
  ])('spec 2.40: the arrows move %j to the period before and after', (period, s0, e0, s1, e1) => {
    expect(shiftPeriod(period, -1)).toEqual({ mode: period.mode, start_date: s0, end_date: e0 });
    expect(shiftPeriod(period, 1)).toEqual({ mode: period.mode, start_date: s1, end_date: e1 });
  });

  it.each([
    [periodAt('month', '2026-01-31'), '2026-01'],
    [periodAt('quarter', '2026-01-31'), '2026-Q1'],
    [periodAt('quarter', '2026-11-21'), '2026-Q4'],
    [periodAt('year', '2026-11-21'), '2026'],
    [custom('2026-11-01', '2026-11-10'), '2026-11-01 to 2026-11-10'],
  ])('spec 2.40: the label of %j is %s', (period, label) => expect(periodLabel(period)).toBe(label));

  it('spec 5.04: pickers go back 10 years before the current year and no further', () => {
    expect(earliestYear('2026-11-21')).toBe(2016);
    expect(earliestYear('2027-01-01')).toBe(2017);
  });

  it('a month may run into the next or the previous year', () => {
    expect(monthRange(2026, 12)).toEqual({ start_date: '2027-01-01', end_date: '2027-01-31' });
    expect(monthRange(2026, -1)).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' });
    expect(quarterRange(2026, 4)).toEqual({ start_date: '2027-01-01', end_date: '2027-03-31' });
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-01-01T00:00:00Z', '', null, 20260101])('%j is not a day', (text) =>
    expect(isDay(text)).toBe(false),
  );

  it('every period contains its day and starts where the previous one ends', () =>
    fc.assert(
      fc.property(fc.constantFrom(...periodModes), anyDay, (mode, day) => {
        const period = periodAt(mode, day);
        expect(period.start_date <= day && day <= period.end_date).toBe(true);
        expect(addDays(shiftPeriod(period, -1).end_date, 1)).toBe(period.start_date);
        expect(addDays(period.end_date, 1)).toBe(shiftPeriod(period, 1).start_date);
      }),
    ));

  it('next, then previous, returns to the calendar period', () =>
    fc.assert(
      fc.property(anyPeriod, (period) => {
        fc.pre(period.mode !== 'custom');
        expect(shiftPeriod(shiftPeriod(period, 1), -1)).toEqual(period);
        expect(shiftPeriod(shiftPeriod(period, -1), 1)).toEqual(period);
      }),
    ));

  it('a custom range keeps its length when moved forth and back', () =>
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 900 }), (start, length) => {
        const period = custom(start, addDays(start, length));
        expect(daysIn(shiftPeriod(period, 1))).toBe(length + 1);
        expect(shiftPeriod(shiftPeriod(period, -1), 1)).toEqual(period);
      }),
    ));

  it('a year is its four quarters and its twelve months, without a repeated day', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1970, max: 2120 }), (year) => {
        const sum = (ranges: readonly { start_date: string; end_date: string }[]) =>
          ranges.reduce((days, range) => days + daysIn(range), 0);
        expect(sum([0, 1, 2, 3].map((quarter) => quarterRange(year, quarter)))).toBe(daysIn(yearRange(year)));
        expect(sum(Array.from({ length: 12 }, (_, month) => monthRange(year, month)))).toBe(daysIn(yearRange(year)));
        expect(quarterOf(`${year}-12-31`)).toBe(3);
      }),
    ));
});
