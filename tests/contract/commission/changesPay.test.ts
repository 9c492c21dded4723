import { expect, it } from 'vitest';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';

const plan = { id: 'a', applies_to: { roles: ['salesperson'] } };

it.each([
  ['the layout of the payroll file', { payroll: { layout: 'gusto' } }],
  ['the address on invoices', { invoice_address: ['12 Main St'] }],
  ['goals', { goals: [{ metric: 'deals_closed', period: 'month', target: 15 }] }],
  ['an example', { examples: [{ plan: 'a', quota: 100_000, rows: [60_000], expect: [3_000] }] }],
])('decisions 2.07: %s changes no pay, so it needs no effective day', (_, overrides) => {
  expect(canChangePay(JSON.stringify({ plans: [plan] }), JSON.stringify({ plans: [plan], ...overrides }, null, 2))).toBe(false);
  expect(canChangePay(JSON.stringify({ plans: [plan], ...overrides }), JSON.stringify({ plans: [plan] }))).toBe(false);
});

it.each([
  ['a rate', { plans: [{ ...plan, base_commission_rate: 0.06 }] }],
  ['a day of payout', { payout: { day: 15 } }],
  ['the threshold of approvals', { second_approval_over: 1 }],
  ['a time zone', { timezone: 'Asia/Kolkata' }],
  ['the first day of the books', { books_begin_on: '2026-01-01' }],
  ['a rate together with the payroll layout', { plans: [{ ...plan, base_commission_rate: 0.06 }], payroll: { layout: 'gusto' } }],
])('decisions 2.07: %s changes pay, or when and by whom it is paid', (_, overrides) => {
  expect(canChangePay(JSON.stringify({ plans: [plan] }), JSON.stringify({ plans: [plan], ...overrides }))).toBe(true);
});

it('assumes that unreadable text changes pay', () => {
  expect(canChangePay('{}', '{')).toBe(true);
  expect(canChangePay('', '{}')).toBe(true);
});
