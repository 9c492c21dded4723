import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommissionStatus, commissionStatuses } from '../../../contract/entities/commission.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { fillMonths } from '../../../server/demo/money/rollup.ts';
import { addRecord } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let token: string;

/** 30 records on each of 45 days, for alternating people; some statuses are frequent first and rare later, or rare throughout. */
const statusOf = (day: number, index: number): CommissionStatus => {
  if (index === 0 && day % 4 === 1) return 'over_paid';
  if (index === 1 && day > 28) return 'partially_paid';
  if (day < 20) return 'paid';
  return index % 2 === 0 ? 'not_due' : 'due';
};

beforeAll(async () => {
  server = await testApp();
  const people: number[] = [];
  for (const name of ['ann', 'bob', 'cleo', 'dan'])
    people.push(await server.add({ email: `${name}@example.test`, role: 'salesperson', first_name: name }));
  await server.add({ email: 'admin@example.test', role: 'admin' });
  for (let day = 0; day < 45; day += 1)
    for (let index = 0; index < 30; index += 1)
      await addRecord(server.db, {
        user_id: people[(day + index) % people.length] ?? 0,
        booking_date: addDays('2026-02-01', day),
        status: statusOf(day, index),
      });
  await fillMonths(server.db.query);
  token = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

const walk = async (range: string, status: CommissionStatus, limit: number, more = ''): Promise<string[]> => {
  const ids: string[] = [];
  for (let query = `${range}&status=${status}${more}`; ; ) {
    const answer = await server.call('GET', `/api/v1/commissions?${query}&limit=${limit}`, { token });
    expect(answer.statusCode).toBe(200);
    const { data, pagination } = answer.json();
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (pagination.cursor === null) return ids;
    query = `cursor=${pagination.cursor}`;
  }
};
const raw = async (from: string, to: string, status: CommissionStatus): Promise<string[]> => {
  const rows = await server.db.query
    .selectFrom('commission_records')
    .select('id')
    .where('booking_date', '>=', from)
    .where('booking_date', '<=', to)
    .where('status', '=', status)
    .orderBy('booking_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => String(id));
};

describe('everybody’s records by status', () => {
  it.each(commissionStatuses)('spec 4.05: %s are complete, each once, newest booking first, however few', async (status) => {
    for (const [from, to] of [
      ['2026-01-01', '2026-12-31'],
      ['2026-02-10', '2026-03-05'],
    ] as const) {
      const all = await raw(from, to, status);
      expect(all.length).toBeGreaterThan(3);
      for (const limit of [3, 25, 100])
        expect(await walk(`start_date=${from}&end_date=${to}`, status, limit), `${from} in steps of ${limit}`).toEqual(all);
    }
  });

  it('include only matches of the search', async () => {
    const bobsRecords = await server.db.query
      .selectFrom('commission_records')
      .innerJoin('users', 'users.id', 'commission_records.user_id')
      .select('commission_records.id')
      .where('users.email', '=', 'bob@example.test')
      .where('status', '=', 'over_paid')
      .orderBy('booking_date', 'desc')
      .orderBy('commission_records.id', 'desc')
      .execute();
    expect(bobsRecords.length).toBeGreaterThan(2);
    const result = await walk('start_date=2026-01-01&end_date=2026-12-31', 'over_paid', 2, '&search=bob');
    expect(result).toEqual(bobsRecords.map(({ id }) => String(id)));
  });
});
