import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
let token: string;

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  await server.add({ email: 'finance@example.test', role: 'finance' });
  token = (await server.signIn('admin@example.test')).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const put = (commissionsConfig: string, companyName = 'Acme'): Promise<Answer> =>
  server.call('PUT', '/api/v1/settings/general', { token, body: { companyName, commissionsConfig } });
const preview = async (commissionsConfig: string) =>
  (await server.call('POST', '/api/v1/settings/general/preview', { token, body: { commissionsConfig } })).json();
const general = async () => (await server.call('GET', '/api/v1/settings/general', { token })).json();
const plan = (overrides: object) => JSON.stringify({ plans: [{ id: 'default', name: 'Plan', ...overrides }] });

describe('general settings', () => {
  it('spec 3.14, 7.19: are readable and writable by administrators only', async () => {
    expect(await general()).toEqual({ id: '1', companyName: 'Company', commissionsConfig: '{}', version: 1 });
    expect((await put('{}', '  Acme ')).json()).toEqual({ id: '1', companyName: 'Acme', commissionsConfig: '{}', version: 2 });
    expect((await server.call('GET', '/api/v1/public/settings')).json().companyName).toBe('Acme');
    const finance = (await server.signIn('finance@example.test')).access_token;
    expect((await server.call('GET', '/api/v1/settings/general', { token: finance })).statusCode).toBe(403);
    expect(
      (await server.call('PUT', '/api/v1/settings/general', { token: finance, body: { companyName: 'X', commissionsConfig: '{}' } }))
        .statusCode,
    ).toBe(403);
  });

  it('refuse a blank name and unknown fields', async () => {
    expect((await put('{}', '  ')).json()).toMatchObject({ code: 'form_refused', errors: { companyName: 'Company name is required' } });
    const more = await server.call('PUT', '/api/v1/settings/general', {
      token,
      body: { companyName: 'A', commissionsConfig: '{}', colour: 'red' },
    });
    expect(more.json().code).toBe('field_unknown');
  });
});

describe('an invalid commissionsConfig is 422 and names the JSON path', () => {
  const deep = `${'{"plans":'.repeat(50)}1${'}'.repeat(50)}`;
  it.each([
    [
      'a tier out of order',
      plan({
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 1, rate: 0.06 },
          { from: 0.5, rate: 0.07 },
        ],
      }),
      'plans[0].tiers[2].from: ',
    ],
    [
      'overlapping plans',
      JSON.stringify({
        plans: [
          { id: 'a', name: 'A' },
          { id: 'b', name: 'B' },
        ],
      }),
      'plans[1].applies_to.roles[0]: ',
    ],
    ['an unknown setting', '{"plan":[]}', 'plan: '],
    ['a wrong example', JSON.stringify({ examples: [{ quota: 100_000, rows: [{ net: 60_000 }], expected: [1] }] }), 'examples[0]'],
    ['invalid JSON', '{', 'The configuration is not JSON (line 1)'],
    ['more than 64 KB', JSON.stringify({ timezone: 'x'.repeat(70_000) }), 'The configuration must not be longer than 64 KB'],
    ['50 levels of nesting', deep, 'levels'],
  ])('%s', async (_what, text, path) => {
    const answer = await put(text);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.commissionsConfig).toContain(path);
    expect((await preview(text)).errors[0]).toEqual({ path: expect.any(String), message: expect.any(String) });
    expect((await general()).commissionsConfig).toBe('{}');
  });
});

describe('a new commissionsConfig', () => {
  const sixPercent = plan({ base_commission_rate: 0.06 });

  it('decisions 2.07: is previewed by the engine that saves it, without storing anything', async () => {
    const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-11-03', net_cents: 60_000_00 });
    expect(await preview(sixPercent)).toEqual({
      as_of: server.clock().toISOString(),
      errors: [],
      changed_records: 1,
      people: 1,
      delta_total: 600,
      due_change: 0,
      closed_untouched: 0,
      by_user: [{ user_id: String(sam), name: 'Sam Poe', records: 1, delta: 600, due_change: 0 }],
    });
    expect(await facts.recordOf(invoice)).toMatchObject({ amount_cents: 3_000_00, config_version: 1 });
  });

  it('becomes a version, recomputes at once, and adds an audit row', async () => {
    const [invoice] = await server.db.query.selectFrom('invoices').select('id').execute();
    expect((await put(sixPercent)).statusCode).toBe(200);
    const record = await facts.recordOf(invoice!.id);
    expect(record).toMatchObject({ amount_cents: 3_600_00, parts: [{ net: 60_000_00, rate: 0.06 }] });
    expect(record.config_version).toBeGreaterThan(1);
    const summary = (await server.call('GET', '/api/v1/commissions/summary?start_date=2026-11-01&end_date=2026-11-30', { token })).json()
      .summary;
    expect(summary.period_commission).toBe(3_600);
    const entry = await server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'settings.updated')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ commissions_config: sixPercent, config_version: record.config_version, marked_periods: 1 });
  });

  it('creates no version if unchanged', async () => {
    const count = async () => (await server.db.query.selectFrom('config_versions').select('id').execute()).length;
    const before = await count();
    await put(sixPercent, 'Acme Two');
    expect(await count()).toBe(before);
  });
});

it('decisions 2.07: a PUT saves for any client, marked in the history and announced to the other administrators', async () => {
  const other = await server.add({ email: 'other@example.test', role: 'admin' });
  expect((await put(plan({ base_commission_rate: 0.04 }))).statusCode).toBe(200);
  const versions = (await server.call('GET', '/api/v1/settings/general/versions', { token })).json().data;
  expect(versions.at(0)).toMatchObject({ current: true, reviewed: false });
  expect(versions.at(-1)).toMatchObject({ reviewed: true });
  const notices = await server.db.query
    .selectFrom('notifications')
    .select(['user_id', 'message', 'link'])
    .where('title', 'like', 'Configuration saved%')
    .execute();
  expect(notices.map(({ user_id }) => user_id)).toEqual([other]);
  expect(notices[0]).toMatchObject({
    link: '/admin/settings?tab=general',
    message: expect.stringContaining(`saved version ${versions[0].version} through the API`),
  });
  await put(plan({ base_commission_rate: 0.04 }), 'Acme Two');
  expect((await server.call('GET', '/api/v1/settings/general/versions', { token })).json().data).toHaveLength(versions.length);
});

it('decisions 2.07: a save that changes no pay needs no review, mark or notification', async () => {
  const noticeCount = async (): Promise<number> =>
    (await server.db.query.selectFrom('notifications').select('id').where('title', 'like', 'Configuration saved%').execute()).length;
  const before = await noticeCount();
  for (const more of [{ payroll: { layout: 'gusto' } }, { payroll: { layout: 'rippling' }, invoice_address: ['12 Main St'] }])
    await put(JSON.stringify({ ...JSON.parse(plan({ base_commission_rate: 0.04 })), ...more }));
  const versions = (await server.call('GET', '/api/v1/settings/general/versions', { token })).json().data;
  expect(versions.slice(0, 3).map(({ reviewed }: { reviewed: boolean }) => reviewed)).toEqual([true, true, false]);
  expect(await noticeCount()).toBe(before);
  const one = await server.call('GET', `/api/v1/settings/general/versions/${versions[0].id}`, { token });
  expect(one.json()).toMatchObject({ reviewed: true });
});
