import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { xeroConnector } from '../../../server/connectors/xero/xero.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { ConnectionProblem } from '../../../server/domain/connections/connectionProblem.ts';
import { type Organisation, xeroDay, xeroId } from '../../stand-ins/xero/organisation.ts';
import { startXero, type XeroStandIn } from '../../stand-ins/xero/xero.ts';
import { HOUR, MINUTE } from '../support/testApp.ts';
import { type Connecting, connecting } from '../support/worlds/connecting.ts';

const DAY = 24 * HOUR;
const [ACME, OTHER] = ['fe79f7dd-b6d4-4a92-ba7b-538af6289c58', 'b2c885a9-4bb9-4a00-9b6e-6c2bf60b1a2b'];
let at: Connecting;
let standIn: XeroStandIn;
let books: Organisation;
let seller = 0;
/** How far their clock is ahead of ours. */
let aheadMs = 0;

const Contact = { ContactID: xeroId('c-1'), Name: 'Acme School' };
const invoice = (key: string, number: string, net: number, more: object = {}) =>
  books.put('Invoices', {
    ...{ Type: 'ACCREC', InvoiceID: xeroId(key), InvoiceNumber: number, Contact, CurrencyCode: 'USD', Status: 'AUTHORISED' },
    ...{ Date: xeroDay('2026-11-02'), DueDate: xeroDay('2026-12-02'), SubTotal: net, TotalTax: 0, Total: net },
    LineItems: [{ Description: 'Program', Tracking: [{ Name: 'Sales Rep', Option: 'seller@example.test' }] }],
    ...more,
  });
const payment = (key: string, invoiceKey: string, Amount: number, more: object = {}) =>
  books.put('Payments', {
    ...{ PaymentID: xeroId(key), PaymentType: 'ACCRECPAYMENT', Status: 'AUTHORISED', Date: xeroDay('2026-11-10'), Amount },
    Invoice: { Type: 'ACCREC', InvoiceID: xeroId(invoiceKey), CurrencyCode: 'USD', Contact },
    ...more,
  });
const creditNote = (key: string, number: string, Total: number, more: object = {}) =>
  books.put('CreditNotes', {
    ...{ Type: 'ACCRECCREDIT', CreditNoteID: xeroId(key), CreditNoteNumber: number, Contact, CurrencyCode: 'USD', Status: 'AUTHORISED' },
    ...{ Date: xeroDay('2026-11-12'), SubTotal: Total, TotalTax: 0, Total, Payments: [], Allocations: [] },
    ...more,
  });
const to = (key: string, Amount: number) => ({ Invoice: { InvoiceID: xeroId(key) }, Amount, Date: xeroDay('2026-11-12') });

const one = async (suffix = 'ACME') =>
  (await at.call('GET', 'xero')).json().data.find((each: { invoice_suffix: string }) => each.invoice_suffix === suffix);
const drain = async () => {
  await at.worker.drain();
  for (const failure of at.failures) if (!(failure instanceof ConnectionProblem)) throw failure;
  await computeMarks(at.store, at.server.clock);
};
const sync = async () => {
  at.server.clock.advance(5 * MINUTE);
  const { id } = await one();
  await at.call('POST', `xero/${id}/sync`);
  await drain();
  return (await at.call('GET', `xero/${id}/runs`)).json().data[0];
};
/** From the suffix to the page that tells how it ended, as the vendor's window does it. */
const connect = async (suffix: string, tenantIds: readonly string[], scope?: string) => {
  const { auth_url } = (await at.call('POST', 'xero', { invoice_suffix: suffix })).json();
  const url = new URL(auth_url);
  const code = standIn.codeFor(tenantIds, scope ?? url.searchParams.get('scope') ?? '');
  const back = new URLSearchParams({ state: url.searchParams.get('state') ?? '', code });
  return at.server.call('GET', `/api/v1/integrations/xero/callback?${back}`);
};
const invoiceHere = (number: string) =>
  at.server.db.query.selectFrom('invoices').selectAll().where('invoice_number', '=', number).executeTakeFirst();
const received = async (number: string): Promise<number> => {
  const rows = await at.server.db.query
    .selectFrom('customer_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select('p.amount_cents')
    .where('i.invoice_number', '=', number)
    .where('p.state', '=', 'completed')
    .execute();
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
};
const due = async () => {
  const rows = await at.server.db.query.selectFrom('commission_records').select('due_cents').where('user_id', '=', seller).execute();
  return rows.reduce((sum, { due_cents }) => sum + due_cents, 0);
};
const waiting = async () => (await at.call('GET', `xero/${(await one()).id}/quarantine`)).json().data;

beforeAll(async () => {
  let now = (): number => Date.now();
  standIn = await startXero({ now: () => now(), perMinute: 10_000 });
  const vendors = vendorsOf(standIn.env, 'http://127.0.0.1:8080');
  at = await connecting({ xero: xeroConnector(vendors) }, {}, false);
  now = () => at.server.clock().getTime() + aheadMs;
  seller = await at.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  books = standIn.organisation(ACME, 'Acme Books');
  standIn.organisation(OTHER, 'Other Books');
  books.put('Contacts', { ...Contact, IsCustomer: true, ContactStatus: 'ACTIVE' });
});
afterAll(async () => {
  await at.close();
  await standIn.close();
});

describe('signing in to Xero', () => {
  it('decisions 7.02: asks for a suffix first, and for read-only scopes that refresh', async () => {
    expect((await at.call('POST', 'xero', { invoice_suffix: 'A-B' })).statusCode).toBe(400);
    const { auth_url } = (await at.call('POST', 'xero', { invoice_suffix: 'acme' })).json();
    const { searchParams } = new URL(auth_url);
    expect(searchParams.get('scope')).toBe('offline_access accounting.invoices.read accounting.payments.read accounting.contacts.read');
    expect(searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8080/api/v1/integrations/xero/callback');
  });

  it('bad input: two organisations in one sign-in are refused, because a connection is one of them', async () => {
    expect((await connect('ACME', [ACME, OTHER])).body).toContain('Choose one organisation in Xero.');
    expect(await one()).toMatchObject({ status: 'pending' });
  });

  it('connects the organisation of this sign-in, although the user connected others before', async () => {
    const answer = await connect('ACME', [ACME]);
    expect(answer.body).toContain('XERO_AUTH_SUCCESS');
    expect(await one()).toMatchObject({ name: 'Acme Books', status: 'active', connection_status: 'connected' });
    await drain();
  });

  it('decisions 7.02: tells organisations of one name apart by their suffixes', async () => {
    const twin = xeroId('twin');
    standIn.organisation(twin, 'Acme Books');
    expect((await connect('TWIN', [twin])).body).toContain('XERO_AUTH_SUCCESS');
    await drain();
    const { id, name } = await one('TWIN');
    expect([name, (await one()).name]).toEqual(['Acme Books', 'Acme Books']);
    await at.call('DELETE', `xero/${id}`);
  });

  it('bad input: logs a failure that no message explains', async () => {
    standIn.fail({ status: 200, body: { access_token: 'a.bbbb.c', refresh_token: 'r', expires_in: 1800 } }, { part: '/connect/token' });
    expect((await connect('LOG', [OTHER])).body).toContain('Xero could not be connected.');
    const logged = at.server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed');
    expect(logged).toMatchObject([{ err: { type: 'SyntaxError' } }]);
  });

  it('a denial says so', async () => {
    const { auth_url } = (await at.call('POST', 'xero', { invoice_suffix: 'NO' })).json();
    const state = new URL(auth_url).searchParams.get('state');
    const denied = await at.server.call('GET', `/api/v1/integrations/xero/callback?state=${state}&error=access_denied`);
    expect(denied.body).toContain('Access was not granted in Xero.');
  });
});

describe('a sync of Xero', () => {
  it('decisions 2.19, 2.26, 7.03: brings approved invoices net of tax, with their salesperson; payments make them due', async () => {
    invoice('i-1', '1001', 1000, { TotalTax: 100, Total: 1100 });
    invoice('i-2', '1002', 500, { Status: 'DRAFT' });
    invoice('i-3', '1003', 300, { CurrencyCode: 'GBP' });
    invoice('i-4', '', 200);
    payment('p-1', 'i-1', 1100);
    expect(await sync()).toMatchObject({ status: 'completed' });
    expect(await invoiceHere('1001-ACME')).toMatchObject({
      ...{ gross_cents: 110_000, net_cents: 100_000, salesperson_id: seller, source: 'xero', customer_name: 'Acme School' },
      booking_date: '2026-11-02',
    });
    expect([await invoiceHere('1002-ACME'), await invoiceHere('1003-ACME')]).toEqual([undefined, undefined]);
    expect(await invoiceHere(`XERO-${xeroId('i-4')}`)).toMatchObject({ net_cents: 20_000 });
    expect([await received('1001-ACME'), await due()]).toEqual([110_000, 5000]);
    expect(await waiting()).toMatchObject([{ external_id: xeroId('i-3'), reason: 'It is in GBP. Other currencies are not converted.' }]);
    expect(standIn.writes()).toBe(0);
  });

  it('decisions 7.07: a second sync counts everything that it reads as the same', async () => {
    const { counts } = await sync();
    expect(counts).toMatchObject({ created: 0, changed: 0 });
    await at.store.connections.keepCheckpoint(Number((await one()).id), null);
    const again = (await sync()).counts;
    expect(again).toMatchObject({ created: 0, changed: 0 });
    expect(again.same).toBeGreaterThan(3);
  });

  it('reads later what changed since, and no more', async () => {
    invoice('i-2', '1002', 500, { Status: 'AUTHORISED' });
    await sync();
    expect(await invoiceHere('1002-ACME')).toMatchObject({ net_cents: 50_000 });
    at.server.clock.advance(HOUR);
    expect((await sync()).counts).toMatchObject({ created: 0, changed: 0, same: 0 });
  });

  it('decisions 2.20: a payment that was reversed takes its allocation back', async () => {
    payment('p-1', 'i-1', 1100, { Status: 'DELETED' });
    await sync();
    expect([await received('1001-ACME'), await due()]).toEqual([0, 0]);
    payment('p-2', 'i-1', 1100);
    await sync();
    expect(await received('1001-ACME')).toBe(110_000);
  });

  it('decisions 2.20: a credit note takes back what it is allocated to; what is left of it waits for a person', async () => {
    creditNote('n-1', 'CN-1', 400, { Allocations: [to('i-2', 300)] });
    await sync();
    const part = await invoiceHere('CM-CN-1-ACME');
    expect(part).toMatchObject({ gross_cents: -30_000, net_cents: -30_000, credit_of_id: (await invoiceHere('1002-ACME'))?.id });
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ external_id: xeroId('n-1'), reason: '$100.00 of this credit memo is not applied to an invoice.' }),
    );
    creditNote('n-1', 'CN-1', 400);
    await sync();
    expect(await invoiceHere('CM-CN-1-ACME')).toMatchObject({ state: 'cancelled' });
    creditNote('n-1', 'CN-1', 400, { Status: 'VOIDED' });
    await sync();
    expect((await waiting()).map(({ external_id }: { external_id: string }) => external_id)).toEqual([xeroId('i-3')]);
  });

  it('decisions 2.27: a credit note that was paid back asks for its invoice, and takes its money back too', async () => {
    creditNote('n-2', 'CN-2', 150, { Payments: [{ PaymentID: xeroId('r-1'), Date: xeroDay('2026-11-14'), Amount: 150 }], Status: 'PAID' });
    await sync();
    const held = (await waiting()).find(({ external_id }: { external_id: string }) => external_id === `R${xeroId('n-2')}`);
    expect(held).toMatchObject({ asks: 'Which invoice does it take back?' });
    await at.call('POST', `xero/${(await one()).id}/quarantine/retry`, { ids: [held.id], answer: '1001-ACME' });
    await drain();
    expect(await invoiceHere('CM-CN-2-ACME')).toMatchObject({ gross_cents: -15_000 });
    const refund = { external_id: `refund:R${xeroId('n-2')}`, amount_cents: -15_000, state: 'completed', received_on: '2026-11-12' };
    expect(await at.server.db.query.selectFrom('receipts').selectAll().where('amount_cents', '<', 0).execute()).toMatchObject([refund]);
    expect(await due()).toBe(4250);
    expect((await waiting()).map(({ external_id }: { external_id: string }) => external_id)).toEqual([xeroId('i-3')]);
  });

  it('decisions 2.27: a prepayment is money on its own day for the invoices that it is allocated to', async () => {
    invoice('i-5', '1005', 800);
    const known = {
      Type: 'RECEIVE-PREPAYMENT',
      PrepaymentID: xeroId('a-1'),
      Contact,
      CurrencyCode: 'USD',
      Status: 'AUTHORISED',
      Total: 900,
    };
    books.put('Prepayments', { ...known, Date: xeroDay('2026-10-30'), Allocations: [to('i-5', 800)], Payments: [] });
    await sync();
    expect(await received('1005-ACME')).toBe(80_000);
  });

  it('decisions 2.20: a voided invoice counts as zero and keeps its row, marked', async () => {
    invoice('i-4', '', 200, { Status: 'VOIDED' });
    await sync();
    expect(await invoiceHere(`XERO-${xeroId('i-4')}`)).toMatchObject({ state: 'cancelled', external_state: 'voided' });
  });

  it('goes on at the page where it was cut off, and reads more than one', async () => {
    for (let index = 0; index < 230; index += 1) invoice(`m-${String(index).padStart(3, '0')}`, `M${index}`, 10, { LineItems: [] });
    standIn.fail({ status: 403, body: {} }, { part: '/Invoices', skip: 1 });
    expect(await sync()).toMatchObject({ status: 'failed' });
    const before = standIn.journal.length;
    expect(await sync()).toMatchObject({ status: 'completed' });
    const pages = standIn.journal.slice(before).filter(({ path }) => path.endsWith('/Invoices'));
    expect([pages.length, (await invoiceHere('M229-ACME'))?.net_cents]).toEqual([2, 1000]);
  });

  it('follows the name of a contact', async () => {
    books.put('Contacts', { ...Contact, Name: 'Acme Academy' });
    await sync();
    expect(await invoiceHere('1001-ACME')).toMatchObject({ customer_name: 'Acme Academy' });
  });
});

describe('a connection of Xero in trouble', () => {
  it('a token that has expired is exchanged, one that was refused too, and a rate limit is waited for', async () => {
    at.server.clock.advance(2 * HOUR);
    expect(await sync()).toMatchObject({ status: 'completed' });
    standIn.expireAccess();
    expect(await sync()).toMatchObject({ status: 'completed' });
    standIn.fail({ status: 429, headers: { 'retry-after': '3', 'x-rate-limit-problem': 'minute' } }, { part: '/Invoices' });
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('bad input: an answer of another shape saves nothing and says so', async () => {
    standIn.fail({ status: 200, body: { Invoices: [{ Type: 'ACCREC' }], DateTimeUTC: '/Date(1)/' } }, { part: '/Invoices' });
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringContaining('could not be read') });
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('a missing scope is named, and Reconnect asks for it again', async () => {
    await connect('PART', [OTHER], 'offline_access accounting.invoices.read accounting.contacts.read');
    await drain();
    const { id } = await one('PART');
    const tested = (await at.call('POST', `xero/${id}/test-connection`)).json();
    expect(tested).toMatchObject({
      connection_status: 'error',
      connection_message:
        'Other Books was connected without the right to read sales. Choose Reconnect and allow everything that Xero lists.',
    });
    await at.call('DELETE', `xero/${id}`);
  });

  it('bad input: an organisation that was disconnected in Xero has expired, with the reason; Reconnect resumes it with its data', async () => {
    standIn.disconnect(ACME);
    expect(await sync()).toMatchObject({
      status: 'failed',
      error: 'Acme Books was disconnected from this app in Xero. Choose Reconnect; everything that was read stays.',
    });
    const expired = await one();
    expect(expired).toMatchObject({ status: 'expired', connection_status: 'error' });
    expect((await connect('ACME', [OTHER])).body).toContain('That is another account. Connect Acme Books with the account that it had.');
    expect(await one()).toMatchObject({ status: 'expired' });
    await connect('ACME', [ACME]);
    expect(await one()).toMatchObject({ id: expired.id, status: 'active', brought: expired.brought });
    await drain();
  });

  it('a refresh token that nobody used for 60 days ends the sign-in', async () => {
    aheadMs = 59 * DAY;
    expect(await sync()).toMatchObject({ status: 'completed' });
    aheadMs += 61 * DAY;
    expect(await sync()).toMatchObject({ status: 'failed' });
    expect(await one()).toMatchObject({ status: 'expired' });
    await connect('ACME', [ACME]);
    await drain();
    expect(await one()).toMatchObject({ status: 'active' });
  });

  it('decisions 7.04: deleting the connection keeps what it brought and disconnects only its organisation', async () => {
    await connect('TWO', [OTHER]);
    await drain();
    const { id } = await one();
    await at.call('DELETE', `xero/${id}`);
    expect([await one(), standIn.connected()]).toEqual([undefined, [OTHER]]);
    expect(await invoiceHere('1001-ACME')).toMatchObject({ net_cents: 100_000 });
    await connect('ACME', [ACME]);
    await drain();
    expect(await one()).toMatchObject({ id });
    expect((await sync()).counts).toMatchObject({ created: 0, changed: 0 });
  });
});
