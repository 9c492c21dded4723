/**
 * Google Sheets against its stand-in: first each fault it can produce, a sheet emptied by accident and the days on which clocks change,
 * then the built server is killed (SIGKILL) in the middle of syncs of several thousand rows. Expected: the right state after each fault,
 * every row one event at its moment, no changes from a sheet that looks emptied, and a sync without changes within 3 s. `npm run soak --
 * sheets [KILLS]`
 */
import { sql } from 'kysely';
import { type Cell, startSheets } from '../tests/stand-ins/sheets/sheets.ts';
import { type Case, outsideSoak } from './support/outside.ts';

const KILLS = Number(process.argv[2] ?? 50);
const ROWS = 3000;
const BOOK = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const HEADER: Cell[] = ['Event ID', 'Customer', 'Program', 'Date', 'Start Time', 'End Time', 'Time Zone'];

let clockOff = 0;
const google = await startSheets({ perMinute: 10_000, now: () => Date.now() + clockOff });
const tab = { title: 'Schedule', sheetId: 7, rows: [HEADER] };
google.books.set(BOOK, {
  id: BOOK,
  timeZone: 'America/Phoenix',
  locale: 'en_US',
  sharedWith: new Set([google.clientEmail]),
  tabs: [tab],
});
/** The expected start of each row's event, written by hand or in a zone without daylight saving time. */
const moments = new Map<string, string>();
const row = (id: string, day: string, hour: number, zone: string, moment: string): void => {
  const serial = Date.parse(day) / 86_400_000 + 25_569;
  const time = (hour: number): Cell => ({ raw: hour / 24, shown: `${hour}:00` });
  tab.rows.push([id, id, 'Python', { raw: serial, shown: day }, time(hour), time(hour + 1), zone]);
  moments.set(id, moment);
};
let counter = 0;
const more = (count: number): void => {
  for (const last = counter + count; counter < last; counter += 1) {
    const day = new Date(Date.UTC(2026, 0, 1 + (counter % 360))).toISOString().slice(0, 10);
    row(`E${counter}`, day, 9 + (counter % 8), 'AZ', `${day}T${16 + (counter % 8)}:00:00.000Z`);
  }
};

const soak = await outsideSoak({
  kind: 'googlesheets',
  env: { SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url },
  longestMs: 10 * 60_000,
  // Every row is one event, at its moment; no event exists without a row.
  difference: async (db) => {
    const { rows } = await sql<{ customer_name: string; starts_at: string }>`
      select customer_name, starts_at from events where connection_id is not null and missing_runs = 0`.execute(db.query);
    const storedStarts = new Map(rows.map(({ customer_name, starts_at }) => [customer_name, new Date(starts_at).toISOString()]));
    const differing = [...moments].filter(([id, moment]) => storedStarts.get(id) !== moment);
    return differing.length === 0 && rows.length === moments.size
      ? ''
      : `${differing.length} of ${moments.size} differ, ${rows.length} events; the first: ${String(differing[0])}, here ${storedStarts.get(differing[0]?.[0] ?? '')}`;
  },
});
more(50);
// In New York, clocks go forward at 2:00 on March 8 and back at 2:00 on November 1; Arizona's never change.
row('DST1', '2026-03-07', 15, 'Eastern', '2026-03-07T20:00:00.000Z');
row('DST2', '2026-03-08', 1, 'Eastern', '2026-03-08T06:00:00.000Z');
row('DST3', '2026-03-08', 15, 'Eastern', '2026-03-08T19:00:00.000Z');
row('DST4', '2026-11-01', 0, 'Eastern', '2026-11-01T04:00:00.000Z');
row('DST5', '2026-11-01', 15, 'Eastern', '2026-11-01T20:00:00.000Z');
row('DST6', '2026-03-08', 15, 'AZ', '2026-03-08T22:00:00.000Z');
row('DST7', '2026-11-01', 15, 'AZ', '2026-11-01T22:00:00.000Z');
await soak.add({
  name: 'Schedule',
  service_account_credentials: google.credentials,
  spreadsheet_id: BOOK,
  sheet_name: 'Schedule',
  type: 'schedule',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
});

const reconnect = (): Promise<void> => {
  google.revokeKey(false);
  return soak.reconnect({
    service_account_credentials: google.credentials,
    spreadsheet_id: BOOK,
    sheet_name: 'Schedule',
    type: 'schedule',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  });
};
const fail =
  (...fault: Parameters<typeof google.fail>) =>
  () =>
    google.fail(...fault);
const values = { part: '/values' };
const book = google.books.get(BOOK)!;
const cases: readonly Case[] = [
  { name: 'token expired', run: 'completed', status: 'active', arrange: google.expireTokens },
  { name: 'key revoked', run: 'failed', status: 'expired', arrange: () => google.revokeKey(), heal: reconnect },
  { name: '401 in the middle', run: 'completed', status: 'active', arrange: fail({ status: 401, body: {} }, { ...values, skip: 1 }) },
  {
    name: '403, not shared any more',
    run: 'failed',
    status: 'active',
    arrange: () => book.sharedWith.clear(),
    heal: () => void book.sharedWith.add(google.clientEmail),
  },
  { name: '429', run: 'completed', status: 'active', arrange: fail({ status: 429, body: {} }, values) },
  { name: '500', run: 'completed', status: 'active', arrange: fail({ status: 500, body: {} }, values) },
  { name: 'time-out', run: 'completed', status: 'active', arrange: fail({ delayMs: 20_000 }, values) },
  { name: 'cut answer', run: 'completed', status: 'active', arrange: fail('drop', values) },
  { name: 'half page', run: 'failed', status: 'active', arrange: fail('garbage', values) },
  { name: 'wrong shape', run: 'failed', status: 'active', arrange: fail({ status: 200, body: { values: 'none' } }, values) },
  {
    name: 'clock an hour off',
    run: 'failed',
    status: 'expired',
    arrange: () => {
      clockOff = -3_600_000;
    },
    heal: () => {
      clockOff = 0;
      return reconnect();
    },
  },
];
for (const faultCase of cases) await soak.suffer(faultCase, () => more(5));

// A missing row is marked, and removed after two full reads.
const [gone] = tab.rows.splice(1, 1);
moments.delete(String(gone?.[0]));
await soak.sync();
soak.expect('deleted entity', await soak.sync(), 'completed');
await soak.check('deleted entity');
// A second row with the same id is held, and the existing event stays.
tab.rows.push([...(tab.rows[1] ?? [])]);
soak.expect('duplicate delivery', await soak.sync(), 'completed');
await soak.check('duplicate delivery');
tab.rows.pop();
soak.expect('after the duplicate', await soak.sync(), 'completed');

// Emptied by accident: completely, all but the header, and half; nothing changes, and syncs continue once the rows are back.
const all = [...tab.rows];
for (const [name, keep, run] of [
  ['emptied', 0, 'failed'],
  ['emptied except for the header', 1, 'completed'],
  ['half of it gone', Math.floor(all.length / 2), 'completed'],
] as const) {
  tab.rows.splice(0, tab.rows.length, ...all.slice(0, keep));
  for (const round of [1, 2, 3]) soak.expect(`${name}: run ${round}`, await soak.sync(), run);
  await soak.check(name);
  tab.rows.splice(0, tab.rows.length, ...all);
  soak.expect(`${name}: after it`, await soak.sync(), 'completed');
  await soak.check(`${name}: after it`);
  console.log(`${name}: nothing changed`);
}

more(ROWS);
const { kills, inside } = await soak.killAll(KILLS, () => more(100));
await soak.end(`${cases.length + 2} faults, 3 ways to empty it, ${kills} kills (${inside} in the middle), ${moments.size} rows`);
