import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '../../../contract/features.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let sam: number;
let token: string;
let admin: string;
beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'admin@example.test', role: 'admin' });
  token = (await server.signIn('sam@example.test')).access_token;
  admin = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

const save = (key: string, body: unknown, more: { id?: number | string; as?: string } = {}) =>
  server.call('PATCH', `/api/v1/users/${more.id ?? sam}/preferences/${key}`, { token: more.as ?? token, body });
const stored = async () => (await server.me(token)).json().preferences;
const column = (key: string, visible = true) => ({ key, visible });

describe('preferences', () => {
  beforeEach(async () => {
    const empty = { table_column_orders: '{}', table_column_widths: '{}' };
    await server.db.query.updateTable('users').set(empty).where('id', '=', sam).execute();
  });

  it('spec 7.18, 7.32: keep each table’s column order separately', async () => {
    const commissions = [column('status'), column('invoice', false)];
    const events = [column('customer')];
    expect((await save('table_column_orders', { commissions })).json().table_column_orders).toEqual({ commissions });
    expect((await save('table_column_orders', { events })).json().table_column_orders).toEqual({ commissions, events });
    expect((await stored()).table_column_orders).toEqual({ commissions, events });
  });

  it('spec 7.32: delete a setting on an empty list or map', async () => {
    await save('table_column_orders', { commissions: [column('status')], events: [column('customer')] });
    await save('table_column_widths', { events: { customer: 120 }, commissions: { status: 90 } });
    expect((await save('table_column_orders', { events: [] })).json().table_column_orders).toEqual({ commissions: [column('status')] });
    expect((await save('table_column_widths', { events: {} })).json().table_column_widths).toEqual({ commissions: { status: 90 } });
  });

  it('spec 7.32: replace a table’s widths instead of accumulating them', async () => {
    await save('table_column_widths', { events: { customer: 120, state: 60 } });
    await save('table_column_widths', { events: { customer: 2000 } });
    expect((await stored()).table_column_widths).toEqual({ events: { customer: 2000 } });
  });

  it('spec 3.03: change one setting and keep the others', async () => {
    await save('notification_settings', { frequency: 'weekly' });
    expect((await stored()).notification_settings).toEqual({ email_enabled: true, push_enabled: false, frequency: 'weekly' });
    await save('dashboard_settings', { default_date_range: 'last_30_days' });
    expect((await stored()).dashboard_settings).toMatchObject({ default_date_range: 'last_30_days', preferred_charts: expect.any(Array) });
  });

  it('spec 7.18: keep both of two concurrent saves', async () => {
    await Promise.all(
      ['adjustments', 'commissions', 'events', 'invoices'].map((table) => save('table_column_orders', { [table]: [column(table)] })),
    );
    expect(Object.keys((await stored()).table_column_orders).sort()).toEqual(['adjustments', 'commissions', 'events', 'invoices']);
  });

  it.each([
    ['table_column_widths', { events: { customer: 59 } }, 'events.customer must be 60 or more.'],
    ['table_column_widths', { events: { customer: 2001 } }, 'events.customer must be 2000 or less.'],
    ['table_column_widths', { events: { customer: '120' } }, 'events.customer must be an integer.'],
    ['table_column_widths', { events: { customer: 60.5 } }, 'events.customer must be an integer.'],
    ['table_column_widths', { events: { 'a}b{': 100 } }, 'events.a}b{ is not a field of this request.'],
    ['table_column_orders', { deals: [] }, 'deals is not a field of this request.'],
    ['table_column_orders', { events: [{ key: 'x', visible: 1 }] }, 'events.0.visible must be a boolean.'],
    ['table_column_orders', { events: [{ key: 'x' }] }, 'events.0.visible is required.'],
    ['table_column_orders', { events: [{ key: 'x', visible: true, sort: 1 }] }, 'events.0.sort is not a field of this request.'],
    ['table_column_orders', [], 'The request must be an object.'],
    ['dashboard_settings', { theme: 'dark' }, 'theme is not a field of this request.'],
    ['notification_settings', { frequency: 'hourly' }, 'frequency must be one of immediate, daily, weekly.'],
  ])('spec 3.03: refuse %s %j and change nothing', async (key, body, message) => {
    const before = await stored();
    const answer = await save(key, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
    expect(await stored()).toEqual(before);
  });

  it('spec 7.18: refuse more than 8 KB, an unknown key and access to another’s', async () => {
    const many = Array.from({ length: 64 }, (_, index) => column(`c${index}`.padEnd(64, 'x')));
    expect((await save('table_column_orders', { events: many, invoices: many })).statusCode).toBe(413);
    expect((await save('password_hash', { x: 1 })).statusCode).toBe(404);
    expect((await save('dashboard_settings', {}, { id: sam + 1 })).statusCode).toBe(403);
    expect((await save('dashboard_settings', {}, { id: sam, as: admin })).statusCode).toBe(200);
    expect((await save('dashboard_settings', {}, { id: 999_999, as: admin })).statusCode).toBe(404);
    expect((await save('dashboard_settings', {}, { id: 'me', as: admin })).statusCode).toBe(404);
  });
});

describe('own account', () => {
  const patch = (body: unknown) => server.call('PATCH', '/api/v1/users/me', { token, body });

  it('decisions 4.04: saves name and territory trimmed, with an audit row of before and after', async () => {
    const answer = await patch({ first_name: ' Samuel ', territory: 'West' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ first_name: 'Samuel', last_name: 'Poe', territory: 'West' });
    const row = await server.db.query.selectFrom('audit_log').selectAll().where('action', '=', 'user.updated').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_id: sam, entity_id: String(sam), before: { first_name: 'Sam' }, after: { first_name: 'Samuel' } });
    expect((await patch({ territory: null })).json().territory).toBeNull();
  });

  it('decisions 4.04: creates neither version nor audit row for unchanged values, and logs only changes', async () => {
    const rows = () => server.db.query.selectFrom('audit_log').selectAll().where('action', '=', 'user.updated').orderBy('id').execute();
    const before = (await server.me(token)).json();
    const count = (await rows()).length;
    expect((await patch({ first_name: ` ${before.first_name} `, last_name: before.last_name })).json()).toEqual(before);
    expect(await rows()).toHaveLength(count);
    const after = await patch({ first_name: before.first_name, territory: 'Southeast' });
    expect(after.json().version).toBe(before.version + 1);
    expect((await rows()).at(-1)).toMatchObject({ before: { territory: before.territory }, after: { territory: 'Southeast' } });
    expect(Object.keys((await rows()).at(-1)?.after ?? {})).toEqual(['territory']);
  });

  it('spec 7.16: lets PUT replace only one’s own name and territory', async () => {
    const put = (id: number, body: unknown) => server.call('PUT', `/api/v1/users/${id}`, { token, body });
    const answer = await put(sam, { first_name: 'Samira', last_name: 'Poe', territory: 'Midwest' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ first_name: 'Samira', last_name: 'Poe', territory: 'Midwest' });
    expect((await put(sam, { first_name: 'Sami' })).json()).toMatchObject({ first_name: 'Sami', last_name: 'Poe', territory: 'Midwest' });
    expect((await put(sam, { first_name: 'Samira', last_name: 'Poe', role: 'admin' })).statusCode).toBe(403);
    expect((await put(sam + 1, { first_name: 'Samira', last_name: 'Poe' })).statusCode).toBe(403);
  });

  it.each([
    [{ role: 'admin' }, 400],
    [{ email: 'x@example.test' }, 400],
    [{ active: false }, 400],
    [{ id: 1 }, 400],
    [{}, 400],
    [{ first_name: '' }, 400],
    [{ first_name: 'x'.repeat(101) }, 400],
    [{ territory: 'North' }, 422],
    [{ first_name: '   ' }, 422],
    [{ first_name: null }, 400],
  ])('decisions 4.04: refuses %j', async (body, status) => {
    const before = (await server.me(token)).json();
    expect((await patch(body)).statusCode).toBe(status);
    expect((await server.me(token)).json()).toEqual(before);
  });
});

describe('notifications', () => {
  const notify = async (user_id: number, title: string) => {
    const row = await server.db.query
      .insertInto('notifications')
      .values({
        user_id,
        type: 'deal',
        priority: 'medium',
        title,
        message: 'A deal was won.',
        link: '/deals',
        dedupe_key: null,
        read_at: null,
        created_at: server.clock().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const list = (query = '') => server.call('GET', `/api/v1/notifications${query}`, { token });
  const count = async (): Promise<number> => (await server.call('GET', '/api/v1/notifications/unread-count', { token })).json().count;

  it('spec 3.04, 7.24, 2.22: list one’s own, newest first, ten by default, with the unread count', async () => {
    for (let index = 1; index <= 12; index += 1) await notify(sam, `Deal ${index}`);
    await notify(sam + 1, 'Not for Sam');
    const { data } = (await list()).json();
    expect(data.map(({ title }: { title: string }) => title)).toEqual(Array.from({ length: 10 }, (_, index) => `Deal ${12 - index}`));
    const [id, created_at] = [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)];
    const newest = { id, type: 'deal', priority: 'medium', title: 'Deal 12', message: 'A deal was won.', read: false, created_at };
    expect(data[0]).toEqual({ ...newest, link: '/deals' });
    expect((await list('?limit=50')).json().data).toHaveLength(12);
    expect(await count()).toBe(12);
  });

  it('spec 7.25, 4.04: can be marked as read repeatedly, and other people’s are not found', async () => {
    const id = await notify(sam, 'Read me');
    const before = await count();
    const read = (which: number | string) => server.call('PUT', `/api/v1/notifications/${which}/read`, { token });
    expect((await read(id)).json()).toMatchObject({ id: String(id), read: true });
    server.clock.advance(1000);
    expect((await read(id)).statusCode).toBe(200);
    expect(await count()).toBe(before - 1);
    const theirs = await notify(sam + 1, 'Not for Sam');
    for (const which of [theirs, 999_999, 'abc']) expect((await read(which)).statusCode).toBe(404);
    const row = await server.db.query.selectFrom('notifications').select('read_at').where('id', '=', theirs).executeTakeFirstOrThrow();
    expect(row.read_at).toBeNull();
  });

  it.each(['0', '501', '10000', 'ten', '1&limit=2'])('spec 7.24: answer 400 to limit=%s', async (limit) => {
    expect((await list(`?limit=${limit}`)).json().message).toBe('limit must be a whole number from 1 to 500.');
  });
});

describe('public settings', () => {
  it('spec 7.02, decisions 1.02: include the company’s name and features, without signing in', async () => {
    await server.db.query.updateTable('general_settings').set({ company_name: 'Brightpath' }).execute();
    const answer = await server.call('GET', '/api/v1/public/settings');
    expect(answer.json()).toEqual({
      companyName: 'Brightpath',
      features: features.filter((feature) => !['password-links', 'sso', 'simulation'].includes(feature)),
      time_zone: 'America/Phoenix',
      territories: ['Northeast', 'Southeast', 'Midwest', 'West', 'Global'],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
