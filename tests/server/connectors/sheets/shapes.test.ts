import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sheetsConnector } from '../../../../server/connectors/sheets/sheetsConnector.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { type Book, type Cell, type SheetsStandIn, startSheets } from '../../../stand-ins/sheets/sheets.ts';
import { type ConnectionWorld, createConnectionWorld } from '../../support/worlds/connections.ts';

let world: ConnectionWorld;
let google: SheetsStandIn;
let counter = 0;
const HEADER: Cell[] = ['Customer', 'Program', 'Date', 'Start Time', 'End Time', 'Notes'];
const DAY: Cell = { raw: 46_356, shown: '11/30/2026' };
const row = (customer: Cell, date: Cell = DAY, notes: Cell = ''): Cell[] => [
  customer,
  'Python',
  date,
  { raw: 0.625, shown: '3:00 PM' },
  { raw: 0.666_666_7, shown: '4:00 PM' },
  notes,
];
/** All times are in the afternoon, so their day equals that of the instant. */
const dayOf = ({ starts_at }: { starts_at: string | null }) => starts_at && new Date(starts_at).toISOString().slice(0, 10);
/** A new sheet, synced once. */
const synced = async (rows: Cell[][], overrides: Partial<Book> = {}, tab: object = {}) => {
  counter += 1;
  const id = `1AbCdEfGhIjKlMnOpQrStUvWxYz0${10_000 + counter}`;
  google.books.set(id, {
    id,
    timeZone: 'America/Phoenix',
    locale: 'en_US',
    sharedWith: new Set([google.clientEmail]),
    tabs: [{ title: 'Schedule', sheetId: 7, rows: [HEADER, ...rows], ...tab }],
    ...overrides,
  });
  const name = `Sheet ${counter}`;
  const form = { service_account_credentials: google.credentials, spreadsheet_id: id, sheet_name: 'Schedule', type: 'schedule' };
  const dates = { start_date: '2026-01-01T00:00:00.000Z', end_date: '2027-12-31T00:00:00.000Z' };
  await world.call('POST', 'googlesheets', { name, ...form, ...dates });
  await world.worker.drain();
  const one = (await world.call('GET', 'googlesheets')).json().data.find((item: { name: string }) => item.name === name);
  const [run] = (await world.call('GET', `googlesheets/${one.id}/runs`)).json().data;
  const { query } = world.server.db;
  const events = await query.selectFrom('events').selectAll().where('connection_id', '=', Number(one.id)).orderBy('id').execute();
  const held = (await world.call('GET', `googlesheets/${one.id}/quarantine`)).json().data as { reason: string }[];
  return { one, run, events, held };
};

beforeAll(async () => {
  let now = (): number => Date.now();
  google = await startSheets({ now: () => now(), perMinute: 10_000 });
  world = await createConnectionWorld(
    { googlesheets: sheetsConnector(vendorsOf({ SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url })) },
    {},
    false,
  );
  now = () => world.server.clock().getTime();
});
afterAll(async () => {
  await world.close();
  await google.close();
});
beforeEach(() => {
  world.failures.length = 0;
});

describe('cells displayed differently from their stored value', () => {
  it('imports stored values of rows with hidden text and text formats', async () => {
    const { run, events } = await synced([
      row('Mesa Library', DAY, { raw: 'secret', shown: '' }),
      row({ raw: 'Tempe Library', shown: 'Tempe Library (draft)' }),
    ]);
    expect(run).toMatchObject({ status: 'completed', counts: { created: 2 } });
    expect(events.map(({ customer_name }) => customer_name)).toEqual(['Mesa Library', 'Tempe Library']);
  });
});

describe('spreadsheet time zones and languages', () => {
  it.each([
    ['GMT-07:00', '2026-11-30T22:00:00.000Z'],
    ['GMT-05:00', '2026-11-30T20:00:00.000Z'],
    ['GMT+05:30', '2026-11-30T09:30:00.000Z'],
    ['GMT', '2026-11-30T15:00:00.000Z'],
  ])('reads times in %s', async (timeZone, start) => {
    const { events } = await synced([row('Mesa Library')], { timeZone });
    expect(events.map(({ starts_at }) => starts_at && new Date(starts_at).toISOString())).toEqual([start]);
  });

  it('refuses an unknown zone and changes nothing', async () => {
    const { run, events } = await synced([row('Mesa Library')], { timeZone: 'GMT+01:23' });
    expect([run.status, events]).toEqual(['failed', []]);
    expect(run.error).toContain('GMT+01:23');
  });

  it.each([
    ['en', '2027-03-04'],
    ['en_US', '2027-03-04'],
    ['en_GB', '2027-04-03'],
    ['de', '2027-04-03'],
  ])('reads a date typed as text in %s', async (locale, day) => {
    const { events } = await synced([row('Mesa Library', '03/04/2027')], { locale });
    expect(events.map(dayOf)).toEqual([day]);
  });
});

describe('tab shapes', () => {
  it('reads a tab whose grid ends with a full page', async () => {
    const rows = Array.from({ length: 4999 }, (_, index) => (index === 0 || index === 4998 ? row(`Library ${index}`) : []));
    const { run, events } = await synced(rows, {}, { rowCount: 5000 });
    expect([run.status, run.error]).toEqual(['completed', null]);
    expect(events).toHaveLength(2);
  });

  it('repeats the value of merged cells in each row, and skips blank rows', async () => {
    const merges = [{ startRowIndex: 1, endRowIndex: 5, startColumnIndex: 0, endColumnIndex: 1 }];
    const later: Cell = { raw: 46_357, shown: '12/1/2026' };
    const { events, held } = await synced([row('Mesa Library'), row('', later), [], row('', '12/2/2026')], {}, { merges });
    expect(held).toEqual([]);
    expect(events.map((event) => [event.customer_name, dayOf(event)])).toEqual([
      ['Mesa Library', '2026-11-30'],
      ['Mesa Library', '2026-12-01'],
      ['Mesa Library', '2026-12-02'],
    ]);
  });
});
