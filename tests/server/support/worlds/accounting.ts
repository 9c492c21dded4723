import { quickbooksConnector } from '../../../../server/connectors/quickbooks/quickbooks.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { ConnectionProblem } from '../../../../server/domain/connections/connectionProblem.ts';
import { startQuickBooks } from '../../../stand-ins/quickbooks/index.ts';
import { createConnectionWorld } from './connections.ts';

/** A server and a local QuickBooks; the server's clock is set to the vendor's. */
export const createAccountingWorld = async () => {
  const standIn = await startQuickBooks({ limits: false });
  const vendors = vendorsOf(standIn.env, 'http://127.0.0.1:8080');
  const base = await createConnectionWorld({ quickbooks: quickbooksConnector(vendors) });
  base.server.clock.set(standIn.now().toISOString());
  const one = async (suffix = 'ABC') =>
    (await base.call('GET', 'quickbooks')).json().data.find((item: { invoice_suffix: string }) => item.invoice_suffix === suffix);
  return {
    ...base,
    standIn,
    one,
    /** Connects a company, starting with its suffix, as the dialog does. */
    connect: async (realm: string, suffix: string) => {
      const { auth_url } = (await base.call('POST', 'quickbooks', { invoice_suffix: suffix })).json();
      const state = new URL(auth_url).searchParams.get('state') ?? '';
      const back = new URLSearchParams({ state, code: standIn.codeFor(realm), realmId: realm });
      return base.server.call('GET', `/api/v1/integrations/quickbooks/callback?${back}`);
    },
    drain: async () => {
      await base.worker.drain();
      await computeMarks(base.store, base.server.clock);
    },
    sync: async (suffix = 'ABC') => {
      const { id } = await one(suffix);
      await base.call('POST', `quickbooks/${id}/sync`);
      await base.worker.drain();
      for (const failure of base.failures) if (!(failure instanceof ConnectionProblem)) throw failure;
      await computeMarks(base.store, base.server.clock);
      return (await base.call('GET', `quickbooks/${id}/runs`)).json().data[0];
    },
    invoice: (number: string) =>
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
    closeAll: async () => {
      await base.close();
      await standIn.close();
    },
  };
};
export type AccountingWorld = Awaited<ReturnType<typeof createAccountingWorld>>;

const REALM = '4620816365000000001';
/** A server with Acme Books connected as ABC: its one customer is Acme School, and Sam Seller is the salesperson. */
export const createAcmeBooks = async () => {
  const world = await createAccountingWorld();
  const company = world.standIn.company(REALM, 'Acme Books');
  await world.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  await world.connect(REALM, 'abc');
  await world.drain();
  return { world, company };
};

/** A QuickBooks invoice: net amount, tax on top, and seller. */
export const quickbooksInvoice = (Id: string, DocNumber: string | null, net: number, overrides: Record<string, unknown> = {}) => ({
  Id,
  ...(DocNumber === null ? {} : { DocNumber }),
  TxnDate: '2026-11-02',
  DueDate: '2026-12-02',
  CustomerRef: { value: '1', name: 'Acme School' },
  CurrencyRef: { value: 'USD' },
  TotalAmt: net,
  TxnTaxDetail: { TotalTax: 0 },
  CustomField: [{ Name: 'Sales Rep', StringValue: 'seller@example.test' }],
  Line: [{ Amount: net, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Program' } } }],
  ...overrides,
});
/** A QuickBooks payment that applies money and credit memos to invoices. */
export const quickbooksPayment = (
  Id: string,
  amount: number,
  lines: readonly (readonly [string, number])[],
  credits: readonly (readonly [string, number])[] = [],
) => ({
  Id,
  TxnDate: '2026-11-10',
  CustomerRef: { value: '1', name: 'Acme School' },
  CurrencyRef: { value: 'USD' },
  TotalAmt: amount,
  PaymentRefNum: `ref-${Id}`,
  Line: [
    ...lines.map(([TxnId, Amount]) => ({ Amount, LinkedTxn: [{ TxnId, TxnType: 'Invoice' }] })),
    ...credits.map(([TxnId, Amount]) => ({ Amount, LinkedTxn: [{ TxnId, TxnType: 'CreditMemo' }] })),
  ],
});
