/**
 * Sling against its stand-in: first each fault it can produce and the days on which clocks change, then the built server is killed
 * (SIGKILL) in the middle of syncs of several thousand shifts. Expected: the right state after each fault, every shift once at its moment,
 * and a sync without changes within 3 s. `npm run soak -- sling [KILLS]`
 */
import { sql } from 'kysely';
import { startSling } from '../tests/stand-ins/sling/sling.ts';
import { type Case, outsideSoak } from './support/outside.ts';

const KILLS = Number(process.argv[2] ?? 50);
/** Six a day, so that an eight-week window fits on one page. */
const SHIFTS = 1200;

// One of the faults tests the rate limit; with it, fifty kills would take half an hour.
const vendor = await startSling({ perMinute: 10_000 });
vendor.users.push({ id: 11, name: 'Zoe', lastname: 'Lin', email: 'zoe@example.test' });
vendor.groups.push({ id: 20, type: 'location', name: 'Mesa' });
/** The expected start of each shift, written by hand or in a zone without daylight saving time. */
const moments = new Map<string, string>();
const shift = (id: number | string, dtstart: string, dtend: string, moment: string): void => {
  vendor.shifts.push({ id, dtstart, dtend, user: { id: 11 }, location: { id: 20 } });
  moments.set(String(id), moment);
};
let counter = 0;
const more = (count: number): void => {
  for (const last = counter + count; counter < last; counter += 1) {
    const day = new Date(Date.UTC(2026, 1, 1 + (counter % 300))).toISOString().slice(0, 10);
    shift(1000 + counter, `${day}T15:00:00-07:00`, `${day}T16:00:00-07:00`, `${day}T22:00:00.000Z`);
  }
};

const form = { name: 'Shifts', email: vendor.email, password: vendor.password, start_date: '2026-01-01', end_date: '2026-12-31' };
const soak = await outsideSoak({
  kind: 'sling',
  env: { SLING_API_URL: vendor.url },
  longestMs: 10 * 60_000,
  difference: async (db) => {
    const { rows } = await sql<{ external_id: string; starts_at: string }>`select external_id, starts_at from shifts`.execute(db.query);
    const storedStarts = new Map(rows.map(({ external_id, starts_at }) => [external_id, new Date(starts_at).toISOString()]));
    const differing = [...moments].filter(([id, moment]) => storedStarts.get(id) !== moment);
    return differing.length === 0 && rows.length === moments.size
      ? ''
      : `${differing.length} of ${moments.size} differ, ${rows.length} shifts here; the first: ${String(differing[0])}`;
  },
});
more(50);
// In New York, clocks go forward at 2:00 on March 8 and back at 2:00 on November 1: each shift has its own offset.
shift('900:2026-03-07', '2026-03-07T15:00:00-05:00', '2026-03-07T16:00:00-05:00', '2026-03-07T20:00:00.000Z');
shift('900:2026-03-08', '2026-03-08T15:00:00-04:00', '2026-03-08T16:00:00-04:00', '2026-03-08T19:00:00.000Z');
shift('901:2026-11-01', '2026-11-01T00:30:00-04:00', '2026-11-01T02:30:00-05:00', '2026-11-01T04:30:00.000Z');
shift('902:2026-11-01', '2026-11-01T01:30:00-05:00', '2026-11-01T02:30:00-05:00', '2026-11-01T06:30:00.000Z');
shift('903:2026-11-01', '2026-11-01T23:30:00-07:00', '2026-11-02T00:30:00-07:00', '2026-11-02T06:30:00.000Z');
await soak.add(form);

const fail =
  (...fault: Parameters<typeof vendor.fail>) =>
  () =>
    vendor.fail(...fault);
const calendar = { part: '/calendar' };
const cloudflare = { status: 403, body: '<!DOCTYPE html><title>Access denied | Cloudflare</title>' };
const cases: readonly Case[] = [
  { name: 'token expired', run: 'completed', status: 'active', arrange: vendor.expireTokens },
  {
    name: 'password refused',
    run: 'failed',
    status: 'expired',
    arrange: () => {
      vendor.expireTokens();
      vendor.fail({ status: 401, body: { message: 'Invalid email or password' } }, { part: '/login' });
    },
    heal: () => soak.reconnect(form),
  },
  { name: '401 in the middle', run: 'completed', status: 'active', arrange: fail({ status: 401, body: {} }, { ...calendar, skip: 2 }) },
  { name: '403', run: 'failed', status: 'active', arrange: fail({ status: 403, body: {} }, calendar) },
  { name: '403 of Cloudflare', run: 'completed', status: 'active', arrange: fail(cloudflare, calendar) },
  { name: '429', run: 'completed', status: 'active', arrange: fail({ status: 429, body: 'Too many requests' }, calendar) },
  { name: '500', run: 'completed', status: 'active', arrange: fail({ status: 500, body: {} }, calendar) },
  { name: 'time-out', run: 'completed', status: 'active', arrange: fail({ delayMs: 20_000 }, calendar) },
  { name: 'cut answer', run: 'completed', status: 'active', arrange: fail('drop', calendar) },
  { name: 'half page', run: 'failed', status: 'active', arrange: fail('garbage', calendar) },
  { name: 'wrong shape', run: 'failed', status: 'active', arrange: fail({ status: 200, body: { shifts: 'none' } }, calendar) },
];
for (const faultCase of cases) await soak.suffer(faultCase, () => more(5));

const [gone] = vendor.shifts.splice(0, 1);
moments.delete(String(gone?.id));
soak.expect('deleted entity', await soak.sync(), 'completed');
await soak.check('deleted entity');
// Windows overlap by a day, and a page may be delivered twice.
vendor.shifts.push({ ...vendor.shifts[0]! });
soak.expect('duplicate delivery', await soak.sync(), 'completed');
await soak.check('duplicate delivery');
vendor.shifts.pop();

more(SHIFTS);
const { kills, inside } = await soak.killAll(KILLS, () => more(10));
await soak.end(`${cases.length + 2} faults, ${kills} kills (${inside} in the middle), ${moments.size} shifts`);
