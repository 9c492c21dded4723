import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let token: string;
const texts = ['{"second_approval_over":1}', '{"second_approval_over":2}', '{"second_approval_over":3}'];

beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'ada@example.test', role: 'admin', first_name: 'Ada', last_name: 'Lane' });
  await server.add({ email: 'fin@example.test', role: 'finance' });
  token = (await server.signIn('ada@example.test')).access_token;
  for (const text of texts) {
    server.clock.advance(1000);
    expect((await put(text)).statusCode).toBe(200);
  }
});
afterAll(() => server.close());

const put = (commissionsConfig: string, companyName = 'Acme') =>
  server.call('PUT', '/api/v1/settings/general', { token, body: { companyName, commissionsConfig } });
const versions = (query = '', as = token) => server.call('GET', `/api/v1/settings/general/versions${query}`, { token: as });
const version = (id: string | number) => server.call('GET', `/api/v1/settings/general/versions/${id}`, { token });

it('a company name has one line', async () => {
  for (const name of ['Acme\nInc', 'Acme\tInc', 'Acme\rInc']) {
    const answer = await put('{}', name);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ companyName: 'Company name must be one line without tabs' });
  }
});

describe('config-history', () => {
  it('lists every save, newest first, with author and time, and marks the current one', async () => {
    const { data, pagination } = (await versions()).json();
    expect(data).toHaveLength(4);
    expect(data[0]).toEqual({
      id: expect.any(String),
      version: Number(data[0].id),
      created_at: '2026-11-21T12:00:03.000Z',
      created_by: 'Ada Lane',
      current: true,
      reviewed: false,
    });
    expect(data.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false, false]);
    expect(data[3].created_by).toBeNull();
    expect(pagination).toEqual({ cursor: null, limit: 25, total: null });
  });

  it('has consecutive pages', async () => {
    const first = (await versions('?limit=3')).json();
    const second = (await versions(`?limit=3&cursor=${first.pagination.cursor}`)).json();
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(
      (await versions()).json().data.map(({ id }: { id: string }) => id),
    );
    expect(second.pagination.cursor).toBeNull();
    expect((await versions('?cursor=abc')).json().code).toBe('cursor_invalid');
  });

  it('returns a version’s text, and saving it again makes it current as a new one', async () => {
    const [, , oldest] = (await versions()).json().data;
    const { commissionsConfig, ...shown } = (await version(oldest.id)).json();
    expect(commissionsConfig).toBe(texts[0]);
    expect(shown).toEqual(oldest);
    expect((await put(commissionsConfig)).statusCode).toBe(200);
    const { data } = (await versions()).json();
    expect(data).toHaveLength(5);
    expect((await version(data[0].id)).json()).toMatchObject({ commissionsConfig: texts[0], current: true });
    for (const id of [999_999, 'abc', '0']) expect((await version(id)).statusCode).toBe(404);
  });

  it('spec 6.05: is limited to administrators', async () => {
    const { access_token } = await server.signIn('fin@example.test');
    expect((await versions('', access_token)).statusCode).toBe(403);
  });
});

describe('two concurrent administrators', () => {
  const body = (n: number) => ({ companyName: 'Acme', commissionsConfig: `{"second_approval_over":${n}}` });
  const save = (n: number, version: unknown) =>
    server.call('PUT', '/api/v1/settings/general', { token, body: body(n), headers: { 'if-match': `"${version}"` } });
  const general = async () => (await server.call('GET', '/api/v1/settings/general', { token })).json();

  it('bad input: editing the settings: the second gets a conflict and reverts nothing', async () => {
    const { version } = await general();
    const first = await save(41, version);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json().version).toBe(version + 1);
    const second = await save(42, version);
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'stale_version', message: messages.generalSettings.conflict });
    expect(await general()).toMatchObject({ ...body(41), version: version + 1 });
    expect((await save(42, version + 1)).json()).toEqual(await general());
  });

  it('saving at once: one gets a conflict', async () => {
    const { version } = await general();
    const both = await Promise.all([save(51, version), save(52, version)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('a refused commissionsConfig', () => {
  it.each([
    ['  ', '$', 'The configuration is empty; {} means the defaults', ''],
    ['{\n  "goals": [],\n  "goals": []\n}', 'goals', 'appears more than once (line 3, column 3)', 'goals: '],
  ])('decisions 2.07: %j is refused on saving and in the preview', async (text, path, message, before) => {
    const answer = await put(text);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ commissionsConfig: `${before}${message}` });
    const preview = await server.call('POST', '/api/v1/settings/general/preview', { token, body: { commissionsConfig: text } });
    expect(preview.json().errors).toEqual([{ path, message }]);
  });

  it('decisions 2.07: keeps an older saved version in force', async () => {
    for (const config of [' ', '{"second_approval_over":1,"second_approval_over":700}']) {
      await server.db.query.insertInto('config_versions').values({ config, created_by: null }).execute();
      expect(
        (await server.call('GET', '/api/v1/commissions/summary?start_date=2026-11-01&end_date=2026-11-30', { token })).statusCode,
      ).toBe(200);
    }
  });

  it.each([
    ['{\n  "plans": [\n    {"id": 1,}\n  ]\n}', 3],
    ['{\n  "timezone": "America/Phoenix"\n  "goals": []\n}', 3],
    ['{\n  "goals": [\n', 3],
    ['{"goals": x}', 1],
    ["{\n'goals': []}", 2],
  ])('names the line of invalid JSON %j, on saving and in the preview', async (text, line) => {
    const answer = await put(text);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.commissionsConfig).toBe(`The configuration is not JSON (line ${line})`);
    const body = { commissionsConfig: text };
    const preview = await server.call('POST', '/api/v1/settings/general/preview', { token, body });
    expect(preview.json().errors).toEqual([{ path: '$', message: `The configuration is not JSON (line ${line})` }]);
  });

  it('keeps the path of an error in valid JSON, by which the editor finds the line', async () => {
    const answer = await put('{\n  "plans": [],\n  "goals": 7\n}');
    expect(answer.json().errors.commissionsConfig.split('\n')).toEqual([
      'plans: must have a plan; leave it out for the default plan',
      'goals: must be a list',
    ]);
  });
});
