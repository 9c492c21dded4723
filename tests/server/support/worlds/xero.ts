import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { xeroConnector } from '../../../../server/connectors/xero/xero.ts';
import { computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { ConnectionProblem } from '../../../../server/domain/connections/connectionProblem.ts';
import { type Organisation, xeroDay, xeroId } from '../../../stand-ins/xero/organisation.ts';
import { startXero } from '../../../stand-ins/xero/xero.ts';
import { MINUTE_MS } from '../testApp.ts';
import { createConnectionWorld } from './connections.ts';

export const ACME_ID = 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58';
export const OTHER_ID = 'b2c885a9-4bb9-4a00-9b6e-6c2bf60b1a2b';
export const Contact = { ContactID: xeroId('c-1'), Name: 'Acme School' };
/** The part of a credit note, prepayment or overpayment that is allocated to an invoice. */
export const allocationTo = (key: string, Amount: number) => ({ Invoice: { InvoiceID: xeroId(key) }, Amount, Date: xeroDay('2026-11-12') });

const documentsIn = (books: Organisation) => ({
  invoice: (key: string, number: string, net: number, overrides: object = {}) =>
    books.put('Invoices', {
      ...{ Type: 'ACCREC', InvoiceID: xeroId(key), InvoiceNumber: number, Contact, CurrencyCode: 'USD', Status: 'AUTHORISED' },
      ...{ Date: xeroDay('2026-11-02'), DueDate: xeroDay('2026-12-02'), SubTotal: net, TotalTax: 0, Total: net },
      LineItems: [{ Description: 'Program', Tracking: [{ Name: 'Sales Rep', Option: 'seller@example.test' }] }],
      ...overrides,
    }),
  payment: (key: string, invoiceKey: string, Amount: number, overrides: object = {}) =>
    books.put('Payments', {
      ...{ PaymentID: xeroId(key), PaymentType: 'ACCRECPAYMENT', Status: 'AUTHORISED', Date: xeroDay('2026-11-10'), Amount },
      Invoice: { Type: 'ACCREC', InvoiceID: xeroId(invoiceKey), CurrencyCode: 'USD', Contact },
      ...overrides,
    }),
  creditNote: (key: string, number: string, Total: number, overrides: object = {}) =>
    books.put('CreditNotes', {
      ...{ Type: 'ACCRECCREDIT', CreditNoteID: xeroId(key), CreditNoteNumber: number, Contact, CurrencyCode: 'USD', Status: 'AUTHORISED' },
      ...{ Date: xeroDay('2026-11-12'), SubTotal: Total, TotalTax: 0, Total, Payments: [], Allocations: [] },
      ...overrides,
    }),
});

/** A server that can connect to a stand-in of Xero, with two organisations, of which the first has a customer. */
export const createXeroWorld = async () => {
  let now = (): number => Date.now();
  let aheadMs = 0;
  const standIn = await startXero({ now: () => now(), perMinute: 10_000 });
  const base = await createConnectionWorld({ xero: xeroConnector(vendorsOf(standIn.env, 'http://127.0.0.1:8080')) }, {}, false);
  now = () => base.server.clock().getTime() + aheadMs;
  const seller = await base.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  const books = standIn.organisation(ACME_ID, 'Acme Books');
  standIn.organisation(OTHER_ID, 'Other Books');
  books.put('Contacts', { ...Contact, IsCustomer: true, ContactStatus: 'ACTIVE' });

  const one = async (suffix = 'ACME') =>
    (await base.call('GET', 'xero')).json().data.find((item: { invoice_suffix: string }) => item.invoice_suffix === suffix);
  const drain = async () => {
    await base.worker.drain();
    for (const failure of base.failures) if (!(failure instanceof ConnectionProblem)) throw failure;
    await computeMarks(base.store, base.server.clock);
  };
  return {
    base,
    standIn,
    books,
    seller,
    ...documentsIn(books),
    /** How far the vendor's clock is ahead of ours. */
    setAhead: (ms: number): void => {
      aheadMs = ms;
    },
    one,
    drain,
    sync: async () => {
      base.server.clock.advance(5 * MINUTE_MS);
      const { id } = await one();
      await base.call('POST', `xero/${id}/sync`);
      await drain();
      return (await base.call('GET', `xero/${id}/runs`)).json().data[0];
    },
    /** Connects from the suffix to the result page, as the vendor's window does. */
    connect: async (suffix: string, tenantIds: readonly string[], scope?: string) => {
      const { auth_url } = (await base.call('POST', 'xero', { invoice_suffix: suffix })).json();
      const url = new URL(auth_url);
      const code = standIn.codeFor(tenantIds, scope ?? url.searchParams.get('scope') ?? '');
      const back = new URLSearchParams({ state: url.searchParams.get('state') ?? '', code });
      return base.server.call('GET', `/api/v1/integrations/xero/callback?${back}`);
    },
    invoiceHere: (number: string) =>
      base.server.db.query.selectFrom('invoices').selectAll().where('invoice_number', '=', number).executeTakeFirst(),
    received: async (number: string): Promise<number> => {
      const rows = await base.server.db.query
        .selectFrom('customer_payments as p')
        .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
        .select('p.amount_cents')
        .where('i.invoice_number', '=', number)
        .where('p.state', '=', 'completed')
        .execute();
      return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    },
    due: async (): Promise<number> => {
      const rows = await base.server.db.query.selectFrom('commission_records').select('due_cents').where('user_id', '=', seller).execute();
      return rows.reduce((sum, { due_cents }) => sum + due_cents, 0);
    },
    waiting: async () => (await base.call('GET', `xero/${(await one()).id}/quarantine`)).json().data,
    close: async () => {
      await base.close();
      await standIn.close();
    },
  };
};
export type XeroWorld = Awaited<ReturnType<typeof createXeroWorld>>;
