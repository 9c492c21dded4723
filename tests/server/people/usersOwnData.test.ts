import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecord } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  for (const [name, role] of [
    ['ada', 'admin'],
    ['sam', 'salesperson'],
    ['kim', 'salesperson'],
  ] as const) {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
  const mine = await addRecord(server.db, { user_id: ids.sam!, booking_date: '2026-11-02', net_cents: 123_45, amount_cents: 6_17 });
  await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-02' });
  const answer = await server.call('POST', `/api/v1/commissions/${mine}/disputes`, {
    token: tokens.sam,
    body: { message: 'Is this the right amount?' },
  });
  expect(answer.statusCode, answer.body).toBe(201);
});
afterAll(() => server.close());

const file = (name: string) => server.call('GET', '/api/v1/users/me/export', { token: tokens[name] });

describe('own-data', () => {
  it('is one JSON file of everything stored about oneself, and nobody else', async () => {
    const answer = await file('sam');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
    const data = answer.json();
    expect(data.profile).toMatchObject({ id: String(ids.sam), email: 'sam@example.test', preferences: { dashboard_settings: {} } });
    expect(data.commissions).toEqual([expect.objectContaining({ net: 123.45, amount: 6.17, booking_date: '2026-11-02' })]);
    expect(data.invoices).toHaveLength(1);
    expect(data.sessions).toEqual([expect.objectContaining({ ended_at: null })]);
    expect(data.disputes).toHaveLength(1);
    expect(data.dispute_messages).toEqual([expect.objectContaining({ text: 'Is this the right amount?', written_by_you: true })]);
    expect(data.actions.map(({ action }: { action: string }) => action)).toEqual([
      'auth.login',
      'dispute.opened',
      'user.own_data_downloaded',
    ]);
    for (const section of ['notifications', 'adjustments', 'payouts', 'deals', 'jobs']) expect(data[section]).toEqual([]);
    expect(answer.body).not.toMatch(/kim@|argon2|password_hash|"hash"/);
  });

  it('is complete when a section has more rows than one read returns', async () => {
    const rows = Array.from({ length: 1201 }, (_, index) => ({
      user_id: ids.kim!,
      type: 'deal' as const,
      priority: 'medium' as const,
      title: `Deal ${index}`,
      message: 'A "deal"\nwas won.',
      link: null,
      dedupe_key: null,
      read_at: null,
    }));
    await server.db.query.insertInto('notifications').values(rows).execute();
    const { notifications } = (await file('kim')).json();
    expect(notifications.map(({ title }: { title: string }) => title)).toEqual(rows.map(({ title }) => title));
  });

  it('decisions 4.05: leaves a row in the audit log', async () => {
    await file('kim');
    const rows = await server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'entity_id'])
      .where('action', '=', 'user.own_data_downloaded')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(rows).toEqual([{ actor_id: ids.kim, entity_id: String(ids.kim) }]);
  });

  it('needs a session', async () => {
    expect((await server.call('GET', '/api/v1/users/me/export')).statusCode).toBe(401);
  });
});
