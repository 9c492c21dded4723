import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './support/testApp.ts';

let server: TestApp;
let sam: number;
let token: string;
const summary = async (user: number | null) => {
  const owner = user === null ? '' : `&user_id=${user}`;
  const answer = await server.call('GET', `/api/v1/commissions/summary?start_date=2026-10-01&end_date=2026-12-31${owner}`, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json().summary;
};

beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  await server.add({ email: 'ann@example.test', role: 'salesperson' });
  token = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

describe('decisions 2: the summary after a new configuration', () => {
  it('has the default plan’s quota and rates first', async () =>
    expect(await summary(sam)).toMatchObject({
      quota_amount: 100_000,
      base_commission_rate: 0.05,
      over_quota_commission_rate: 0.075,
      ytd_target: 400_000,
    }));

  it('then the new quota, the override of the person, and no rate where rates differ', async () => {
    const config = {
      plans: [
        { id: 'all', quota: { amount: 80_000 }, base_commission_rate: 0.04 },
        {
          id: 'sam',
          applies_to: { users: [String(sam)] },
          quota: { overrides: [{ user_id: String(sam), period: '2026-Q4', amount: 60_000 }] },
        },
      ],
    };
    const body = { companyName: 'Example', commissionsConfig: JSON.stringify(config) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
    expect(await summary(sam)).toMatchObject({ quota_amount: 60_000, base_commission_rate: 0.05, ytd_target: 360_000 });
    expect(await summary(null)).toMatchObject({
      quota_amount: 140_000,
      base_commission_rate: null,
      over_quota_commission_rate: 0.075,
      ytd_target: 360_000 + 320_000,
    });
  });

  it('of everybody asks for what each is asked for, where new people have less and one has an amount of their own', async () => {
    for (const [at, created_at] of ['2026-08-03T00:00:00Z', '2026-08-30T00:00:00Z', '2026-11-02T00:00:00Z'].entries()) {
      const id = await server.add({ email: `new${at}@example.test`, role: 'salesperson' });
      await server.db.query.updateTable('users').set({ created_at }).where('id', '=', id).execute();
    }
    await server.add({ email: 'gone@example.test', role: 'salesperson', active: false });
    const overrides = [{ user_id: String(sam), period: '2026-11', amount: 7_000 }];
    const config = { plans: [{ id: 'ramp', quota: { period: 'month', amount: 30_000, ramp: [0.25, 0.5, 0.75], overrides } }] };
    const body = { companyName: 'Example', commissionsConfig: JSON.stringify(config) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
    const people = await server.db.query.selectFrom('users').select('id').where('active', '=', true).execute();
    const single = await Promise.all(people.map(({ id }) => summary(id)));
    expect(new Set(single.map(({ quota_amount }) => quota_amount)).size).toBeGreaterThan(3);
    const together = (key: string) => single.reduce((sum, one) => sum + one[key], 0);
    expect(await summary(null)).toMatchObject({ quota_amount: together('quota_amount'), ytd_target: together('ytd_target') });
  });
});
