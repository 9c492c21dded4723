import { afterEach, describe, expect, it } from 'vitest';
import { hubspotConnector } from '../../../server/connectors/hubspot/hubspotConnector.ts';
import { sheetsConnector } from '../../../server/connectors/sheets/sheetsConnector.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { startHubspot } from '../../stand-ins/hubspot/hubspot.ts';
import { type Cell, startSheets } from '../../stand-ins/sheets/sheets.ts';
import { MINUTE_MS } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createConnectionWorld } from '../support/worlds/connections.ts';
import { createYieldingWorld } from '../support/yieldingWorld.ts';

const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

/** A company whose worker yields after each statement. */
const world = async (connectors: Parameters<typeof createConnectionWorld>[0]) => {
  const world = await createConnectionWorld(connectors, {}, false);
  closes.push(world.close);
  const back = await createYieldingWorld(world.server.db);
  closes.push(back.close);
  const log = (error: unknown) => world.failures.push(error);
  const worker = instanceWorker(back.db, log, world.server.clock, null, { vault: world.vault, outside: world.outside });
  const sync = async (path: string) => {
    world.server.clock.advance(MINUTE_MS);
    await world.call('POST', `${path}/sync`);
    await worker.drain();
    return (await world.call('GET', `${path}/runs`)).json().data[0];
  };
  const audited = async (action: string): Promise<number> =>
    (await world.server.db.query.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length;
  return { ...world, back, sync, audited };
};

const SPREADSHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const bookOf = async (title: string, rows: Cell[][]) => {
  let now = (): number => Date.now();
  const google = await startSheets({ now: () => now(), perMinute: 10_000 });
  closes.push(google.close);
  const tab = { title, sheetId: 7, rows };
  const sharedWith = new Set([google.clientEmail]);
  google.books.set(SPREADSHEET_ID, { id: SPREADSHEET_ID, timeZone: 'America/Phoenix', locale: 'en_US', sharedWith, tabs: [tab] });
  const company = await world({ googlesheets: sheetsConnector(vendorsOf({ SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url })) });
  now = () => company.server.clock().getTime();
  const connect = async (type: 'ar' | 'schedule'): Promise<string> => {
    const [start_date, end_date] = ['2026-01-01T00:00:00.000Z', '2026-12-31T00:00:00.000Z'];
    const form = { name: title, sheet_name: title, type, spreadsheet_id: SPREADSHEET_ID, start_date, end_date };
    const answer = await company.call('POST', 'googlesheets', { ...form, service_account_credentials: google.credentials });
    expect(answer.statusCode, answer.body).toBe(201);
    return `googlesheets/${answer.json().id}`;
  };
  return { ...company, tab, connect };
};

// On the embedded database a job yields before its transaction begins, never within it.
describe.runIf(testDatabaseKind() === 'postgres')('a sync that yields to requests holds no lock that money writers need', () => {
  it('when CRM deals change, merge and wait', async () => {
    let now = (): number => Date.now();
    const crm = await startHubspot({ now: () => now(), perTenSeconds: 10_000, searchPerSecond: 1000 });
    closes.push(crm.close);
    const stage = (id: string, displayOrder: number, isClosed: string) => {
      const probability = isClosed === 'true' ? '1.0' : '0.2';
      return { id, label: id, displayOrder, metadata: { probability, isClosed } };
    };
    crm.pipelines.push({ id: 'p', label: 'Sales', displayOrder: 0, stages: [stage('open', 1, 'false'), stage('won', 2, 'true')] });
    crm.owners.push({ id: '1', email: 'sam@example.test', firstName: 'Sam', lastName: 'Seller' });
    const company = await world({ hubspot: hubspotConnector(vendorsOf({ HUBSPOT_API_URL: crm.url })) });
    now = () => company.server.clock().getTime();
    await company.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
    const put = (id: string, overrides: Record<string, string> = {}): unknown =>
      crm.deals.set(id, {
        id,
        updatedAt: company.server.clock().getTime() + MINUTE_MS,
        properties: {
          dealname: id,
          amount: '1500',
          closedate: '2026-12-15T07:00:00Z',
          dealstage: 'open',
          pipeline: 'p',
          hubspot_owner_id: '1',
          ...overrides,
        },
      });
    const { id } = (await company.call('POST', 'hubspot', { name: 'CRM', service_key: crm.serviceKey })).json();
    for (const key of ['101', '102', '103']) put(key);
    expect(await company.sync(`hubspot/${id}`)).toMatchObject({ status: 'completed', counts: { created: 3 } });
    put('101', { dealstage: 'won' });
    put('102', { amount: '2000', hs_merged_object_ids: '103' });
    put('104', { deal_currency_code: 'EUR' });
    expect(await company.sync(`hubspot/${id}`)).toMatchObject({ status: 'completed', counts: { changed: 2, held: 1 } });
    expect([await company.audited('deal.won'), await company.audited('deal.edited'), await company.audited('deal.lost')]).toEqual([
      1, 1, 1,
    ]);
    expect(company.back.yields()).toBeGreaterThan(50);
    expect(company.back.held()).toEqual([]);
  });

  it('when a ledger assigns salespeople', async () => {
    const HEADER: Cell[] = ['Invoice #', 'Salesperson', 'Amount', 'Paid'];
    const world = await bookOf('AR', [HEADER, ['1001', 'sam@example.test', '350', ''], ['1002', 'nobody@example.test', '', '']]);
    await world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
    const sold = { customer_name: 'Mesa', gross_cents: 350_00, net_cents: 350_00, booking_date: '2026-11-02', state: 'sent' } as const;
    await world.server.db.query
      .insertInto('invoices')
      .values({ ...sold, invoice_number: '1001' })
      .execute();
    expect(await world.sync(await world.connect('ar'))).toMatchObject({ status: 'completed', counts: { created: 1, held: 1 } });
    expect(await world.audited('invoice.assigned')).toBe(1);
    expect(world.back.yields()).toBeGreaterThan(50);
    expect(world.back.held()).toEqual([]);
  });

  it('when rows leave a sheet', async () => {
    const HEADER: Cell[] = ['Customer', 'Program', 'Date', 'Start Time', 'End Time', 'Reviewed', 'Sales Person'];
    const times: Cell[] = [
      { raw: 46_356, shown: '11/30/2026' },
      { raw: 0.625, shown: '3:00 PM' },
      { raw: 0.667, shown: '4:00 PM' },
    ];
    const line = (customer: string): Cell[] => [customer, 'Python', ...times, 'No', 'Sam Seller'];
    const world = await bookOf('Schedule', [HEADER, ...['Mesa', 'Tempe', 'Yuma', 'Eloy'].map(line)]);
    const path = await world.connect('schedule');
    expect(await world.sync(path)).toMatchObject({ status: 'completed', counts: { created: 4 } });
    world.tab.rows = world.tab.rows.slice(0, -1);
    await world.sync(path);
    await world.sync(path);
    expect(await world.audited('events.left')).toBe(1);
    expect(world.back.yields()).toBeGreaterThan(50);
    expect(world.back.held()).toEqual([]);
  });
});
