import { expect, it } from 'vitest';
import type { Role } from '../../../contract/entities/user.ts';
import { hasNoCommission } from '../../../contract/rules/performance/hasNoCommission.ts';

const month = { month: '2026-10-01', total_commission: 0 };
const noFigures = { quota_amount: 0, total_sales: 0, months: [month] };

it.each<[string, Role, Parameters<typeof hasNoCommission>[1], boolean]>([
  ['an administrator without quota, sales and commission', 'admin', noFigures, true],
  ['a salesperson', 'salesperson', noFigures, false],
  ['a manager with a quota', 'sales_manager', { ...noFigures, quota_amount: 100_000 }, false],
  ['a manager with sales', 'sales_manager', { ...noFigures, total_sales: 1 }, false],
  [
    'an administrator who was paid in an earlier month',
    'admin',
    { ...noFigures, months: [month, { ...month, total_commission: 12 }] },
    false,
  ],
  ['anyone if the provider sends no months', 'admin', { quota_amount: 0, total_sales: 0 }, false],
])('says for %s whether they have no commission', (_, role, figures, expected) => expect(hasNoCommission(role, figures)).toBe(expected));
