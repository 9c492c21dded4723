import { describe, expect, it } from 'vitest';
import { nextPaidMonth, nextPayDay, payDayOfRecord } from '../../../contract/rules/payouts/payDay.ts';

describe('decisions 2.07: the next pay day', () => {
  it.each([
    ['last_day', '2026-11-21', null, '2026-11-30'],
    ['last_day', '2026-11-30', null, '2026-11-30'],
    ['last_day', '2026-02-01', null, '2026-02-28'],
    ['last_day', '2026-11-21', '2026-10-31', '2026-11-30'],
    // October's run was two days late.
    ['last_day', '2026-11-03', '2026-11-02', '2026-11-30'],
    // This month's run has paid early.
    ['last_day', '2026-11-28', '2026-11-27', '2026-12-31'],
    ['last_day', '2026-12-29', '2026-12-28', '2027-01-31'],
    [15, '2026-11-15', null, '2026-11-15'],
    [15, '2026-11-16', null, '2026-12-15'],
    [15, '2026-12-16', '2026-12-15', '2027-01-15'],
    [1, '2026-11-21', '2026-11-01', '2026-12-01'],
    // A run dated in the next month pays that month.
    [5, '2026-11-21', '2026-12-05', '2027-01-05'],
  ] as const)('rule %s on %s after a run on %s: %s', (rule, today, lastRunOn, day) => expect(nextPayDay(rule, today, lastRunOn)).toBe(day));
});

describe('decisions 2.29: the month and pay day of the next run', () => {
  it.each([
    ['last_day', '2026-11-21', null, '2026-11', '2026-11-30'],
    // The newest run paid its own month.
    [15, '2026-11-20', { month: '2026-11-01', pay_on: '2026-11-15' }, '2026-11', '2026-12-15'],
    [15, '2026-12-01', { month: '2026-11-01', pay_on: '2026-11-15' }, '2026-12', '2026-12-15'],
    // It was late and paid in the next month.
    ['last_day', '2026-11-03', { month: '2026-10-01', pay_on: '2026-11-02' }, '2026-11', '2026-11-30'],
    // It paid in arrears.
    [5, '2026-12-03', { month: '2026-10-01', pay_on: '2026-11-05' }, '2026-11', '2026-12-05'],
    ['last_day', '2027-01-04', { month: '2026-11-01', pay_on: '2026-12-31' }, '2026-12', '2027-01-31'],
    // Without any run, a fixed day pays the month before.
    [5, '2026-12-03', null, '2026-11', '2026-12-05'],
  ] as const)('rule %s on %s after the run %o: %s, paid on %s', (rule, today, last, month, pay_on) =>
    expect(nextPaidMonth(rule, today, last)).toEqual({ month: `${month}-01`, pay_on }),
  );
});

describe('decisions 2.04: the pay day of a record', () => {
  const november = { month: '2026-11-01', pay_on: '2026-11-30' };
  it.each([
    ['last_day', null, '2026-11-02', '2026-11-20', '2026-11-30'],
    ['last_day', null, '2026-11-02', '2026-12-04', '2026-12-31'],
    // The month's run is proposed and leaves it out.
    ['last_day', november, '2026-11-02', '2026-11-20', '2026-12-31'],
    // A fixed day pays the month before.
    [15, null, '2026-10-30', '2026-11-20', '2026-12-15'],
    [15, null, '2026-11-02', '2026-11-20', '2026-12-15'],
    [28, null, '2026-11-02', '2026-11-20', '2026-12-28'],
    [28, null, '2026-10-30', '2026-11-20', '2026-11-28'],
    [28, { month: '2026-11-01', pay_on: '2026-11-28' }, '2026-11-02', '2026-12-29', '2027-01-28'],
  ] as const)('rule %s, newest run %o, booked on %s and due on %s: %s', (rule, last, bookedOn, dueOn, day) =>
    expect(payDayOfRecord({ rule, last }, '2026-11-21', { bookedOn, dueOn })).toBe(day),
  );
});
