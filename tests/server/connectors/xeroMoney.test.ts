import { describe, expect, it } from 'vitest';
import { factsIn, xeroLists } from '../../../server/connectors/xero/xeroMoney.ts';
import { xeroDay } from '../../stand-ins/xero/organisation.ts';

const facts = (name: string, ...rows: object[]) => {
  const entity = xeroLists.find((one) => one.name === name) ?? xeroLists[0];
  return factsIn(entity, { [name]: rows }).facts;
};
const known = {
  Contact: { ContactID: 'c-1', Name: 'Acme School' },
  CurrencyCode: 'USD',
  Status: 'AUTHORISED',
  UpdatedDateUTC: '/Date(1763000000000+0000)/',
};
const invoice = {
  ...known,
  Type: 'ACCREC',
  InvoiceID: 'i-1',
  InvoiceNumber: 'INV-1',
  Reference: 'PO 7',
  Date: xeroDay('2026-11-02'),
  DueDate: xeroDay('2026-12-02'),
  SubTotal: 100.1,
  TotalTax: 8.01,
  Total: 108.11,
  AmountDue: 108.11,
};
const line = (Name: string, Option: string) => ({ Tracking: [{ Name, Option }] });
const creditNote = {
  ...known,
  Type: 'ACCRECCREDIT',
  CreditNoteID: 'n-1',
  CreditNoteNumber: 'CN-1',
  Date: xeroDay('2026-11-05'),
  SubTotal: 90,
  TotalTax: 10,
  Total: 100,
};
const to = (InvoiceID: string, Amount: number, overrides: object = {}) => ({ Invoice: { InvoiceID }, Amount, ...overrides });

describe('Xero invoices', () => {
  it('decisions 2.19: are net of tax, in cents, on their plain dates', () => {
    expect(facts('Invoices', invoice)).toEqual([
      {
        kind: 'invoice',
        external_id: 'i-1',
        external_version: '2025-11-13T02:13:20.000Z',
        updated_at: '2025-11-13T02:13:20.000Z',
        outside_state: null,
        currency: 'USD',
        customer: { external_id: 'c-1', name: 'Acme School' },
        document_number: 'INV-1',
        fallback_number: 'XERO-i-1',
        gross_cents: 10_811,
        net_cents: 10_010,
        booking_date: '2026-11-02',
        due_date: '2026-12-02',
        notes: 'PO 7',
        salesperson: null,
        balance_cents: 10_811,
      },
    ]);
  });

  it.each([
    ['AUTHORISED', null],
    ['PAID', null],
    ['VOIDED', 'voided'],
    ['DRAFT', 'deleted'],
    ['SUBMITTED', 'deleted'],
    ['DELETED', 'deleted'],
  ])('decisions 2.26: with status %s have the state %s', (Status, outside_state) => {
    expect(facts('Invoices', { ...invoice, Status })).toMatchObject([{ outside_state }]);
  });

  it('decisions 2.26: with an undocumented status or type are asked about, never assumed', () => {
    expect(facts('Invoices', { ...invoice, Status: 'toString' })).toMatchObject([{ unplaced: [{ field: 'state', value: 'toString' }] }]);
    expect(facts('Invoices', { ...invoice, Status: 'LOCKED', Type: 'ACCNEW' })).toMatchObject([
      {
        unplaced: [
          { field: 'type', value: 'ACCNEW' },
          { field: 'state', value: 'LOCKED' },
        ],
      },
    ]);
    expect(() => facts('Invoices', { ...invoice, Status: undefined })).toThrow('no id');
    expect(() => facts('Invoices', { ...invoice, CurrencyCode: undefined })).toThrow('no id');
  });

  it('are skipped if they are bills', () => {
    expect(facts('Invoices', { ...invoice, Type: 'ACCPAY' })).toEqual([]);
  });

  it.each([
    [[line('Sales Rep', ' ada@example.test ')], 'ada@example.test'],
    [[line('Region', 'West'), line('Salesperson', 'Ada Park')], 'Ada Park'],
    [[line('Sales Rep', 'Ada Park'), line('Sales Rep', 'Ada Park')], 'Ada Park'],
    [[line('Sales Rep', 'Ada Park'), line('Sales Rep', 'Ben Ortiz')], null],
    [[{}], null],
  ])('decisions 7.03: name the salesperson of their tracking category, or none if lines disagree: %j', (LineItems, salesperson) => {
    expect(facts('Invoices', { ...invoice, LineItems })).toMatchObject([{ salesperson }]);
  });
});

describe('Xero credit notes', () => {
  it('decisions 2.20: link to their invoices by a payment without money', () => {
    const Allocations = [to('i-1', 60), to('i-2', 15), to('i-3', 5, { IsDeleted: true })];
    expect(facts('CreditNotes', { ...creditNote, Allocations })).toMatchObject([
      { kind: 'credit_memo', external_id: 'n-1', document_number: 'CN-1', gross_cents: 10_000, net_cents: 9000, outside_state: null },
      { kind: 'credit_memo', external_id: 'Rn-1', gross_cents: 0, outside_state: 'deleted' },
      {
        kind: 'payment',
        external_id: 'n-1',
        amount_cents: 0,
        received_on: '2026-11-05',
        lines: [
          { invoice: 'i-1', amount_cents: 6000 },
          { invoice: 'i-2', amount_cents: 1500 },
        ],
        credits: [{ memo: 'n-1', amount_cents: 7500 }],
        outside_state: null,
      },
    ]);
  });

  it('reverse their allocation once nothing is allocated', () => {
    const [, , payment] = facts('CreditNotes', { ...creditNote, Allocations: [] });
    expect(payment).toMatchObject({ kind: 'payment', external_id: 'n-1', outside_state: 'deleted' });
  });

  it('decisions 2.27: are split if partly repaid, without losing a cent of net revenue', () => {
    const [rest, refund] = facts('CreditNotes', { ...creditNote, TotalTax: 9.99, Payments: [{ Amount: 33.33 }] });
    expect(rest).toMatchObject({ gross_cents: 6667, net_cents: 6001 });
    expect(refund).toMatchObject({ external_id: 'Rn-1', gross_cents: 3333, net_cents: 3000, refunded: true, outside_state: null });
  });
});

describe('Xero payments', () => {
  const payment = {
    PaymentID: 'p-1',
    PaymentType: 'ACCRECPAYMENT',
    Status: 'AUTHORISED',
    Date: xeroDay('2026-11-10'),
    Amount: 46,
    BankAmount: 30.5,
    Reference: 'CHK 9',
    UpdatedDateUTC: known.UpdatedDateUTC,
    Invoice: { Type: 'ACCREC', InvoiceID: 'i-1', CurrencyCode: 'USD', Contact: known.Contact },
  };
  it('decisions 2.15: pay their invoice in its currency', () => {
    expect(facts('Payments', payment)).toMatchObject([
      {
        external_id: 'p-1',
        outside_state: null,
        currency: 'USD',
        amount_cents: 4600,
        received_on: '2026-11-10',
        reference: 'CHK 9',
        lines: [{ invoice: 'i-1', amount_cents: 4600 }],
        credits: [],
      },
    ]);
  });

  it('decisions 2.20: settle nothing once reversed', () => {
    expect(facts('Payments', { ...payment, Status: 'DELETED' })).toMatchObject([{ external_id: 'p-1', outside_state: 'deleted' }]);
  });

  it.each(['ARCREDITPAYMENT', 'AROVERPAYMENTPAYMENT', 'ACCPAYPAYMENT'])(
    'of type %s come with their document, or not at all',
    (PaymentType) => {
      expect(facts('Payments', { ...payment, PaymentType })).toEqual([]);
    },
  );

  it('decisions 2.27: made in advance count for their allocated invoices, less the repaid part', () => {
    const more = { Date: xeroDay('2026-11-08'), Total: 500, Payments: [{ Amount: 100 }], Allocations: [to('i-1', 300)] };
    expect(facts('Prepayments', { ...known, ...more, Type: 'RECEIVE-PREPAYMENT', PrepaymentID: 'a-1' })).toMatchObject([
      { kind: 'payment', external_id: 'a-1', amount_cents: 40_000, lines: [{ invoice: 'i-1', amount_cents: 30_000 }] },
    ]);
    expect(facts('Overpayments', { ...known, ...more, Type: 'SPEND-OVERPAYMENT', OverpaymentID: 'a-2' })).toEqual([]);
  });
});

describe('Xero contacts', () => {
  it.each([
    ['ACTIVE', false],
    ['ARCHIVED', true],
    ['GDPRREQUEST', true],
  ])('with status %s are deleted customers: %s', (ContactStatus, gone) => {
    const contact = { ...known, ContactID: 'c-1', Name: ' Acme School ', EmailAddress: '', ContactStatus };
    expect(facts('Contacts', contact)).toMatchObject([{ kind: 'customer', external_id: 'c-1', name: 'Acme School', email: null, gone }]);
  });
});
