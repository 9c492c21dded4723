import { describe, expect, it } from 'vitest';
import { invoiceForm } from '../../contract/forms/invoice.ts';
import { creditedNet, daysOverdue, type InvoiceMoney, invoiceStatusOf } from '../../contract/rules/invoices.ts';

const sent: InvoiceMoney = { state: 'sent', gross: 1000, received: 0, credited: 0, due: '2026-11-20' };

describe('decisions 2.14: paid and overdue are derived', () => {
  it.each<readonly [Partial<InvoiceMoney>, string]>([
    [{}, 'overdue'],
    [{ due: '2026-11-21' }, 'sent'],
    [{ due: null }, 'sent'],
    [{ received: 999 }, 'overdue'],
    [{ received: 1000 }, 'paid'],
    [{ received: 1001 }, 'paid'],
    [{ state: 'draft' }, 'draft'],
    [{ state: 'cancelled', received: 1000 }, 'cancelled'],
    [{ gross: -500, due: null }, 'sent'],
    [{ gross: -500, received: -500 }, 'paid'],
    [{ credited: 1000 }, 'settled'],
    [{ received: 400, credited: 600 }, 'paid'],
    [{ credited: 999 }, 'overdue'],
    [{ gross: -500, credited: -500 }, 'settled'],
    [{ gross: 0 }, 'sent'],
  ])('%j on November 21, 2026 is %s', (overrides, status) => expect(invoiceStatusOf({ ...sent, ...overrides }, '2026-11-21')).toBe(status));

  it.each([
    ['2026-11-20', 1],
    ['2026-11-21', 0],
    ['2026-03-01', 265],
    [null, 0],
  ])('due on %s it is %d days overdue, despite clock changes', (due, days) => expect(daysOverdue(due, '2026-11-21')).toBe(days));
});

describe('decisions 2.10: typed amounts', () => {
  const form = {
    invoice_number: 'INV-1',
    customer_name: 'Acme School',
    booking_date: '2026-11-01',
    due_date: '2026-12-01',
    gross_amount: '1',
    net_revenue: '1',
  };
  const grossOf = (gross_amount: string): unknown => invoiceForm.validateSync({ ...form, gross_amount }).gross_amount;

  it.each([
    ['1,234.50', '1234.50'],
    ['$1,000', '1000'],
    [' 12 ', '12'],
  ])('accepts %s as %s', (input, taken) => expect(grossOf(input)).toBe(taken));
  it.each(['1.234,50', '12,34', '(5)', '-5', 'abc'])('refuses %s and never guesses', (input) => expect(() => grossOf(input)).toThrow());
});

describe('decisions 2.02: the net revenue that a credit memo takes back', () => {
  it('is the share of the gross, and all of it for memos of the full gross', () => {
    const invoice = { gross: 10_000, net: 3_333 };
    expect(creditedNet(invoice, { gross: 0, net: 0 }, 3_333)).toBe(1_111);
    expect(creditedNet(invoice, { gross: 6_666, net: 2_222 }, 3_334)).toBe(1_111);
    expect(creditedNet({ gross: 10_800, net: 10_000 }, { gross: 0, net: 0 }, 10_800)).toBe(10_000);
  });
});
