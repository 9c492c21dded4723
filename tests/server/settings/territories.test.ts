import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, messages } from '../../../contract/messages.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const t = messages.territoryDesk;
const path = '/api/v1/settings/territories';
const specifiedTerritories = ['Northeast', 'Southeast', 'Midwest', 'West', 'Global'];
let server: TestApp;
let token: string;
let sam: number;

beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'ada@example.test', role: 'admin', first_name: 'Ada', last_name: 'Lane' });
  await server.add({ email: 'fin@example.test', role: 'finance' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  token = (await server.signIn('ada@example.test')).access_token;
});
afterAll(() => server.close());

const add = (name: string) => server.call('POST', path, { token, body: { name } });
const remove = (name: string) => server.call('DELETE', `${path}?name=${encodeURIComponent(name)}`, { token });
const listed = async (): Promise<string[]> => (await server.call('GET', '/api/v1/public/settings')).json().territories;
const assignTerritory = (territory: string, overrides: object = {}) =>
  server.call('PUT', `/api/v1/users/${sam}`, { token, body: { territory, ...overrides } });
const save = (territory: unknown) =>
  server.call('PUT', '/api/v1/settings/general', {
    token,
    body: { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans: [planFor(territory)] }) },
  });
const planFor = (territory: unknown) => ({
  id: 'all',
  applies_to: { roles: ['salesperson'] },
  rates: [{ match: { territory }, base_commission_rate: 0.07 }],
});

describe('territories (decisions 4.10)', () => {
  it('spec 3.03: begin with the specified five, followed by added ones', async () => {
    expect(await listed()).toEqual(specifiedTerritories);
    for (const name of ['Nordics', ' Asia  Pacific ']) expect((await add(name)).statusCode).toBe(201);
    expect(await listed()).toEqual([...specifiedTerritories, 'Asia Pacific', 'Nordics']);
    expect((await server.call('GET', path, { token })).json()).toEqual({
      specified: specifiedTerritories,
      added: ['Asia Pacific', 'Nordics'],
    });
  });

  it.each([
    ['an empty name', ' ', t.nameRequired],
    ['a name of 41 characters', 'x'.repeat(41), t.nameTooLong],
    ['a specified name in another case', 'west', t.taken],
    ['an added name in another case', 'NORDICS', t.taken],
    ['the label of people without a territory', 'no  Territory', fill(t.reserved, { name: 'No territory' })],
  ])('refuse %s', async (_, name, message) => {
    const answer = await add(name);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ name: message });
  });

  it.each([
    ['in another case', 'Benelux', 'benelux'],
    ['with SS for ß', 'Große Heide', 'GROSSE HEIDE'],
    ['composed differently', 'Zu\u0308rich', 'Z\u00fcrich'],
  ])('store a name once if added twice concurrently, %s', async (_, name, other) => {
    const both = await Promise.all([add(name), add(other), add(name), add(other)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422]);
    for (const refused of both.filter(({ statusCode }) => statusCode === 422)) expect(refused.json().errors).toEqual({ name: t.taken });
    if (name !== 'Benelux') for (const each of new Set([name.normalize('NFC'), other.normalize('NFC')])) await remove(each);
  });

  it('treat composed and decomposed characters, and ß and SS, as the same', async () => {
    expect((await add('Zu\u0308rich')).json().added).toContain('Zürich');
    for (const name of ['Zürich', 'ZU\u0308RICH']) expect((await add(name)).json().errors).toEqual({ name: t.taken });
    expect((await add('Lange Straße')).statusCode).toBe(201);
    expect((await add('LANGE STRASSE')).json().errors).toEqual({ name: t.taken });
    const csv = 'first_name,last_name,email,role,territory\nNia,Noor,nia@example.test,salesperson,zu\u0308rich';
    const preview = await server.call('POST', '/api/v1/users/import/preview', { token, body: { csv } });
    expect(preview.json().lines[0]).toMatchObject({ territory: 'Zürich', what: 'create' });
    for (const name of ['Zürich', 'Lange Straße']) expect((await remove(name)).statusCode).toBe(204);
  });

  it('can be assigned once added, and an unknown one is refused', async () => {
    const unknown = await assignTerritory('Nowhere');
    expect(unknown.statusCode).toBe(422);
    expect(unknown.json().errors).toEqual({ territory: messages.userFormText.territoryUnknown });
    expect((await assignTerritory('Nordics')).json().territory).toBe('Nordics');
    const csv = 'first_name,last_name,email,role,territory\nNia,Noor,nia@example.test,salesperson,asia pacific';
    const preview = await server.call('POST', '/api/v1/users/import/preview', { token, body: { csv } });
    expect(preview.json().lines[0]).toMatchObject({ territory: 'Asia Pacific', what: 'create' });
    const team = await server.call('GET', '/api/v1/analytics?start_date=2026-11-01&end_date=2026-11-30&by=territory&of=territory.Nordics', {
      token,
    });
    expect(team.statusCode, team.body).toBe(200);
  });

  it('can be used in plans once added, and the error names the place of an unknown one', async () => {
    const refused = await save(['West', 'Nowhere']);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.commissionsConfig).toContain('plans[0].rates[0].match.territory[1]: must be one of Northeast');
    expect((await save(['West', 'Asia Pacific'])).statusCode).toBe(200);
  });

  it('cannot be removed while a person has or will have one, or a plan names it', async () => {
    const used = await remove('Nordics');
    expect(used.statusCode).toBe(409);
    expect(used.json().message).toContain('Sam Poe');
    expect((await remove('Asia Pacific')).json().code).toBe('territory_in_plans');
    expect((await assignTerritory('Benelux', { effective_from: '2027-03-01' })).statusCode).toBe(200);
    expect((await remove('Benelux')).json().code).toBe('territory_in_use');
    expect((await assignTerritory('', {})).statusCode).toBe(200);
    expect((await remove('Nordics')).statusCode).toBe(204);
    expect((await remove('Nordics')).statusCode).toBe(404);
    expect((await remove('West')).statusCode).toBe(404);
    expect(await listed()).toEqual([...specifiedTerritories, 'Asia Pacific', 'Benelux']);
  });

  it('can be restored by a correction of past days for the same person only', async () => {
    for (const name of ['Old North', 'New North']) expect((await add(name)).statusCode).toBe(201);
    expect((await assignTerritory('Old North', { effective_from: '2026-01-01' })).statusCode).toBe(200);
    expect((await assignTerritory('West', { effective_from: '2026-02-01' })).statusCode).toBe(200);
    for (const name of ['Old North', 'New North']) expect((await remove(name)).statusCode).toBe(204);
    const corrected = await assignTerritory('Old North', { effective_from: '2026-01-15' });
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect((await assignTerritory('New North', { effective_from: '2026-01-15' })).json().errors).toEqual({
      territory: messages.userFormText.territoryUnknown,
    });
    const other = await server.add({ email: 'oda@example.test', role: 'salesperson', first_name: 'Oda', last_name: 'Orr' });
    const refused = await server.call('PUT', `/api/v1/users/${other}`, { token, body: { territory: 'Old North' } });
    expect(refused.statusCode).toBe(422);
  });

  it('log both changes in the audit log, and can be changed by administrators only', async () => {
    const rows = await server.db.query.selectFrom('audit_log').select(['action', 'entity_id']).where('entity', '=', 'territory').execute();
    expect(rows).toContainEqual({ action: 'territory.added', entity_id: 'Nordics' });
    expect(rows).toContainEqual({ action: 'territory.removed', entity_id: 'Nordics' });
    const other = (await server.signIn('fin@example.test')).access_token;
    expect((await server.call('GET', path, { token: other })).statusCode).toBe(403);
    expect((await server.call('POST', path, { token: other, body: { name: 'X' } })).statusCode).toBe(403);
  });
});
