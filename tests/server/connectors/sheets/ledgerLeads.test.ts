import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sheetsConnector } from '../../../../server/connectors/sheets/sheetsConnector.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { type Cell, type SheetsStandIn, startSheets } from '../../../stand-ins/sheets/sheets.ts';
import { type ConnectionWorld, createConnectionWorld } from '../../support/worlds/connections.ts';

const SPREADSHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const HEADER: Cell[] = ['Invoice #', 'Salesperson', 'Sales Lead', 'Amount', 'Paid'];
let world: ConnectionWorld;
let google: SheetsStandIn;
let ids: Record<'sam' | 'lee' | 'kim', number>;
let [first, second] = ['', ''];

/** Replaces the sheet's rows and syncs it. @returns the run */
const sync = async (connection: string, ...lines: Cell[][]) => {
  google.books.get(SPREADSHEET_ID)!.tabs[connection === first ? 0 : 1]!.rows = [HEADER, ...lines];
  await world.call('POST', `googlesheets/${connection}/sync`);
  await world.worker.drain();
  await world.worker.drain();
  expect(world.failures).toEqual([]);
  return (await world.call('GET', `googlesheets/${connection}/runs`)).json().data[0];
};
const reasonsOf = async (connection: string): Promise<string[]> =>
  (await world.call('GET', `googlesheets/${connection}/quarantine`)).json().data.map(({ reason }: { reason: string }) => reason);
const invoice = (invoice_number: string): Promise<unknown> =>
  world.server.db.query
    .insertInto('invoices')
    .values({
      invoice_number,
      customer_name: 'Mesa',
      gross_cents: 100_000,
      net_cents: 100_000,
      booking_date: '2026-11-02',
      state: 'sent',
      source: 'quickbooks',
    })
    .execute();
/** The lead of each of the invoice's lines according to its sheet, and everyone's earnings on the invoice. */
const leadsOf = async (number: string) => {
  const { query } = world.server.db;
  const lines = await query.selectFrom('ledger_lines').select('sales_lead_id').where('invoice_number', '=', number).orderBy('id').execute();
  const records = await query
    .selectFrom('commission_records')
    .select(['user_id', 'amount_cents'])
    .where('invoice_number', '=', number)
    .execute();
  return {
    lines: lines.map(({ sales_lead_id }) => sales_lead_id),
    earned: Object.fromEntries(records.map(({ user_id, amount_cents }) => [user_id, amount_cents])),
  };
};

beforeAll(async () => {
  let now = (): number => Date.now();
  google = await startSheets({ now: () => now(), perMinute: 10_000 });
  const tabs = ['AR', 'Old'].map((title, sheetId) => ({ title, sheetId: sheetId + 1, rows: [HEADER] }));
  google.books.set(SPREADSHEET_ID, {
    id: SPREADSHEET_ID,
    timeZone: 'America/Phoenix',
    locale: 'en_US',
    sharedWith: new Set([google.clientEmail]),
    tabs,
  });
  world = await createConnectionWorld(
    { googlesheets: sheetsConnector(vendorsOf({ SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url })) },
    {},
    false,
  );
  now = () => world.server.clock().getTime();
  const add = (name: string): Promise<number> =>
    world.server.add({ email: `${name.toLowerCase()}@example.test`, role: 'salesperson', first_name: name, last_name: 'Person' });
  ids = { sam: await add('Sam'), lee: await add('Lee'), kim: await add('Kim') };
  const plan = { id: 'reps', applies_to: { roles: ['salesperson'] }, splits: { sales_person: 0.7, sales_lead: 0.3 } };
  const saved = await world.call('PUT', '/api/v1/settings/general', {
    companyName: 'Acme',
    commissionsConfig: JSON.stringify({ plans: [plan] }),
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const sheet = {
    service_account_credentials: google.credentials,
    spreadsheet_id: SPREADSHEET_ID,
    type: 'ar',
    start_date: '2026-01-01T00:00:00.000Z',
    end_date: '2026-12-31T00:00:00.000Z',
  };
  first = (await world.call('POST', 'googlesheets', { ...sheet, name: 'AR', sheet_name: 'AR' })).json().id;
  second = (await world.call('POST', 'googlesheets', { ...sheet, name: 'Old AR', sheet_name: 'Old' })).json().id;
});
afterAll(async () => {
  await world.close();
  await google.close();
});
beforeEach(async () => {
  await sync(first);
  await sync(second);
});

const line = (number: string, lead: string): Cell[] => [number, 'Sam Person', lead, '1000', ''];
const contradicted = (number: string, own: string, sheet: string, other: string): string =>
  `Row 2 credits invoice ${number} to ${own}, and the sheet “${sheet}” credits it to ${other}. Correct one of them.`;

it('decisions 7.03: a line’s lead is stored with it and receives their share of the invoice', async () => {
  await invoice('1');
  expect(await sync(first, line('1', 'Lee Person'))).toMatchObject({ counts: { created: 1, held: 0 } });
  expect(await leadsOf('1')).toEqual({ lines: [ids.lee], earned: { [ids.sam]: 3500, [ids.lee]: 1500 } });
  expect(await sync(first, line('1', 'kim@example.test'))).toMatchObject({ counts: { changed: 1, held: 0 } });
  expect(await leadsOf('1')).toEqual({ lines: [ids.kim], earned: { [ids.sam]: 3500, [ids.kim]: 1500 } });
});

it('a line of another sheet with another lead waits, and removes no share', async () => {
  await invoice('2');
  await sync(first, line('2', 'Lee Person'));
  expect(await sync(second, line('2', 'Kim Person'))).toMatchObject({ counts: { created: 0, held: 1 } });
  expect(await reasonsOf(second)).toEqual([contradicted('2', 'Kim Person', 'AR', 'Lee Person')]);
  expect(await leadsOf('2')).toEqual({ lines: [ids.lee], earned: { [ids.sam]: 3500, [ids.lee]: 1500 } });
});

it('a line without a stored lead conflicts with none until it changes; then it keeps its lead and the other waits', async () => {
  await invoice('3');
  await sync(first, line('3', 'Lee Person'));
  await world.server.db.query.updateTable('ledger_lines').set({ sales_lead_id: null }).where('invoice_number', '=', '3').execute();
  expect(await sync(first, line('3', 'Lee Person'))).toMatchObject({ counts: { same: 1 } });
  expect((await leadsOf('3')).lines).toEqual([null]);
  const changed: Cell[] = ['3', 'Sam Person', 'Lee Person', '900', ''];
  expect(await sync(first, changed)).toMatchObject({ counts: { changed: 1, held: 0 } });
  expect(await leadsOf('3')).toEqual({ lines: [ids.lee], earned: { [ids.sam]: 3500, [ids.lee]: 1500 } });
  expect(await sync(second, line('3', 'Kim Person'))).toMatchObject({ counts: { held: 1 } });
  expect(await reasonsOf(second)).toEqual([contradicted('3', 'Kim Person', 'AR', 'Lee Person')]);
});
