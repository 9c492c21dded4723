import { expect, it } from 'vitest';
import { lineText } from '../../../src/screens/payments/bank/bankNames.ts';
import { toNameWithoutCustomer } from '../../../src/shared/deals/toNameWithoutCustomer.ts';

const line = { kind: 'receipt', id: '7', label: 'cp-7', name: 'Mesa Library', day: '2026-11-10', amount: 25 } as const;

it('decisions 8.06: a matched payment without an invoice is named by its day, not by its id', () => {
  expect(lineText(line)).toBe('Payment of Nov 10, 2026 · Mesa Library');
  expect(lineText({ ...line, kind: 'payout', label: 'po-7', name: '' })).toBe('Commission payment of Nov 10, 2026');
  expect(lineText({ ...line, label: '1042-A' })).toBe('Payment 1042-A · Mesa Library');
});

it('look.md: a deal beside its customer is named without them', () => {
  expect(toNameWithoutCustomer('STEM week, Mesa Library', 'Mesa Library')).toBe('STEM week');
  expect(toNameWithoutCustomer('Mesa Library', 'Mesa Library')).toBe('Mesa Library');
});
