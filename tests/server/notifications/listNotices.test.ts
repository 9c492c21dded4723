import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let token: string;
let sam: number;
let kim: number;
beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  token = (await server.signIn('sam@example.test')).access_token;
  const one = (user_id: number, index: number, type: 'deal' | 'quota', created_at: string, read_at: string | null = null) => ({
    user_id,
    type,
    priority: 'medium' as const,
    title: `Title ${index}`,
    message: `Message ${index}`,
    dedupe_key: `key ${index}`,
    created_at,
    read_at,
  });
  await server.db.query
    .insertInto('notifications')
    .values([
      one(sam, 1, 'deal', '2026-11-01T12:00:00Z', '2026-11-02T12:00:00Z'),
      one(sam, 2, 'quota', '2026-11-02T12:00:00Z'),
      one(sam, 3, 'deal', '2026-11-03T12:00:00Z'),
      // The evening of November 3 in Phoenix, the company's zone.
      one(sam, 4, 'deal', '2026-11-04T05:00:00Z'),
      one(kim, 5, 'deal', '2026-11-05T05:00:00Z'),
    ])
    .execute();
});
afterAll(() => server.close());

const list = async (query: string) => {
  const answer = await server.call('GET', `/api/v1/notifications?${query}`, { token });
  const { data, pagination } = answer.json();
  return { status: answer.statusCode, titles: data?.map(({ title }: { title: string }) => title.slice(6)).join(''), ...pagination };
};

it('spec 7.24: lists one person’s notifications, newest first', async () => {
  expect(await list('limit=10')).toMatchObject({ titles: '4321', total: 4, cursor: null });
});

it('decisions 5.01: filters by unread, kind and days of the company', async () => {
  expect((await list('unread=true')).titles).toBe('432');
  expect((await list('unread=false')).titles).toBe('1');
  expect((await list('type=deal&unread=true')).titles).toBe('43');
  expect((await list('start_date=2026-11-02&end_date=2026-11-03')).titles).toBe('432');
  expect((await list('start_date=2026-11-04')).titles).toBe('');
});

it('decisions 1.06: pages with a cursor that carries the query', async () => {
  const first = await list('type=deal&limit=2');
  expect(first).toMatchObject({ titles: '43', total: 3 });
  expect(await list(`cursor=${first.cursor}&limit=2`)).toMatchObject({ titles: '1', cursor: null });
  expect((await list(`type=quota&cursor=${first.cursor}`)).status).toBe(400);
});

it.each(['start_date=2026-11-31', 'start_date=2026-11-03&end_date=2026-11-02', 'cursor=abc', 'type=money', 'unread=1'])(
  'bad input: answers 400 to %s with a message',
  async (query) => {
    const answer = await server.call('GET', `/api/v1/notifications?${query}`, { token });
    expect([answer.statusCode, answer.json().message.length > 10]).toEqual([400, true]);
  },
);

it.each([
  ['', 'must be a date that exists, as YYYY-MM-DD.'],
  ['2026-11-31', 'must be a date that exists, as YYYY-MM-DD.'],
  ['0500-01-01', 'must be between 1900 and 2999.'],
  ['9999-12-31', 'must be between 1900 and 2999.'],
])('bad input: refuses %j by field name', async (day, rule) => {
  for (const field of ['start_date', 'end_date']) {
    const answer = await server.call('GET', `/api/v1/notifications?${field}=${day}`, { token });
    expect(answer.json()).toMatchObject({ code: 'date_invalid', errors: { [field]: `${field} ${rule}` } });
  }
});

it('decisions 5.01: Mark all as read marks the caller’s own and returns the count', async () => {
  const mark = () => server.call('PUT', '/api/v1/notifications/read-all', { token });
  expect((await mark()).json()).toEqual({ count: 3 });
  expect((await mark()).json()).toEqual({ count: 0 });
  expect((await list('unread=true')).titles).toBe('');
  const others = await server.db.query.selectFrom('notifications').select('read_at').where('user_id', '=', kim).execute();
  expect(others).toEqual([{ read_at: null }]);
});
