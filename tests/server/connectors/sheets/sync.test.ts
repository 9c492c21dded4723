import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetsConnector } from '../../../../server/connectors/sheets/sheetsConnector.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { type Cell, type SheetsStandIn, startSheets } from '../../../stand-ins/sheets/sheets.ts';
import { type ConnectionWorld, createConnectionWorld } from '../../support/worlds/connections.ts';

let world: ConnectionWorld;
let google: SheetsStandIn;
const SPREADSHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const HEADER: Cell[] = ['Customer', 'Program', 'Date', 'Start Time', 'End Time', 'Reviewed', 'Sales Person'];
const DAY: Cell = { raw: 46_356, shown: '11/30/2026' };
const line = (customer: string, more: Partial<{ program: string; reviewed: string; date: Cell }> = {}): Cell[] => [
  customer,
  more.program ?? 'Python',
  more.date ?? DAY,
  { raw: 0.625, shown: '3:00 PM' },
  { raw: 0.666_666_7, shown: '4:00 PM' },
  more.reviewed ?? 'No',
  'Sam Seller',
];
const tab = (title = 'Schedule') => {
  const match = google.books.get(SPREADSHEET_ID)?.tabs.find((one) => one.title === title);
  if (!match) throw new Error(title);
  return match;
};
const form = (overrides: object = {}) => ({
  name: 'Schedule',
  service_account_credentials: google.credentials,
  spreadsheet_id: `https://docs.google.com/spreadsheets/d/${SPREADSHEET_ID}/edit#gid=0`,
  sheet_name: 'Schedule',
  type: 'schedule',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-12-31T00:00:00.000Z',
  ...overrides,
});
const one = async (name = 'Schedule') =>
  (await world.call('GET', 'googlesheets')).json().data.find((row: { name: string }) => row.name === name);
const sync = async (name = 'Schedule') => {
  const { id } = await one(name);
  await world.call('POST', `googlesheets/${id}/sync`);
  await world.worker.drain();
  const { data } = (await world.call('GET', `googlesheets/${id}/runs`)).json();
  return data[0];
};
const heldRows = async (name = 'Schedule') => (await world.call('GET', `googlesheets/${(await one(name)).id}/quarantine`)).json().data;
const events = () => world.server.db.query.selectFrom('events').selectAll().where('connection_id', 'is not', null).orderBy('id').execute();

beforeAll(async () => {
  let now = (): number => Date.now();
  google = await startSheets({ now: () => now(), perMinute: 10_000 });
  google.books.set(SPREADSHEET_ID, {
    id: SPREADSHEET_ID,
    timeZone: 'America/Phoenix',
    locale: 'en_US',
    sharedWith: new Set([google.clientEmail]),
    tabs: [
      {
        title: 'Schedule',
        sheetId: 7,
        rows: [['Fall schedule'], HEADER, line('Mesa Library'), line('Tempe Library'), line('Yuma Library')],
      },
      { title: 'Ledger', sheetId: 8, rows: [['Invoice #', 'Salesperson', 'Amount', 'Paid']] },
      { title: 'Empty', sheetId: 9, rows: [] },
    ],
  });
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

describe('connecting a sheet (spec 2.55, 5.07, 7.33)', () => {
  it.each([
    [{ service_account_credentials: '' }, { service_account_credentials: 'Please enter service account credentials' }],
    [{ spreadsheet_id: '' }, { spreadsheet_id: 'Please enter a spreadsheet ID' }],
    [{ sheet_name: '' }, { sheet_name: 'Please enter a sheet name' }],
    [{ end_date: '' }, { start_date: 'Please enter both start and end dates' }],
    [{ end_date: '2025-01-01' }, { end_date: 'The end date must not be before the start date' }],
    [{ service_account_credentials: '{}' }, { service_account_credentials: expect.stringContaining('"type" must be "service_account"') }],
  ])('bad input: answers 400 to %j with the field’s message', async (overrides, errors) => {
    const answer = await world.call('POST', 'googlesheets', form(overrides));
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
  });
  it('bad input: refuses credentials of a megabyte before parsing them', async () => {
    const answer = await world.call('POST', 'googlesheets', form({ service_account_credentials: 'x'.repeat(1_000_000) }));
    expect(answer.statusCode).toBe(413);
  });
  it('shows the address to share with, the available tabs, and a disabled API', async () => {
    const book = google.books.get(SPREADSHEET_ID)!;
    book.sharedWith.clear();
    const refused = async (overrides: object = {}) => (await world.call('POST', 'googlesheets', form(overrides))).json().message;
    expect(await refused()).toBe(
      'Schedule: the spreadsheet is not shared with quotaboard@stand-in.iam.gserviceaccount.com. Share it with this address as Viewer.',
    );
    book.sharedWith.add(google.clientEmail);
    expect(await refused({ sheet_name: 'Spring' })).toBe('Schedule: the spreadsheet has no tab "Spring". It has: Schedule, Ledger, Empty.');
    expect(await refused({ spreadsheet_id: 'x'.repeat(30) })).toContain('no spreadsheet has this ID');
    expect(await refused({ sheet_name: 'Empty' })).toContain('the tab "Empty" is empty');
    google.disableApi(true);
    expect(await refused()).toContain('the Google Sheets API is off');
    google.disableApi(false);
    expect((await world.call('GET', 'googlesheets')).json().data).toEqual([]);
  });
  it('reads the header, ignores the pasted token_uri, and returns no secret', async () => {
    const answer = await world.call('POST', 'googlesheets', form());
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        spreadsheet_id: SPREADSHEET_ID,
        sheet_name: 'Schedule',
        type: 'schedule',
        start_date: '2026-01-01',
        email: google.clientEmail,
        status: 'active',
      },
    ]);
    expect(answer.body).not.toContain('PRIVATE KEY');
    expect(google.journal.some(({ path }) => path === '/token')).toBe(true);
  });
});

describe('schedule sync (decisions 7.05)', () => {
  it('creates events at the wall time of the sheet’s zone, and changes nothing on a repeat', async () => {
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 3, changed: 0, same: 0, held: 0 } });
    const [first] = await events();
    expect(first).toMatchObject({
      customer_name: 'Mesa Library',
      day: '2026-11-30',
      timezone: 'America/Phoenix',
      has_time: true,
      version: 1,
    });
    expect(new Date(first?.starts_at ?? 0).toISOString()).toBe('2026-11-30T22:00:00.000Z');
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, same: 3 } });
    expect((await events()).map(({ version }) => version)).toEqual([1, 1, 1]);
  });
  it('decisions 6.04: keeps staff edits with the source value noted below, and follows moved rows', async () => {
    const [first] = await events();
    await world.server.db.query
      .insertInto('event_edits')
      .values({
        event_id: first!.id,
        field: 'reviewed',
        value: 'Yes',
        source_value: 'No',
        edited_by: world.adminId,
        edited_at: world.server.clock().toISOString(),
        version: 2,
      })
      .execute();
    await world.server.db.query.updateTable('events').set({ reviewed: 'Yes', version: 2 }).where('id', '=', first!.id).execute();
    tab().rows = [
      HEADER,
      line('Yuma Library', { reviewed: 'Yes' }),
      [],
      line('Mesa Library', { reviewed: 'Unknown' }),
      line('Tempe Library'),
    ];
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 2, same: 1 } });
    const [mesa, , yuma] = await events();
    expect([mesa?.reviewed, yuma?.reviewed]).toEqual(['Yes', 'Yes']);
    const edit = await world.server.db.query.selectFrom('event_edits').selectAll().executeTakeFirstOrThrow();
    expect(edit).toMatchObject({ value: 'Yes', source_value: 'Unknown' });
  });
  it('quarantines an unreadable row with its number and content, and imports it once corrected', async () => {
    tab().rows.push(line('Reno Library', { date: 'next week' }), line('Provo Library', { program: '#REF!' }));
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 0, same: 3, held: 2 } });
    expect((await heldRows()).map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'Row 6: "next week" in Date is not a date. Write it as 11/30/2026.',
      'Row 7: the formula in Program shows #REF!. Correct it in the sheet.',
    ]);
    tab().rows = [...tab().rows.slice(0, 5), line('Reno Library')];
    expect(await sync()).toMatchObject({ counts: { created: 1, same: 3, held: 0 } });
  });
  it('marks a vanished row, removes its event after two full reads, and restores it with its edits', async () => {
    const all = [...tab().rows];
    tab().rows = all.filter((row) => row[0] !== 'Mesa Library');
    await sync();
    expect((await events()).map(({ customer_name, missing_runs }) => [customer_name, missing_runs])).toEqual([
      ['Mesa Library', 1],
      ['Tempe Library', 0],
      ['Yuma Library', 0],
      ['Reno Library', 0],
    ]);
    await sync();
    expect((await events()).map(({ customer_name }) => customer_name)).toEqual(['Tempe Library', 'Yuma Library', 'Reno Library']);
    tab().rows = all;
    await sync();
    const mesa = (await events()).find(({ customer_name }) => customer_name === 'Mesa Library');
    expect(mesa).toMatchObject({ reviewed: 'Yes', missing_runs: 0 });
    expect(await world.server.db.query.selectFrom('event_edits').selectAll().execute()).toHaveLength(1);
  });
  it('changes nothing for an accidentally emptied sheet and asks; only "remove" deletes the rows', async () => {
    const all = [...tab().rows];
    for (let index = 0; index < 8; index += 1) all.push(line(`Branch ${index}`));
    tab().rows = all;
    await sync();
    expect(await events()).toHaveLength(12);
    tab().rows = [];
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringContaining('is empty') });
    tab().rows = [HEADER, line('Mesa Library', { reviewed: 'Yes' })];
    for (let run = 0; run < 3; run += 1) await sync();
    expect((await events()).map(({ missing_runs }) => missing_runs)).toEqual(Array(12).fill(0));
    const [waiting] = await heldRows();
    expect(waiting).toMatchObject({
      reason: '11 of 12 rows are gone from the sheet. This looks like an accident, so nothing was changed.',
      asks: 'Type "remove" if these rows were deleted on purpose',
    });
    const { id } = await one();
    await world.call('POST', `googlesheets/${id}/quarantine/retry`, { ids: [waiting.id], answer: 'yes' });
    expect(await heldRows()).toHaveLength(1);
    await world.call('POST', `googlesheets/${id}/quarantine/retry`, { ids: [waiting.id], answer: 'Remove' });
    expect(await heldRows()).toHaveLength(0);
    await sync();
    await sync();
    expect((await events()).map(({ customer_name }) => customer_name)).toEqual(['Mesa Library']);
    tab().rows = all;
    await sync();
    expect(await events()).toHaveLength(12);
  });
  it('reads reordered columns by name, and notifies admins once', async () => {
    const notices = async () =>
      (await world.server.db.query.selectFrom('notifications').select(['title', 'message']).execute())
        .filter(({ title }) => title === 'Columns of a sheet changed')
        .map(({ message }) => message);
    const before = await events();
    const { rows } = tab();
    const turn = (row: Cell[]): void => void row.unshift(...row.splice(1, 1));
    const all = rows.filter(({ length }) => length > 1);
    all.forEach(turn);
    await sync();
    await sync();
    expect(await notices()).toEqual([
      'Schedule now has the columns Program, Customer, Date, Start Time, End Time, Reviewed, Sales Person. They are read by their names: check that none is missing or has another meaning.',
    ]);
    expect((await events()).map(({ customer_name, activity }) => [customer_name, activity])).toEqual(
      before.map(({ customer_name, activity }) => [customer_name, activity]),
    );
    all.forEach(turn);
    await sync();
  });
  it('stops at a renamed required header, names it and changes nothing', async () => {
    const rows = tab().rows;
    tab().rows = rows.map((row, index) => (index === 0 ? row.map((cell) => (cell === 'Date' ? 'When' : cell)) : row));
    expect(await sync()).toMatchObject({ status: 'failed', error: 'Schedule: these columns are missing: Date. Nothing was changed.' });
    expect(await one()).toMatchObject({ connection_status: 'error', connection_message: expect.stringContaining('Date') });
    tab().rows = rows;
    expect(await sync()).toMatchObject({ status: 'completed', counts: { same: 12 } });
  });
  it('follows a renamed tab by id, and renews a prematurely expired token once', async () => {
    tab().title = 'Schedule 2027';
    google.expireTokens();
    expect(await sync()).toMatchObject({ status: 'completed', counts: { same: 12 } });
    google.fail({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }, { part: '/v4/', times: 1 });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { same: 12 } });
    google.revokeKey();
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer accepts this key') });
    expect(await one()).toMatchObject({ status: 'expired' });
  });
});
