import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRandomRecords, addRecord } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

const RANGE = 'start_date=2026-01-01&end_date=2026-06-30';
let server: TestApp;
let sam: number;
let kim: number;
let admin: string;
let samToken: string;

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'admin@example.test', role: 'admin' });
  // Few days and many rows: most rows share a date with others, and keyset pagination fails on ties.
  await addRandomRecords(server.db, [sam, kim], { seed: 3, count: 60, from: '2026-02-01', days: 20 });
  admin = (await server.signIn('admin@example.test')).access_token;
  samToken = (await server.signIn('sam@example.test')).access_token;
});
afterAll(() => server.close());

const list = (query: string, token = admin): Promise<Answer> => server.call('GET', `/api/v1/commissions?${query}`, { token });
type Row = { id: string; booking_date: string; user_id: string };

/** Reads all pages using only cursor and limit, as clients may. */
const walk = async (query: string, limit: number, token = admin, between: () => Promise<void> = async () => {}): Promise<Row[]> => {
  const rows: Row[] = [];
  let answer = await list(`${query}&limit=${limit}`, token);
  for (;;) {
    expect(answer.statusCode).toBe(200);
    const { data, pagination } = answer.json();
    rows.push(...data);
    if (pagination.cursor === null) return rows;
    expect(data).toHaveLength(limit);
    await between();
    answer = await list(`cursor=${pagination.cursor}&limit=${limit}`, token);
  }
};
const raw = async (userId?: number, status?: string): Promise<string[]> => {
  const rows = await server.db.query
    .selectFrom('commission_records')
    .select(['id', 'user_id', 'status'])
    .where('booking_date', '>=', '2026-01-01')
    .where('booking_date', '<=', '2026-06-30')
    .orderBy('booking_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.filter((row) => (!userId || row.user_id === userId) && (!status || row.status === status)).map(({ id }) => String(id));
};

describe('paging', () => {
  it.each([1, 7, 25, 119, 120, 121])('spec 4.05: returns all rows once in steps of %i, newest booking first', async (limit) => {
    expect((await walk(RANGE, limit)).map(({ id }) => id)).toEqual(await raw());
  });

  it('spec 4.05: works for every filter, from cursor and limit alone', async () => {
    for (const status of ['due', 'not_due', 'paid', 'partially_paid', 'over_paid']) {
      expect((await walk(`${RANGE}&status=${status}`, 3)).map(({ id }) => id)).toEqual(await raw(undefined, status));
      expect((await walk(`${RANGE}&status=${status}&user_id=${sam}`, 3)).map(({ id }) => id)).toEqual(await raw(sam, status));
    }
    expect((await walk(RANGE, 9, samToken)).map(({ id }) => id)).toEqual(await raw(sam));
  });

  it('spec 7.20: accepts the full query beside the cursor if it matches', async () => {
    const { pagination } = (await list(`${RANGE}&limit=5&user_id=${kim}`)).json();
    const bare = (await list(`cursor=${pagination.cursor}&limit=5`)).json();
    expect((await list(`${RANGE}&user_id=${kim}&limit=5&cursor=${pagination.cursor}`)).json()).toEqual(bare);
  });

  it('neither repeats nor skips existing rows when others are inserted', async () => {
    const before = await raw();
    const days = ['2026-02-01', '2026-02-10', '2026-02-20', '2026-03-01'];
    let inserted = 0;
    const rows = await walk(RANGE, 10, admin, async () => {
      for (const booking_date of days) await addRecord(server.db, { user_id: kim, booking_date });
      inserted += days.length;
    });
    const ids = rows.map(({ id }) => id);
    expect(inserted).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => before.includes(id))).toEqual(before);
    await server.db.query
      .deleteFrom('commission_records')
      .where('invoice_number', 'not in', await numbersOf(before))
      .execute();
  });
});

const numbersOf = async (ids: readonly string[]): Promise<string[]> => {
  const rows = await server.db.query.selectFrom('commission_records').select('invoice_number').where('id', 'in', ids.map(Number)).execute();
  return rows.map(({ invoice_number }) => invoice_number);
};

describe('cursors', () => {
  const cursorOf = async (query: string, token = admin): Promise<string> =>
    (await list(`${query}&limit=5`, token)).json().pagination.cursor;

  it.each([
    'start_date=2026-01-02&end_date=2026-06-30',
    'start_date=2026-01-01&end_date=2026-06-29',
    `${RANGE}&status=due`,
    `${RANGE}&user_id=1`,
  ])('bad input: are 400 beside another query (%s)', async (query) => {
    const answer = await list(`${query}&limit=5&cursor=${await cursorOf(RANGE)}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'cursor_invalid',
      message: 'This cursor does not belong to this list. Load the first page again, without a cursor.',
    });
  });

  it('spec 6.04: of someone who sees all give a salesperson only their own rows', async () => {
    const everybodysPage = await list(`cursor=${await cursorOf(RANGE)}&limit=5`, samToken);
    expect(everybodysPage.statusCode).toBe(400);
    const kimsPage = await list(`cursor=${await cursorOf(`${RANGE}&user_id=${kim}`)}&limit=5`, samToken);
    expect(kimsPage.statusCode).toBe(403);
  });

  it('bad input: when cut, changed or invented are 400 or return only visible rows', async () => {
    const cursor = await cursorOf(`${RANGE}&user_id=${sam}`, samToken);
    const edits = fc.oneof(
      fc.base64String({ maxLength: 120 }).map((text) => text.replaceAll(/[+/=]/g, 'x')),
      fc
        .tuple(fc.nat(cursor.length - 1), fc.constantFrom(...'ABCxyz019_-'))
        .map(([index, letter]) => cursor.slice(0, index) + letter + cursor.slice(index + 1)),
      fc.nat(cursor.length - 1).map((length) => cursor.slice(0, length)),
      fc.json({ maxDepth: 3 }).map((json) => Buffer.from(json).toString('base64url').slice(0, 400)),
    );
    await fc.assert(
      fc.asyncProperty(edits, async (edited) => {
        const answer = await list(`${new URLSearchParams({ cursor: edited })}&limit=5`, samToken);
        expect([200, 400, 403]).toContain(answer.statusCode);
        if (answer.statusCode === 200) for (const row of answer.json().data) expect(row.user_id).toBe(String(sam));
      }),
      { numRuns: 150, seed: 11 },
    );
  });
});
