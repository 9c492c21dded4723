import { describe, expect, it } from 'vitest';
import { lastPaidDay, nextPaidMonth, runOfRecord } from '../../../contract/rules/payouts/payDay.ts';

describe('decisions 2.07, 2.29: the month and pay day of the next run', () => {
  it.each([
    ['last_day', '2026-11-21', null, '2026-11', '2026-11-30'],
    ['last_day', '2026-11-30', null, '2026-11', '2026-11-30'],
    ['last_day', '2026-02-01', null, '2026-02', '2026-02-28'],
    ['last_day', '2026-11-21', { month: '2026-10-01', pay_on: '2026-10-31' }, '2026-11', '2026-11-30'],
    // A past month without a run counts as over.
    ['last_day', '2026-11-21', { month: '2026-08-01', pay_on: '2026-08-31' }, '2026-11', '2026-11-30'],
    // October's run was two days late.
    ['last_day', '2026-11-03', { month: '2026-10-01', pay_on: '2026-11-02' }, '2026-11', '2026-11-30'],
    // October's run was late by more than half a month.
    ['last_day', '2026-11-21', { month: '2026-10-01', pay_on: '2026-11-16' }, '2026-11', '2026-11-30'],
    // This month's run has paid early.
    ['last_day', '2026-11-28', { month: '2026-11-01', pay_on: '2026-11-27' }, '2026-11', '2026-12-31'],
    ['last_day', '2026-12-29', { month: '2026-12-01', pay_on: '2026-12-28' }, '2026-12', '2027-01-31'],
    // The newest run paid its own month.
    [15, '2026-11-20', { month: '2026-11-01', pay_on: '2026-11-15' }, '2026-11', '2026-12-15'],
    [15, '2026-12-01', { month: '2026-11-01', pay_on: '2026-11-15' }, '2026-12', '2026-12-15'],
    [15, '2026-12-16', { month: '2026-12-01', pay_on: '2026-12-15' }, '2026-12', '2027-01-15'],
    [1, '2026-11-21', { month: '2026-11-01', pay_on: '2026-11-01' }, '2026-11', '2026-12-01'],
    // It paid in arrears.
    [5, '2026-12-03', { month: '2026-10-01', pay_on: '2026-11-05' }, '2026-11', '2026-12-05'],
    [5, '2026-11-21', { month: '2026-11-01', pay_on: '2026-12-05' }, '2026-11', '2027-01-05'],
    ['last_day', '2027-01-04', { month: '2026-11-01', pay_on: '2026-12-31' }, '2026-12', '2027-01-31'],
    // It paid in arrears, a few days early or late.
    [15, '2026-12-11', { month: '2026-11-01', pay_on: '2026-12-10' }, '2026-12', '2027-01-15'],
    [1, '2026-10-31', { month: '2026-10-01', pay_on: '2026-10-30' }, '2026-10', '2026-12-01'],
    [5, '2026-11-21', { month: '2026-10-01', pay_on: '2026-11-20' }, '2026-11', '2026-12-05'],
    // Without any run, a fixed day pays the month before.
    [5, '2026-12-03', null, '2026-11', '2026-12-05'],
    [15, '2026-11-15', null, '2026-10', '2026-11-15'],
    [15, '2026-11-16', null, '2026-11', '2026-12-15'],
    // The pay day was changed after the run: no month is left out.
    [10, '2026-12-02', { month: '2026-11-01', pay_on: '2026-11-30' }, '2026-12', '2026-12-10'],
    [15, '2027-01-05', { month: '2026-12-01', pay_on: '2026-12-31' }, '2027-01', '2027-01-15'],
    [28, '2026-11-06', { month: '2026-10-01', pay_on: '2026-11-05' }, '2026-11', '2026-11-28'],
    ['last_day', '2026-11-16', { month: '2026-10-01', pay_on: '2026-11-15' }, '2026-11', '2026-11-30'],
  ] as const)('rule %s on %s after the run %o: %s, paid on %s', (rule, today, last, month, pay_on) =>
    expect(nextPaidMonth({ rule, last }, today)).toEqual({ month: `${month}-01`, pay_on }),
  );
});

it.each([
  ['2026-10-01', '2026-10-31'],
  ['2026-11-01', '2026-11-21'],
])('a run for %s, proposed on Nov 21, pays amounts up to %s (decisions 2.16)', (month, day) =>
  expect(lastPaidDay(month, '2026-11-21')).toBe(day),
);

describe('decisions 2.04: the run that pays a record', () => {
  const november = { month: '2026-11-01', pay_on: '2026-11-30' };
  it.each([
    ['last_day', null, '2026-11-02', '2026-11-20', '2026-11-30'],
    ['last_day', null, '2026-11-02', '2026-12-04', '2026-12-31'],
    // The run of this month is already proposed, without the record.
    ['last_day', november, '2026-11-02', '2026-11-20', '2026-12-31'],
    // A fixed day pays the month before.
    [15, null, '2026-10-30', '2026-11-20', '2026-12-15'],
    [15, null, '2026-11-02', '2026-11-20', '2026-12-15'],
    [28, null, '2026-11-02', '2026-11-20', '2026-12-28'],
    [28, null, '2026-10-30', '2026-11-20', '2026-11-28'],
    [28, { month: '2026-11-01', pay_on: '2026-11-28' }, '2026-11-02', '2026-12-29', '2027-01-28'],
    // The pay day was changed after the run.
    [10, november, '2026-11-02', '2026-12-01', '2026-12-10'],
  ] as const)('rule %s, newest run %o, booked on %s and due on %s: %s', (rule, last, bookedOn, dueOn, day) =>
    expect(runOfRecord({ rule, last }, '2026-11-21', { bookedOn, dueOn }).pay_on).toBe(day),
  );
});
