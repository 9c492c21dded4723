import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
let ada: string;
const UNKNOWN = '987654';
const refusal = `names nobody: no user has the id ${UNKNOWN}`;
const plan = (overrides: object = {}) => ({ id: 'sellers', name: 'Sellers', applies_to: { roles: ['salesperson'] }, ...overrides });
const text = (...plans: object[]): string => JSON.stringify({ plans });

beforeAll(async () => {
  world = await createClosingCompany();
  ada = (await world.server.signIn('ada@example.test')).access_token;
  await world.save({ plans: [plan()] });
});
afterAll(() => world.server.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) =>
  world.server.call(method, `/api/v1${path}`, { token: ada, ...(body ? { body } : {}) });
const save = (commissionsConfig: string) => call('PUT', '/settings/general', { companyName: 'Acme', commissionsConfig });
const drafted = async (commissionsConfig: string): Promise<string> => {
  const { id } = (await call('POST', '/plan-drafts', { name: 'Named' })).json();
  expect((await call('PATCH', `/plan-drafts/${id}`, { commissionsConfig, revision: 1 })).statusCode).toBe(200);
  return id;
};

const own = (user: string) => plan({ id: 'own', name: 'Own', applies_to: { users: [user] } });
const places: readonly (readonly [place: string, path: string, text: string])[] = [
  ['as one of its people', 'plans[1].applies_to.users[0]', text(plan(), own(UNKNOWN))],
  [
    'in a quota override',
    'plans[0].quota.overrides[0].user_id',
    text(plan({ quota: { period: 'month', amount: 5, overrides: [{ user_id: UNKNOWN, period: '2026-11', amount: 7 }] } })),
  ],
  [
    'as the person of an overlay',
    'plans[0].overlays[0].user_id',
    text(plan({ overlays: [{ user_id: UNKNOWN, sellers: ['1'], rate: 0.01 }] })),
  ],
  [
    'as a seller of an overlay',
    'plans[0].overlays[0].sellers[0]',
    text(plan({ overlays: [{ user_id: '1', sellers: [UNKNOWN], rate: 0.01 }] })),
  ],
];

describe('a plan that names an unknown user', () => {
  it.each(places)('is refused at the path: %s', async (_, path, config) => {
    const saved = await save(config);
    expect(saved.statusCode).toBe(422);
    expect(saved.json().errors).toEqual({ commissionsConfig: `${path}: ${refusal}` });
    const tried = await call('POST', '/settings/general/try', { commissionsConfig: config, people: [String(world.ids.sam)] });
    expect(tried.json().errors).toEqual([{ path, message: refusal }]);
    const preview = await call('POST', '/settings/general/preview', { commissionsConfig: config });
    expect(preview.json().errors).toEqual([{ path, message: refusal }]);
    const change = await call('POST', '/settings/general/changes', {
      companyName: 'Acme',
      commissionsConfig: config,
      effective_date: '2026-12-01',
    });
    expect(change.json().errors).toEqual({ commissionsConfig: `${path}: ${refusal}` });
  });

  it('may be a draft in progress, and is refused when tried or published', async () => {
    const [, path, config] = places[0] ?? ['', '', ''];
    const id = await drafted(config);
    expect((await call('GET', `/plan-drafts/${id}/trial`)).json().errors).toEqual([{ path, message: refusal }]);
    const published = await call('POST', `/plan-drafts/${id}/changes`, { revision: 2, effective_date: '2026-12-01' });
    expect(published.statusCode).toBe(422);
    expect(published.json().errors).toEqual({ commissionsConfig: `${path}: ${refusal}` });
  });

  it('names people, roles and plans in an error by name, not by id', async () => {
    const sam = String(world.ids.sam);
    const twice = await save(text(own(sam), { ...own(sam), id: 'more', name: 'More' }));
    expect(twice.json().errors).toEqual({ commissionsConfig: 'plans[1].applies_to.users[0]: sam Person already has plan "Own"' });
    const roles = await save(text(plan(), plan({ id: 'more', name: 'More' })));
    expect(roles.json().errors).toEqual({
      commissionsConfig: 'plans[1].applies_to.roles[0]: Salesperson already has plan "Sellers"',
    });
    const overrides = [1, 2].map((amount) => ({ user_id: sam, period: '2026-11', amount }));
    const quotas = await save(text(plan({ quota: { period: 'month', amount: 5, overrides } })));
    expect(quotas.json().errors).toEqual({
      commissionsConfig: 'plans[0].quota.overrides[1]: is the second override of sam Person for 2026-11',
    });
  });

  it('stays valid if the saved configuration already names them', async () => {
    await world.server.db.query
      .updateTable('config_versions')
      .set({ config: text(plan(), own(UNKNOWN)) })
      .execute();
    expect((await save(text(plan({ name: 'All sellers' }), own(UNKNOWN)))).statusCode).toBe(200);
    expect((await save(text(plan(), own('987655')))).statusCode).toBe(422);
  });
});
