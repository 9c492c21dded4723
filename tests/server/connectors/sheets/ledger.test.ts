import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetsConnector } from '../../../../server/connectors/sheets/sheetsConnector.ts';
import { vendorsOf } from '../../../../server/connectors/vendors.ts';
import { type Cell, type SheetsStandIn, startSheets } from '../../../stand-ins/sheets/sheets.ts';
import { type ConnectionWorld, createConnectionWorld } from '../../support/worlds/connections.ts';

let world: ConnectionWorld;
let google: SheetsStandIn;
let seller = 0;
const SPREADSHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const HEADER: Cell[] = ['Invoice #', 'Salesperson', 'Amount', 'Paid'];
const rows = (...lines: Cell[][]): void => {
  google.books.get(SPREADSHEET_ID)!.tabs[0]!.rows = [HEADER, ...lines];
};
let id = '';
const sync = async (connection = id) => {
  await world.call('POST', `googlesheets/${connection}/sync`);
  await world.worker.drain();
  return (await world.call('GET', `googlesheets/${connection}/runs`)).json().data[0];
};
/** A second sheet with the same invoices. */
let second = '';
const rowsOfSecond = (...lines: Cell[][]): void => {
  google.books.get(SPREADSHEET_ID)!.tabs[1]!.rows = [HEADER, ...lines];
};
const heldOf = async (connection: string): Promise<string[]> =>
  (await world.call('GET', `googlesheets/${connection}/quarantine`)).json().data.map(({ reason }: { reason: string }) => reason);
const heldRows = async () => (await world.call('GET', `googlesheets/${id}/quarantine`)).json().data;
const creditedTo = async (invoice_number: string) =>
  (
    await world.server.db.query
      .selectFrom('invoices')
      .select('salesperson_id')
      .where('invoice_number', '=', invoice_number)
      .executeTakeFirstOrThrow()
  ).salesperson_id;
const invoice = (invoice_number: string, overrides: object = {}) =>
  world.server.db.query
    .insertInto('invoices')
    .values({
      invoice_number,
      customer_name: 'Mesa',
      gross_cents: 35_000,
      net_cents: 35_000,
      booking_date: '2026-11-02',
      state: 'sent',
      ...overrides,
    })
    .execute();

beforeAll(async () => {
  let now = (): number => Date.now();
  google = await startSheets({ now: () => now(), perMinute: 10_000 });
  google.books.set(SPREADSHEET_ID, {
    id: SPREADSHEET_ID,
    timeZone: 'America/Phoenix',
    locale: 'en_US',
    sharedWith: new Set([google.clientEmail]),
    tabs: [
      { title: 'AR', sheetId: 1, rows: [HEADER] },
      { title: 'Old', sheetId: 2, rows: [HEADER] },
    ],
  });
  world = await createConnectionWorld(
    { googlesheets: sheetsConnector(vendorsOf({ SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url })) },
    {},
    false,
  );
  now = () => world.server.clock().getTime();
  seller = await world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  const created = await world.server.db.query
    .insertInto('connections')
    .values({ kind: 'quickbooks', name: 'ABC', suffix: 'ABC', state: 'connected', settings: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invoice('10234-ABC', { source: 'quickbooks', connection_id: created.id, external_id: '1', document_number: '10234' });
  await invoice('1001', { salesperson_id: world.adminId });
  await invoice('1002');
  const sheet = {
    service_account_credentials: google.credentials,
    spreadsheet_id: SPREADSHEET_ID,
    type: 'ar',
    start_date: '2026-01-01T00:00:00.000Z',
    end_date: '2026-12-31T00:00:00.000Z',
  };
  id = (await world.call('POST', 'googlesheets', { ...sheet, name: 'AR', sheet_name: 'AR' })).json().id;
  second = (await world.call('POST', 'googlesheets', { ...sheet, name: 'Old AR', sheet_name: 'Old' })).json().id;
});
afterAll(async () => {
  await world.close();
  await google.close();
});

describe('sheet ledger (decisions 7.02, 7.03, 7.05)', () => {
  it('assigns an invoice by number and suffix to a person by name or email, and creates no money', async () => {
    rows(['10234-abc', 'Sam Seller', '350', ''], ['1002', 'SAM@example.test', '', 'yes']);
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 2, held: 0 } });
    expect([await creditedTo('10234-ABC'), await creditedTo('1002')]).toEqual([seller, seller]);
    expect(await world.server.db.query.selectFrom('invoices').selectAll().execute()).toHaveLength(3);
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, same: 2 } });
  });
  it('leaves a manually assigned local invoice alone', async () => {
    rows(['10234-abc', 'Sam Seller', '350', ''], ['1002', 'SAM@example.test', '', 'yes'], ['1001', 'Sam Seller', '', '']);
    await sync();
    expect(await creditedTo('1001')).toBe(world.adminId);
  });
  it('quarantines a line with an unknown invoice or person, and resolves it by an answer or the invoice’s arrival', async () => {
    rows(
      ['10234-abc', 'Sam Seller', '350', ''],
      ['1002', 'SAM@example.test', '', 'yes'],
      ['1001', 'Nobody', '', ''],
      ['9-X', 'Sam Seller', '', ''],
    );
    expect(await sync()).toMatchObject({ counts: { held: 2 } });
    const [late, unknown] = await heldRows();
    expect([late.reason, unknown.reason].sort()).toEqual(['Row 4: nobody here is named "Nobody".', 'Row 5: there is no invoice 9-X yet.']);
    const who = [late, unknown].find(({ asks }) => asks === 'Email address of the salesperson');
    await world.call('POST', `googlesheets/${id}/quarantine/retry`, { ids: [who.id], answer: 'sam@example.test' });
    expect(await heldRows()).toHaveLength(1);
    await invoice('9-X');
    await sync();
    expect(await heldRows()).toHaveLength(0);
    expect(await creditedTo('9-X')).toBe(seller);
  });
  it('decisions 3.06: holds an answer that credits its own author for another person', async () => {
    const past = { user_id: world.adminId, until_day: '2026-11-15', role: 'salesperson', active: true } as const;
    await world.server.db.query.insertInto('user_past').values(past).execute();
    const vic = await world.server.add({ email: 'vic@example.test', role: 'vp_sales' });
    await invoice('OWN-1');
    const others: Cell[][] = [
      ['10234-abc', 'Sam Seller', '350', ''],
      ['1002', 'SAM@example.test', '', 'yes'],
      ['1001', 'Nobody', '', ''],
      ['9-X', 'Sam Seller', '', ''],
    ];
    rows(...others, ['OWN-1', 'Nobody', '', '']);
    await sync();
    const [record] = await heldRows();
    const answer = () => world.call('POST', `googlesheets/${id}/quarantine/retry`, { ids: [record.id], answer: 'admin@example.test' });
    const answered = await answer();
    expect([answered.statusCode, answered.json().code], answered.body).toEqual([202, 'waiting_for_approval']);
    expect([await creditedTo('OWN-1'), (await heldRows()).length]).toEqual([null, 1]);
    const { access_token } = await world.server.signIn('vic@example.test');
    const [seen] = (await world.call('GET', '/api/v1/approvals?group=own_pay', undefined, access_token)).json().data;
    expect(seen).toMatchObject({ before: 17.5, after: 35 });
    const items = [{ id: seen.id, version: seen.version }];
    const decided = await world.call('POST', '/api/v1/approvals/decide', { decision: 'approve', items }, access_token);
    expect(decided.json().data).toMatchObject([{ outcome: 'decided' }]);
    expect([await creditedTo('OWN-1'), await heldRows()]).toEqual([world.adminId, []]);
    await world.server.db.query.updateTable('users').set({ active: false }).where('id', '=', vic).execute();
    await invoice('OWN-2');
    rows(...others, ['OWN-1', 'Nobody', '', ''], ['OWN-2', 'Nobody', '', '']);
    await sync();
    const [next] = await heldRows();
    const alone = await world.call('POST', `googlesheets/${id}/quarantine/retry`, { ids: [next.id], answer: 'admin@example.test' });
    expect([alone.statusCode, await creditedTo('OWN-2')]).toEqual([200, world.adminId]);
    const raised = world.server.db.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc');
    expect((await raised.executeTakeFirstOrThrow()).after).toMatchObject({ self_approved: true });
    rows(...others);
    await sync();
  });
  it('decisions 7.02: skips a deleted invoice of the same number and picks the active one', async () => {
    const { id: connection_id } = await world.server.db.query
      .selectFrom('connections')
      .select('id')
      .where('suffix', '=', 'ABC')
      .executeTakeFirstOrThrow();
    const source = { source: 'quickbooks', connection_id, document_number: '777' };
    await invoice('777-ABC', { ...source, external_id: '77', state: 'cancelled' });
    await invoice('777-ABC (78)', { ...source, external_id: '78' });
    rows(
      ['10234-abc', 'Sam Seller', '350', ''],
      ['1002', 'SAM@example.test', '', 'yes'],
      ['9-X', 'Sam Seller', '', ''],
      ['777-ABC', 'Sam Seller', '350', ''],
    );
    expect(await sync()).toMatchObject({ counts: { created: 1, held: 0 } });
    expect([await creditedTo('777-ABC'), await creditedTo('777-ABC (78)')]).toEqual([null, seller]);
  });
  it('decisions 2.23: includes all credit memos of the invoice', async () => {
    await invoice('2001', { source: 'quickbooks' });
    const { id: credit_of_id } = await world.server.db.query
      .selectFrom('invoices')
      .select('id')
      .where('invoice_number', '=', '2001')
      .executeTakeFirstOrThrow();
    const taken = { credit_of_id, gross_cents: -5_000, net_cents: -5_000 };
    await invoice('CM-2001', taken);
    await invoice('CM-2001/2', { ...taken, salesperson_id: world.adminId });
    rows(
      ['10234-abc', 'Sam Seller', '350', ''],
      ['1002', 'SAM@example.test', '', 'yes'],
      ['9-X', 'Sam Seller', '', ''],
      ['2001', 'Sam Seller', '350', ''],
    );
    expect(await sync()).toMatchObject({ counts: { created: 1, held: 0 } });
    expect([await creditedTo('2001'), await creditedTo('CM-2001'), await creditedTo('CM-2001/2')]).toEqual([seller, seller, seller]);
  });
  it('decisions 7.03: quarantines two lines that credit one invoice to different people, each naming the other', async () => {
    await world.server.add({ email: 'lee@example.test', role: 'salesperson', first_name: 'Lee', last_name: 'Lead' });
    await invoice('3001', { source: 'quickbooks' });
    await invoice('3002', { source: 'quickbooks' });
    const known: Cell[][] = [
      ['10234-abc', 'Sam Seller', '350', ''],
      ['1002', 'SAM@example.test', '', 'yes'],
      ['9-X', 'Sam Seller', '', ''],
      ['2001', 'Sam Seller', '350', ''],
    ];
    const paidTwice: Cell[][] = [
      ['3002', 'Sam Seller', '100', ''],
      ['3002', 'sam@example.test', '250', ''],
      ['3002', '', '1', ''],
    ];
    rows(...known, ['3001', 'Sam Seller', '100', ''], ['3001', 'Lee Lead', '250', ''], ...paidTwice);
    expect(await sync()).toMatchObject({ counts: { held: 2 } });
    expect(await creditedTo('3001')).toBeNull();
    expect(await creditedTo('3002')).toBe(seller);
    const reasons = async () => (await heldRows()).map(({ reason }: { reason: string }) => reason).sort();
    expect(await reasons()).toEqual([
      'Rows 6 and 7 credit invoice 3001 to different people, Sam Seller and Lee Lead. Correct one of them in the sheet.',
      'Rows 7 and 6 credit invoice 3001 to different people, Lee Lead and Sam Seller. Correct one of them in the sheet.',
    ]);
    rows(...known, ['3001', 'Sam Seller', '100', ''], ['3001', 'Sam Seller', '250', ''], ...paidTwice);
    await sync();
    expect(await heldRows()).toEqual([]);
    expect(await creditedTo('3001')).toBe(seller);
    // A later contradicting line doesn't change the credit either, and removing it clears the held records.
    rows(...known, ['3001', 'Sam Seller', '100', ''], ['3001', 'Lee Lead', '250', ''], ...paidTwice);
    expect(await sync()).toMatchObject({ counts: { held: 2 } });
    expect(await creditedTo('3001')).toBe(seller);
    rows(...known, ['3001', 'Sam Seller', '100', ''], ...paidTwice);
    await sync();
    expect(await heldRows()).toEqual([]);
    expect(await creditedTo('3001')).toBe(seller);
  });
});

describe('two ledgers that credit one invoice to different people (decisions 7.03)', () => {
  const known: Cell[][] = [
    ['10234-abc', 'Sam Seller', '350', ''],
    ['1002', 'SAM@example.test', '', 'yes'],
    ['9-X', 'Sam Seller', '', ''],
    ['2001', 'Sam Seller', '350', ''],
    ['3001', 'Sam Seller', '100', ''],
    ['3002', 'Sam Seller', '100', ''],
    ['3002', 'sam@example.test', '250', ''],
    ['3002', '', '1', ''],
  ];
  const rowsNaming = (who: string): Cell[][] => [...known, ['4001', who, '100', '']];
  const contradicted = (own: string, other: string, sheet: string, row: number): string =>
    `Row ${row} credits invoice 4001 to ${own}, and the sheet “${sheet}” credits it to ${other}. Correct one of them.`;

  it('quarantines the second and names both, whichever was read last, until one is corrected', async () => {
    const { id: lee } = await world.server.db.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'lee@example.test')
      .executeTakeFirstOrThrow();
    await invoice('4001', { source: 'quickbooks' });
    rows(...rowsNaming('Sam Seller'));
    await sync();
    rowsOfSecond(['4001', 'Lee Lead', '100', '']);
    expect(await sync(second)).toMatchObject({ counts: { created: 0, held: 1 } });
    expect(await heldOf(second)).toEqual([contradicted('Lee Lead', 'Sam Seller', 'AR', 2)]);
    expect(await creditedTo('4001')).toBe(seller);
    await sync();
    expect(await heldOf(id)).toEqual([]);

    rowsOfSecond(['4001', 'sam@example.test', '100', '']);
    await sync(second);
    expect(await heldOf(second)).toEqual([]);
    // Both change to another person: the first is held until the second follows, and neither is held forever.
    rows(...rowsNaming('Lee Lead'));
    await sync();
    expect(await heldOf(id)).toEqual([contradicted('Lee Lead', 'Sam Seller', 'Old AR', 10)]);
    expect(await creditedTo('4001')).toBe(seller);
    rowsOfSecond(['4001', 'Lee Lead', '100', '']);
    await sync(second);
    await sync();
    expect([await heldOf(id), await heldOf(second)]).toEqual([[], []]);
    expect(await creditedTo('4001')).toBe(lee);
  });

  it('ignores a removed sheet', async () => {
    await world.server.db.query.updateTable('connections').set({ state: 'gone' }).where('id', '=', Number(second)).execute();
    rows(...rowsNaming('Sam Seller'));
    await sync();
    expect(await heldOf(id)).toEqual([]);
    expect(await creditedTo('4001')).toBe(seller);
  });
});
