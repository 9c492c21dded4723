import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarRange, calendarStep, calendarWeeks, weekOf, weeksOfMonth } from '../../../contract/rules/time/calendar.ts';
import { addDays, daysIn, firstDayOfMonth, lastDayOfMonth } from '../../../contract/rules/time/period.ts';

const days = fc.integer({ min: 0, max: 365 * 60 }).map((after) => addDays('1990-01-01', after));

describe('the weeks of a calendar', () => {
  it('a week begins on Sunday and contains its day, even across months and years', () => {
    expect(weekOf('2026-11-21')).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(weekOf('2026-11-15')[0]).toBe('2026-11-15');
    expect(weekOf('2027-01-01')).toEqual([
      '2026-12-27',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  it.each([
    ['2026-02-10', 4, '2026-02-01', '2026-02-28'],
    ['2026-11-21', 5, '2026-11-01', '2026-12-05'],
    ['2026-08-31', 6, '2026-07-26', '2026-09-05'],
    ['2028-02-29', 5, '2028-01-30', '2028-03-04'],
    ['2026-12-31', 5, '2026-11-29', '2027-01-02'],
  ])('the month of %s has %i weeks, %s to %s', (day, count, first, last) => {
    const weeks = weeksOfMonth(day);
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([count, first, last]);
  });

  it('whole weeks cover every month without a gap or an extra week', () =>
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOfMonth(day);
        const shown = weeks.flat();
        expect(shown).toEqual(Array.from(shown, (_, index) => addDays(shown[0] ?? '', index)));
        const month = day.slice(0, 7);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(week.some((item) => item.startsWith(month))).toBe(true);
        }
        const [year, number] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
        expect(shown).toEqual(expect.arrayContaining([day, firstDayOfMonth(year, number), lastDayOfMonth(year, number)]));
      }),
    ));

  it('requests one extra day at both ends of a month, because events use their own zones', () => {
    expect(calendarRange('month', '2026-11-21')).toEqual({ start_date: '2026-10-31', end_date: '2026-12-06' });
    expect(calendarRange('week', '2026-11-21')).toEqual({ start_date: '2026-11-14', end_date: '2026-11-22' });
    expect(daysIn(calendarRange('week', '2026-03-08'))).toBe(9);
  });

  it('steps to the first day of the next month, or to the same weekday a week later', () => {
    expect(calendarStep('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(calendarStep('month', '2026-01-31', -1)).toBe('2025-12-01');
    expect(calendarStep('week', '2026-12-28', 1)).toBe('2027-01-04');
    expect(calendarStep('week', '2026-03-03', -1)).toBe('2026-02-24');
  });

  it('shows the same days after a step forth and back', () =>
    fc.assert(
      fc.property(days, fc.constantFrom('month' as const, 'week' as const), (day, mode) => {
        expect(calendarWeeks(mode, calendarStep(mode, calendarStep(mode, day, 1), -1))).toEqual(calendarWeeks(mode, day));
      }),
    ));
});
