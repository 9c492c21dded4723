import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRandomRecords, addRecord, recomputeMonths } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

const RANGE = 'start_date=2026-01-01&end_date=2026-12-31';
let server: TestApp;
let sam: number;
let kim: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim', last_name: 'Ray' });
  for (const role of ['admin', 'vp_sales', 'sales_manager', 'finance', 'events_manager'] as const)
    await server.add({ email: `${role}@example.test`, role });
  await addRandomRecords(server.db, [sam, kim], { seed: 7, count: 40, from: '2026-01-01', days: 365 });
  for (const name of ['sam', 'admin', 'vp_sales', 'sales_manager', 'finance', 'events_manager'])
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
});
afterAll(() => server.close());

const list = (query: string, name = 'admin'): Promise<Answer> =>
  server.call('GET', `/api/v1/commissions?${query}`, { token: tokens[name] });
const owners = (answer: Answer): string[] => [...new Set(answer.json().data.map((row: { user_id: string }) => row.user_id))] as string[];

describe('visibility of commissions', () => {
  it('spec 6.04: a salesperson gets their own with or without asking', async () => {
    for (const query of [RANGE, `${RANGE}&user_id=${sam}`]) {
      const answer = await list(query, 'sam');
      expect(answer.statusCode).toBe(200);
      expect(owners(answer)).toEqual([String(sam)]);
      expect(answer.json().pagination.total).toBe(40);
    }
  });

  it('spec 6.04: a salesperson gets 403 for another’s list and summary', async () => {
    for (const path of ['commissions', 'commissions/summary']) {
      const answer = await server.call('GET', `/api/v1/${path}?${RANGE}&user_id=${kim}`, { token: tokens.sam });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('forbidden');
    }
  });

  it('spec 6.02: admin, vp_sales, finance and sales_manager get everybody’s, or one person’s', async () => {
    for (const name of ['admin', 'vp_sales', 'finance', 'sales_manager']) {
      expect((await list(`${RANGE}&limit=500`, name)).json().data).toHaveLength(80);
      expect(owners(await list(`${RANGE}&user_id=${kim}`, name))).toEqual([String(kim)]);
    }
  });

  it('decisions 3.02: an events manager sees nobody else’s money', async () => {
    expect((await list(RANGE, 'events_manager')).json().data).toEqual([]);
    expect((await list(`${RANGE}&user_id=${sam}`, 'events_manager')).statusCode).toBe(403);
  });
});

describe('rows', () => {
  it('spec 3.05: carry every field, money with two decimals, the rate as a fraction', async () => {
    const id = await addRecord(server.db, {
      user_id: sam,
      booking_date: '2025-03-04',
      gross_cents: 70_000_05,
      net_cents: 60_000_00,
      base_cents: 40_000_00,
      over_cents: 20_000_00,
      amount_cents: 3_500_00,
      adjustments_cents: 20_05,
      notes: 'Second half',
      status: 'paid',
      payment_date: '2025-04-30',
    });
    await recomputeMonths(server.db);
    const { data } = (await list('start_date=2025-03-04&end_date=2025-03-04')).json();
    expect(data).toEqual([
      {
        id: String(id),
        invoice_id: expect.stringMatching(/^\d+$/),
        invoice_number: expect.stringMatching(/^T-\d+$/),
        user_id: String(sam),
        salesperson_name: 'Sam Poe',
        customer_name: 'Acme School',
        booking_date: '2025-03-04',
        gross_amount: 70_000.05,
        net_revenue: 60_000,
        commission_amount: 3_500,
        adjustments_amount: 20.05,
        commission_rate: 3_500 / 60_000,
        status: 'paid',
        payment_date: '2025-04-30',
        notes: 'Second half',
        owner_manager_id: null,
      },
    ]);
  });

  it('spec 3.05: have rate 0 if the record has no revenue', async () => {
    await addRecord(server.db, { user_id: sam, booking_date: '2025-02-01', net_cents: 0, base_cents: 0, amount_cents: 0 });
    await recomputeMonths(server.db);
    expect((await list('start_date=2025-02-01&end_date=2025-02-01')).json().data[0].commission_rate).toBe(0);
  });
});

describe('status filter', () => {
  it.each(['due', 'not_due', 'paid', 'partially_paid', 'over_paid'])(
    'spec 4.03: %s filters rows and total, while the summary covers the range',
    async (status) => {
      const all = (await list(`${RANGE}&limit=500`)).json();
      const some = (await list(`${RANGE}&limit=500&status=${status}`)).json();
      const expected = all.data.filter((row: { status: string }) => row.status === status);
      expect(expected.length).toBeGreaterThan(0);
      expect(some.data).toEqual(expected);
      expect(some.pagination.total).toBe(expected.length);
      expect(some.summary).toEqual(all.summary);
      const mine = (await list(`${RANGE}&limit=500&status=${status}&user_id=${sam}`)).json();
      expect(mine.data).toEqual(expected.filter((row: { user_id: string }) => row.user_id === String(sam)));
      expect(mine.pagination.total).toBe(mine.data.length);
    },
  );
});

describe('invalid queries', () => {
  it.each([
    ['', 'start_date is required, as YYYY-MM-DD.'],
    ['start_date=2026-01-01', 'end_date is required, as YYYY-MM-DD.'],
    ['end_date=2026-01-01', 'start_date is required, as YYYY-MM-DD.'],
    ['start_date=2026-02-30&end_date=2026-03-01', 'start_date must be a date that exists, as YYYY-MM-DD.'],
    ['start_date=2026-01-01&end_date=2026-13-01', 'end_date must be a date that exists, as YYYY-MM-DD.'],
    ['start_date=0026-01-01&end_date=0026-02-01', 'start_date must be a date that exists, as YYYY-MM-DD.'],
    ['start_date=1890-01-01&end_date=1890-02-01', 'start_date must be between 1900 and 2999.'],
    ['start_date=01/02/2026&end_date=2026-01-01', 'start_date must be a date, as YYYY-MM-DD.'],
    ['start_date=2026-02-01&end_date=2026-01-31', 'end_date cannot be before start_date.'],
    ['start_date=2010-01-01&end_date=2026-01-31', 'A range can be at most ten years long. Choose a shorter one.'],
    [`${RANGE}&limit=0`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=501`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=10000`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=-1`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=2.5`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=1e2`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&limit=5&limit=6`, 'limit must be a whole number from 1 to 500.'],
    [`${RANGE}&status=late`, 'status must be one of due, not_due, paid, partially_paid, over_paid.'],
    [`${RANGE}&user_id=1%20or%201=1`, 'user_id must be the id of a user.'],
    [`${RANGE}&user_id=99999999999999999999`, 'user_id must be the id of a user.'],
    [`${RANGE}&sort=amount`, 'sort is not a field of this request.'],
  ])('bad input: ?%s is 400 with a message', async (query, message) => {
    const answer = await list(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
  });

  it('spec 7.20: ranges up to ten years and limits of 1 and 500 are allowed', async () => {
    expect((await list('start_date=2016-11-22&end_date=2026-11-21&limit=500')).statusCode).toBe(200);
    expect((await list(`${RANGE}&limit=1`)).json().data).toHaveLength(1);
    expect((await list(RANGE)).json().pagination.limit).toBe(25);
  });
});
