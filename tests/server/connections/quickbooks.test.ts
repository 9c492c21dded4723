import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notices } from '../../../contract/messages/notifications.ts';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAccountingWorld, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let world: AccountingWorld;
let company: Company;
let seller: number;

beforeAll(async () => {
  world = await createAccountingWorld();
  company = world.standIn.company(REALM, 'Acme Books');
  world.standIn.company('4620816365000000002', 'Second Books');
  seller = await world.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
});
afterAll(() => world.closeAll());

const due = async () => {
  const rows = await world.server.db.query.selectFrom('commission_records').select('due_cents').where('user_id', '=', seller).execute();
  return rows.reduce((sum, { due_cents }) => sum + due_cents, 0);
};

describe('QuickBooks sign-in', () => {
  it('spec 5.05, 8.08: answers 400 to a suffix that is missing, 11 characters long or not alphanumeric', async () => {
    for (const invoice_suffix of [undefined, '', 'ABCDEFGHIJK', 'A-B'])
      expect((await world.call('POST', 'quickbooks', { invoice_suffix })).statusCode).toBe(400);
    expect((await world.call('POST', 'quickbooks', {})).json().message).toBe('Please enter an invoice suffix');
  });

  it('spec 2.53: returns to a page with its own nonce that posts once, to exactly this address', async () => {
    const answer = await world.connect(REALM, 'abc');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('QUICKBOOKS_AUTH_SUCCESS');
    expect(answer.body).toContain('"http://127.0.0.1:8080"');
    const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1];
    expect(answer.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
    expect(answer.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(await world.one()).toMatchObject({
      company_name: 'Acme Books',
      realm_id: REALM,
      status: 'active',
      contact_email: 'books@example.test',
    });
    const repeated = await world.server.call('GET', '/api/v1/integrations/quickbooks/callback?state=guessed&code=x&realmId=12345678');
    expect(repeated.body).toContain('QUICKBOOKS_AUTH_FAILURE');
    await world.drain();
  });

  it('spec 8.08: answers 400 to a taken suffix in any case', async () => {
    const answer = await world.call('POST', 'quickbooks', { invoice_suffix: 'aBc' });
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Invoice suffix already exists or is invalid']);
  });

  it('reports a denial, and refuses a company of another connection', async () => {
    const { auth_url } = (await world.call('POST', 'quickbooks', { invoice_suffix: 'DEF' })).json();
    const state = new URL(auth_url).searchParams.get('state');
    const denied = await world.server.call('GET', `/api/v1/integrations/quickbooks/callback?state=${state}&error=access_denied`);
    expect(denied.body).toContain('Access was not granted in QuickBooks.');
    expect((await world.connect(REALM, 'DEF')).body).toContain('This account is already connected as Acme Books.');
    expect(await world.one('DEF')).toMatchObject({ status: 'pending' });
  });
});

describe('QuickBooks data', () => {
  it('decisions 2.19, 7.02, 7.03: imports invoices with net revenue, suffix and salesperson; paid ones are due', async () => {
    company.put('Invoice', quickbooksInvoice('10', '1001', 1100, { TxnTaxDetail: { TotalTax: 100 } }));
    company.put('Invoice', quickbooksInvoice('11', null, 500));
    const lines = [
      { Amount: 300, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Program' } } },
      { Amount: 50, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: 'SHIPPING_ITEM_ID', name: 'Shipping' } } },
    ];
    company.put('Invoice', quickbooksInvoice('12', '1002', 350, { Line: lines }));
    company.put(
      'Payment',
      quickbooksPayment('50', 1600, [
        ['10', 1100],
        ['11', 500],
      ]),
    );
    const run = await world.sync();
    expect(run).toMatchObject({ status: 'completed' });
    expect(await world.invoice('1001-ABC')).toMatchObject({
      gross_cents: 110_000,
      net_cents: 100_000,
      salesperson_id: seller,
      source: 'quickbooks',
      customer_name: 'Acme School',
    });
    expect(await world.invoice('QBO-11')).toMatchObject({ net_cents: 50_000 });
    expect(await world.invoice('1002-ABC')).toMatchObject({ net_cents: 30_000 });
    expect([await world.received('1001-ABC'), await world.received('QBO-11')]).toEqual([110_000, 50_000]);
    // 5% of 1,500.00 under the default plan, which applies without a saved one.
    expect(await due()).toBe(7500);
  });

  it('decisions 7.07: changes nothing when read again', async () => {
    const run = await world.sync();
    expect(run.counts).toMatchObject({ created: 0, changed: 0 });
    expect(await due()).toBe(7500);
  });

  it('decisions 2.20: reverses the allocations of a moved, unapplied or deleted payment', async () => {
    company.put(
      'Payment',
      quickbooksPayment('50', 1600, [
        ['10', 1100],
        ['12', 350],
      ]),
    );
    await world.sync();
    expect([await world.received('QBO-11'), await world.received('1002-ABC')]).toEqual([0, 35_000]);
    // decisions 5.02: the invoice has a record by then, so its seller is notified of the payment; earlier payments aren't announced again.
    const noticeRows = await world.server.db.query
      .selectFrom('notifications')
      .select(['user_id', 'title', 'message'])
      .where('type', '=', 'payment')
      .execute();
    expect(noticeRows).toEqual([{ user_id: seller, title: notices.invoicePaid.title, message: expect.stringContaining('1002-ABC') }]);
    company.remove('Payment', '50');
    await world.sync();
    expect([await world.received('1001-ABC'), await world.received('1002-ABC'), await due()]).toEqual([0, 0, 0]);
  });

  it('applies an overpayment only up to its invoices; the rest is customer credit', async () => {
    company.put('Invoice', quickbooksInvoice('71', '7001', 60, { CustomField: [] }));
    company.put('Invoice', quickbooksInvoice('72', '7002', 40, { CustomField: [] }));
    const lines = [
      ['71', 60],
      ['72', 40],
    ] as const;
    company.put('Payment', quickbooksPayment('710', 150, lines));
    await world.sync();
    expect([await world.received('7001-ABC'), await world.received('7002-ABC')]).toEqual([6000, 4000]);
    const receipt = await world.server.db.query
      .selectFrom('receipts')
      .select('amount_cents')
      .where('external_id', '=', '710')
      .executeTakeFirst();
    expect(receipt?.amount_cents).toBe(15_000);
  });

  it('keeps a payment as credit until its invoice is read', async () => {
    company.put('Payment', quickbooksPayment('51', 900, [['13', 700]]));
    await world.sync();
    company.put('Invoice', quickbooksInvoice('13', '1003', 700));
    await world.sync();
    expect(await world.received('1003-ABC')).toBe(70_000);
    expect(await due()).toBe(3500);
  });

  it('decisions 2.20: splits a credit memo over the invoices of its payment; unlinked ones wait for a person', async () => {
    company.put('Invoice', quickbooksInvoice('14', '1004', 1000));
    company.put('Invoice', quickbooksInvoice('15', '1005', 500));
    company.put('CreditMemo', { ...quickbooksInvoice('70', '77', 400), CustomField: [] });
    company.put(
      'Payment',
      quickbooksPayment(
        '52',
        1200,
        [
          ['14', 1000],
          ['15', 500],
        ],
        [['70', 300]],
      ),
    );
    await world.sync();
    const parts = await world.server.db.query
      .selectFrom('invoices')
      .select(['invoice_number', 'gross_cents', 'credit_of_id'])
      .where('external_id', 'like', 'memo:70:%')
      .orderBy('invoice_number')
      .execute();
    expect(parts.map(({ gross_cents }) => gross_cents)).toEqual([-20_000, -10_000]);
    expect([await world.received('1004-ABC'), await world.received('1005-ABC')]).toEqual([100_000, 50_000]);
    const { id } = await world.one();
    const { data } = (await world.call('GET', `quickbooks/${id}/quarantine`)).json();
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'credit_memo',
        external_id: '70',
        reason: '$100.00 of this credit memo is not applied to an invoice.',
        asks: 'Which invoice does it reverse?',
      }),
    ]);
    const settled = await world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids: [data[0].id], answer: '1003-ABC' });
    expect(settled.json().data).toEqual([]);
    const answered = await world.server.db.query
      .selectFrom('invoices')
      .select('gross_cents')
      .where('external_id', '=', 'memo:70:13')
      .execute();
    expect(answered).toEqual([{ gross_cents: -10_000 }]);
  });

  it('decisions 2.20: counts a void or deleted invoice as zero and keeps its row, marked', async () => {
    company.void('Invoice', '12');
    company.remove('Invoice', '13');
    await world.sync();
    expect(await world.invoice('1002-ABC')).toMatchObject({ state: 'cancelled', external_state: 'voided' });
    expect(await world.invoice('1003-ABC')).toMatchObject({ state: 'cancelled', external_state: 'deleted' });
    expect(await world.received('1003-ABC')).toBe(0);
  });

  it('decisions 2.19: quarantines other currencies and never converts them', async () => {
    company.put('Invoice', quickbooksInvoice('16', '1006', 800, { CurrencyRef: { value: 'EUR' } }));
    await world.sync();
    expect(await world.invoice('1006-ABC')).toBeUndefined();
    const { id } = await world.one();
    const { data } = (await world.call('GET', `quickbooks/${id}/quarantine`)).json();
    expect(data[0]).toMatchObject({ reason: 'It is in EUR. Other currencies are not converted.' });
    company.put('Invoice', quickbooksInvoice('16', '1006', 800));
    await world.sync();
    expect(await world.invoice('1006-ABC')).toBeDefined();
    const remaining = (await world.call('GET', `quickbooks/${id}/quarantine`)).json().data;
    // The memo's invoice has been deleted in the meantime, so the memo is held again.
    expect(remaining.map(({ kind }: { kind: string }) => kind)).toEqual(['credit_memo']);
  });

  it('decisions 7.02: keeps invoice 1001 of two companies separate', async () => {
    await world.connect('4620816365000000002', 'DEF');
    const second = world.standIn.company('4620816365000000002', 'Second Books');
    second.put('Invoice', quickbooksInvoice('10', '1001', 200));
    await world.drain();
    await world.sync('DEF');
    expect([(await world.invoice('1001-ABC'))?.net_cents, (await world.invoice('1001-DEF'))?.net_cents]).toEqual([100_000, 20_000]);
  });

  it('decisions 2.08: gives an invoice the type of the local customer of that name', async () => {
    await world.server.db.query.insertInto('customers').values({ name: 'Northside Library', customer_type: 'Library' }).execute();
    company.put('Customer', { Id: '7', DisplayName: 'northside library', Active: true });
    company.put('Invoice', quickbooksInvoice('70', '1070', 100, { CustomerRef: { value: '7', name: 'northside library' } }));
    await world.sync();
    expect(await world.invoice('1070-ABC')).toMatchObject({ customer_type: 'Library' });
    expect(await world.invoice('1001-ABC')).toMatchObject({ customer_type: null });
  });

  it('follows customer renames, and keeps local assignments', async () => {
    await world.server.db.query.updateTable('invoices').set({ salesperson_id: null }).where('invoice_number', '=', 'QBO-11').execute();
    await world.server.db.query
      .updateTable('invoices')
      .set({ salesperson_id: world.adminId })
      .where('invoice_number', '=', '1004-ABC')
      .execute();
    company.put('Customer', { Id: '1', DisplayName: 'Acme Academy', Active: true });
    company.put('Invoice', quickbooksInvoice('14', '1004', 1001, { CustomerRef: { value: '1', name: 'Acme Academy' } }));
    await world.sync();
    expect(await world.invoice('1001-ABC')).toMatchObject({ customer_name: 'Acme Academy' });
    expect(await world.invoice('1004-ABC')).toMatchObject({ gross_cents: 100_100, salesperson_id: world.adminId });
  });
});
