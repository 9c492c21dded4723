import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slingConnector } from '../../../server/connectors/sling/slingConnector.ts';
import { namesFromUsers, readShift } from '../../../server/connectors/sling/slingShifts.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { windowsOf } from '../../../server/connectors/windows.ts';
import { type SlingShift, type SlingStandIn, startSling } from '../../stand-ins/sling/sling.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';
import { eventRow } from '../support/worlds/events.ts';

let world: ConnectionWorld;
let sling: SlingStandIn;
let id = '';
const form = (overrides: object = {}) => ({
  name: 'Shifts',
  email: sling.email,
  password: sling.password,
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-12-31T00:00:00.000Z',
  ...overrides,
});
const sync = async () => {
  await world.call('POST', `sling/${id}/sync`);
  await world.worker.drain();
  return (await world.call('GET', `sling/${id}/runs`)).json().data[0];
};
const heldRows = async () => (await world.call('GET', `sling/${id}/quarantine`)).json().data;
const addEvent = async (customer_name: string, starts_at: string, overrides: object = {}) => {
  const ends_at = new Date(Date.parse(starts_at) + 3_600_000).toISOString();
  const values = {
    customer_name,
    starts_at,
    ends_at,
    timezone: 'America/Phoenix',
    activity: 'Python',
    has_time: true,
    has_day: true,
    tbd: false,
    ...overrides,
  };
  const row = await world.server.db.query.insertInto('events').values(eventRow(values)).returning('id').executeTakeFirstOrThrow();
  return row.id;
};
const shiftOf = async (event: number) =>
  (await world.server.db.query.selectFrom('events').select('shift').where('id', '=', event).executeTakeFirstOrThrow()).shift;
const shift = (key: string | number, start: string, overrides: Partial<SlingShift> = {}): SlingShift => ({
  id: key,
  dtstart: start,
  dtend: start.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) + 1).padStart(2, '0')}`),
  user: { id: 11 },
  location: { id: 21 },
  ...overrides,
});

beforeAll(async () => {
  let now = (): number => Date.now();
  sling = await startSling({ now: () => now(), perMinute: 10_000 });
  sling.users.push({ id: 11, name: 'Zoe', lastname: 'Lin', email: 'zoe@example.test' });
  sling.groups.push({ id: 21, type: 'location', name: 'Mesa' }, { id: 22, type: 'location', name: 'Tempe' });
  world = await createConnectionWorld({ sling: slingConnector(vendorsOf({ SLING_API_URL: sling.url })) }, {}, false);
  now = () => world.server.clock().getTime();
});
afterAll(async () => {
  await world.close();
  await sling.close();
});

describe('Sling sign-in (spec 2.56, 5.08)', () => {
  it.each([
    [{ email: 'nobody' }, { email: 'Please enter an email' }],
    [{ password: '' }, { password: 'Please enter a password' }],
    [{ start_date: '' }, { start_date: 'Please enter both start and end dates' }],
  ])('bad input: answers 400 to %j with the field’s message', async (overrides, errors) => {
    const answer = await world.call('POST', 'sling', form(overrides));
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
  });
  it('distinguishes a wrong password, Cloudflare and a second factor, with one try each', async () => {
    const before = sling.logins();
    const wrong = await world.call('POST', 'sling', form({ password: 'wrong' }));
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Shifts: Sling does not accept this email and password.']);
    sling.fail({ status: 403, body: '<html>Cloudflare Error 1010</html>' }, { part: 'login' });
    const blocked = await world.call('POST', 'sling', form());
    expect([blocked.statusCode, blocked.json().message]).toEqual([503, expect.stringContaining('The password is not the reason')]);
    sling.fail({ status: 403, body: { message: 'Two-factor authentication code required' } }, { part: 'login' });
    const second = await world.call('POST', 'sling', form());
    expect([second.statusCode, second.json().message]).toEqual([400, expect.stringContaining('second factor')]);
    expect(sling.logins() - before).toBe(1);
    expect((await world.call('GET', 'sling')).json().data).toEqual([]);
  });
  it('stores the encrypted password and connects', async () => {
    const answer = await world.call('POST', 'sling', form());
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { email: sling.email, start_date: '2026-01-01', end_date: '2026-12-31' },
    ]);
    expect(answer.body).not.toContain(sling.password);
    id = answer.json().id;
  });
});

describe('shift sync (decisions 7.06)', () => {
  let [mesa, tempe, duplicate] = [0, 0, 0];
  it('reads a year in at most eight windows, shows shifts on events, and changes nothing on a repeat', async () => {
    mesa = await addEvent('Mesa Public Library', '2026-11-30T22:00:00Z', { host_anchor: 'Zoom 3' });
    tempe = await addEvent('Tempe Library', '2026-03-09T17:00:00Z');
    sling.shifts.push(shift('12345:2026-11-30', '2026-11-30T15:00:00-07:00', { summary: 'Python at Mesa' }));
    sling.shifts.push(shift('12345:2026-12-07', '2026-12-07T15:00:00-07:00', { summary: 'Python at Mesa' }));
    sling.shifts.push(
      shift(77, '2026-03-09T10:00:00-07:00', { location: { id: 22 } }),
      shift(78, '2026-05-01T08:00:00-07:00', { type: 'leave' }),
    );
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 3, held: 0 } });
    expect(sling.journal.filter(({ path }) => path.includes('/calendar/')).length).toBeLessThanOrEqual(8);
    expect(await shiftOf(mesa)).toMatchObject({
      user: { first_name: 'Zoe', last_name: 'Lin' },
      summary: 'Python at Mesa',
      location: { name: 'Mesa' },
      status: 'published',
    });
    expect(await shiftOf(tempe)).toMatchObject({ location: { name: 'Tempe' } });
    expect(await world.server.db.query.selectFrom('shifts').select('external_id').orderBy('external_id').execute()).toHaveLength(3);
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, same: 3 } });
    const row = await world.server.db.query.selectFrom('events').selectAll().where('id', '=', mesa).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ version: 2, host_anchor: 'Zoom 3' });
  });
  it('reads shift notes, which may name the customer', async () => {
    const yuma = await addEvent('Yuma Public Library', '2026-04-13T17:00:00Z');
    sling.shifts.push(shift(90, '2026-04-13T10:00:00-07:00', { assigneeNotes: 'Yuma Public Library, kit 3', location: undefined }));
    await sync();
    expect(await shiftOf(yuma)).toMatchObject({ summary: 'Yuma Public Library, kit 3' });
    sling.shifts.pop();
    await sync();
  });
  it('leaves an open shift without a person, and removes one missing from a full window from its event', async () => {
    sling.shifts[0] = { ...sling.shifts[0]!, user: { id: 99 } };
    await sync();
    expect(await shiftOf(mesa)).toMatchObject({ user: null });
    sling.shifts.splice(0, 1);
    await sync();
    expect(await shiftOf(mesa)).toBe(null);
  });
  it('quarantines an ambiguous shift with its events, and one answer resolves it for good', async () => {
    duplicate = await addEvent('Mesa Public Library', '2026-12-07T22:30:00Z', { activity: 'Scratch' });
    const other = await addEvent('Mesa Public Library', '2026-12-07T21:30:00Z', { activity: 'Roblox' });
    await sync();
    const [waiting] = await heldRows();
    expect(waiting).toMatchObject({
      reason: 'The shift of Zoe Lin on Dec 7, 2026, 15:00 fits several events.',
      choices: [
        { value: String(duplicate), label: 'Dec 7, 2026 · Mesa Public Library · Scratch' },
        { value: String(other), label: 'Dec 7, 2026 · Mesa Public Library · Roblox' },
      ],
    });
    await world.call('POST', `sling/${id}/quarantine/retry`, { ids: [waiting.id], answer: '999' });
    expect(await heldRows()).toHaveLength(1);
    await world.call('POST', `sling/${id}/quarantine/retry`, { ids: [waiting.id], answer: String(duplicate) });
    expect(await shiftOf(duplicate)).toMatchObject({ user: { first_name: 'Zoe' } });
    await sync();
    expect([await heldRows(), await shiftOf(other)]).toEqual([[], null]);
    expect(await shiftOf(duplicate)).toMatchObject({ user: { first_name: 'Zoe' } });
  });
  it('renews a sign-in once after a 401, and no more', async () => {
    sling.expireTokens();
    const before = sling.logins();
    expect(await sync()).toMatchObject({ status: 'completed' });
    expect(sling.logins() - before).toBe(1);
    sling.fail({ status: 401, body: {} }, { part: '/session', times: 5 });
    expect(await sync()).toMatchObject({ status: 'failed' });
    expect(sling.logins() - before).toBe(2);
    expect((await world.call('GET', 'sling')).json().data[0]).toMatchObject({ status: 'expired' });
  });
});

describe('calendar shifts (research 4.2, 4.4)', () => {
  const names = namesFromUsers({ users: [{ id: 1, name: 'Zoe', lastname: null }], groups: [{ id: 2, name: 'Mesa' }] });
  it('keep their own clock, across midnight and daylight saving changes', () => {
    expect(
      readShift({ id: 5, dtstart: '2026-03-07T23:00:00-05:00', dtend: '2026-03-08T03:30:00-04:00', user: { id: 1 } }, names, 'UTC'),
    ).toMatchObject({
      external_id: '5',
      day: '2026-03-07',
      offset: -300,
      starts_at: '2026-03-08T04:00:00.000Z',
      ends_at: '2026-03-08T07:30:00.000Z',
      first_name: 'Zoe',
    });
  });
  it.each([
    ['America/Phoenix', '2026-11-30T15:00:00', '2026-11-30T16:30', '2026-11-30T22:00:00.000Z', '2026-11-30T23:30:00.000Z', -420],
    ['America/New_York', '2026-03-07T23:00:00', '2026-03-08T03:30:00', '2026-03-08T04:00:00.000Z', '2026-03-08T07:30:00.000Z', -300],
    [
      'America/New_York',
      '2026-07-01T09:00:00.000',
      '2026-07-01T17:00:00-04:00',
      '2026-07-01T13:00:00.000Z',
      '2026-07-01T21:00:00.000Z',
      -240,
    ],
    ['Asia/Kolkata', '2026-07-01T00:15:30', '2026-07-01T01:00:00', '2026-06-30T18:45:30.000Z', '2026-06-30T19:30:00.000Z', 330],
  ])('use the company’s zone for times without an offset: %s, %s', (zone, dtstart, dtend, starts_at, ends_at, offset) => {
    const day = dtstart.slice(0, 10);
    expect(readShift({ id: 5, dtstart, dtend }, names, zone)).toMatchObject({ day, starts_at, ends_at, offset });
  });
  it('are skipped if they lack an end, have an unreadable time, or end before they begin', () => {
    for (const more of [
      { dtstart: '2026-03-07 23:00' },
      { dtstart: '2026-02-30T23:00:00' },
      { dtstart: '2026-03-07T25:00:00' },
      { dtend: '' },
      { dtend: '2026-01-01T00:00:00Z' },
      { type: 'availability' },
      { id: null },
    ])
      expect(
        readShift({ id: 5, dtstart: '2026-03-07T23:00:00Z', dtend: '2026-03-08T01:00:00Z', ...more }, names, 'UTC'),
        JSON.stringify(more),
      ).toBe(null);
  });
  it('may list groups by id; windows cover every day once', () => {
    expect(namesFromUsers({ users: {}, groups: { 2: { id: 2, name: 'Mesa' } } }).groups.get('2')).toBe('Mesa');
    expect(windowsOf('2026-01-01', '2026-12-31')).toHaveLength(7);
    expect(windowsOf('2026-01-01', '2026-02-23')).toEqual([{ from: '2026-01-01', until: '2026-02-23' }]);
    expect(windowsOf('2026-01-01', '2026-02-24', '2026-02-24')).toEqual([{ from: '2026-02-24', until: '2026-02-24' }]);
  });
});
