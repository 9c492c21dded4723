import { xeroDay, xeroId } from './organisation.ts';
import type { XeroStandIn } from './xero.ts';

const DAY_MS = 86_400_000;
const customers = ['Juniper Charter School', 'Verde Valley Library', 'Prescott Makers', 'Sedona Science Camp'];
const people = ['sales@demo.test', 'manager@demo.test'];

/** An organisation with sixteen invoices of the demo's sellers: most are paid, one is a draft, one is in pounds, and one is credited in part. */
export const fillDemo = (standIn: XeroStandIn): void => {
  const organisation = standIn.organisation('fe79f7dd-b6d4-4a92-ba7b-538af6289c58', 'Juniper Robotics (Demo)');
  const dayBefore = (days: number): string => xeroDay(new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const contactOf = (index: number) => ({ ContactID: xeroId(`c-${index % customers.length}`), Name: customers[index % customers.length] });
  customers.forEach((_, index) => {
    organisation.put('Contacts', {
      ...contactOf(index),
      ContactStatus: 'ACTIVE',
      IsCustomer: true,
      EmailAddress: `office${index}@example.test`,
    });
  });
  for (let index = 0; index < 16; index += 1) {
    const net = 900 + ((index * 31) % 13) * 200;
    const tax = Math.round(net * 8) / 100;
    const Tracking = [{ Name: 'Sales Rep', Option: people[index % people.length] }];
    const [InvoiceID, CurrencyCode] = [xeroId(`i-${index}`), index === 14 ? 'GBP' : 'USD'];
    organisation.put('Invoices', {
      ...{ Type: 'ACCREC', InvoiceID, InvoiceNumber: `INV-${1001 + index}`, Contact: contactOf(index), CurrencyCode },
      ...{ Status: index === 15 ? 'DRAFT' : 'AUTHORISED', Date: dayBefore(index * 2), DueDate: dayBefore(index * 2 - 30) },
      ...{ SubTotal: net, TotalTax: tax, Total: net + tax, LineItems: [{ Description: 'Coding program', LineAmount: net, Tracking }] },
    });
    if (index % 3 === 2 || index >= 14) continue;
    organisation.put('Payments', {
      ...{
        PaymentID: xeroId(`p-${index}`),
        PaymentType: 'ACCRECPAYMENT',
        Status: 'AUTHORISED',
        Date: dayBefore(Math.max(0, index * 2 - 4)),
      },
      ...{ Amount: net + tax, Reference: `CHK-${4000 + index}` },
      Invoice: { Type: 'ACCREC', InvoiceID, CurrencyCode, Contact: contactOf(index) },
    });
  }
  organisation.put('CreditNotes', {
    ...{ Type: 'ACCRECCREDIT', CreditNoteID: xeroId('n-1'), CreditNoteNumber: 'CN-0001', Contact: contactOf(2), CurrencyCode: 'USD' },
    ...{ Status: 'AUTHORISED', Date: dayBefore(1), SubTotal: 150, TotalTax: 0, Total: 150, Payments: [] },
    Allocations: [{ AllocationID: xeroId('a-1'), Invoice: { InvoiceID: xeroId('i-2') }, Amount: 100, Date: dayBefore(1) }],
  });
};
