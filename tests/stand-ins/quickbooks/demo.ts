import type { QuickBooksStandIn } from './index.ts';

const DAY = 86_400_000;
const customers = ['Cactus Elementary', 'Mesa Public Library', 'Desert Ridge Academy', 'Ocotillo After School', 'Saguaro STEM Camp'];
const people = ['sales@demo.test', 'manager@demo.test'];
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Written off by a journal entry, which QuickBooks applies as a zero payment. */
const WRITTEN_OFF = 5;
/** A journal entry that Quotaboard doesn't read reduced the balance by this amount. */
const DIFFERING = { index: 2, by: 150 };

/**
 * A company with a quarter of invoices by the demo's salespeople, most of them paid, one credit memo, one invoice in euros, one that was
 * written off, and one whose balance differs from its payments.
 */
export const fillDemo = (standIn: QuickBooksStandIn): void => {
  const company = standIn.company('4620816365000000001', 'Desert Robotics Supplies');
  const today = standIn.now();
  customers.forEach((name, index) => {
    company.put('Customer', {
      Id: String(index + 1),
      DisplayName: name,
      Active: true,
      PrimaryEmailAddr: { Address: `office${index + 1}@example.test` },
    });
  });
  for (let index = 0; index < 24; index += 1) {
    const id = String(100 + index);
    const amount = 1200 + ((index * 37) % 17) * 250;
    const tax = Math.round(amount * 8) / 100;
    const customer = { value: String((index % customers.length) + 1), name: customers[index % customers.length] };
    const booked = new Date(today.getTime() - ((index * 2) % 40) * DAY);
    const total = Math.round((amount + tax) * 100) / 100;
    company.put('Invoice', {
      Id: id,
      DocNumber: String(5001 + index),
      TxnDate: day(booked),
      DueDate: day(new Date(booked.getTime() + 30 * DAY)),
      CustomerRef: customer,
      TotalAmt: total,
      ...(index === DIFFERING.index ? { Balance: total - DIFFERING.by } : {}),
      CurrencyRef: { value: index === 23 ? 'EUR' : 'USD' },
      TxnTaxDetail: { TotalTax: tax },
      CustomField: [{ DefinitionId: '1', Name: 'Sales Rep', Type: 'StringType', StringValue: people[index % people.length] }],
      Line: [
        { Amount: amount, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Coding program' } } },
      ],
    });
    if (index === WRITTEN_OFF) {
      const [to, by] = [
        { TxnId: id, TxnType: 'Invoice' },
        { TxnId: '9901', TxnType: 'JournalEntry' },
      ];
      const lines = [to, by].map((linked) => ({ Amount: total, LinkedTxn: [linked] }));
      company.put('Payment', { Id: String(500 + index), TxnDate: day(today), CustomerRef: customer, TotalAmt: 0, Line: lines });
    }
    if (index % 3 === 2 || index === 23) continue;
    company.put('Payment', {
      Id: String(500 + index),
      TxnDate: day(new Date(Math.min(today.getTime(), booked.getTime() + 5 * DAY))),
      CustomerRef: customer,
      TotalAmt: total,
      PaymentRefNum: `CHK-${8000 + index}`,
      PaymentMethodRef: { value: '1', name: 'check' },
      CurrencyRef: { value: 'USD' },
      Line: [{ Amount: total, LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }] }],
    });
  }
  company.put('CreditMemo', {
    Id: '900',
    DocNumber: '6001',
    TxnDate: day(today),
    CustomerRef: { value: '1', name: customers[0] },
    TotalAmt: 250,
    CurrencyRef: { value: 'USD' },
    Line: [{ Amount: 250, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Coding program' } } }],
  });
};
