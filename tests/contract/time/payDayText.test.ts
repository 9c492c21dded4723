import { expect, it } from 'vitest';
import { payDayText } from '../../../contract/rules/time/payDayText.ts';

it.each([
  ['2026-11-29', 'on Nov 29, 2026'],
  ['2026-11-30', 'today, Nov 30, 2026'],
  ['2026-12-01', 'tomorrow, Dec 1, 2026'],
  ['2026-12-14', 'on Dec 14, 2026, in 14 days'],
  ['2026-12-31', 'on Dec 31, 2026'],
])('on Nov 30, a payment of %s is said to come %s', (day, text) => {
  expect(payDayText(day, '2026-11-30')).toBe(text);
});
