import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { HOUR_MS, type TestApp, testApp } from '../support/testApp.ts';

const t = messages.userFormText;
let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const people = [
    ['ada', 'admin', 'Ada', 'Lane'],
    ['bea', 'admin', 'Bea', 'Moss'],
    ['mia', 'sales_manager', 'Mia', 'Zhu'],
    ['sam', 'salesperson', 'Sam', 'poe'],
    ['eve', 'events_manager', 'Eve', 'Poe'],
  ] as const;
  for (const [name, role, first_name, last_name] of people) {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name, last_name });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
});
afterAll(() => server.close());

const as = (name: string) => ({ token: tokens[name] });
const add = (body: object, name = 'ada') => server.call('POST', '/api/v1/users', { ...as(name), body });
const put = (id: number | string, body: object, headers: Record<string, string> = {}, name = 'ada') =>
  server.call('PUT', `/api/v1/users/${id}`, { ...as(name), body, headers });
const get = async (id: number | string): Promise<User> => (await server.call('GET', `/api/v1/users/${id}`, as('ada'))).json();
const person = (overrides: object = {}) => ({
  first_name: 'Nia',
  last_name: 'Noor',
  email: 'nia@example.test',
  role: 'salesperson',
  ...overrides,
});
let counter = 0;
const someone = async (overrides: object = {}): Promise<User & { temporary_password?: string }> => {
  counter += 1;
  const answer = await add(person({ email: `new${counter}@example.test`, ...overrides }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const audits = (action: string, id: number | string) =>
  server.db.query.selectFrom('audit_log').selectAll().where('action', '=', action).where('entity_id', '=', String(id)).execute();

describe('new users', () => {
  it('spec 7.14, 5.09: get a temporary password that is shown once, expires after 72 hours and must be changed', async () => {
    const { temporary_password, ...user } = await someone({ email: ' Nia@Example.test ', territory: 'West', manager_id: String(ids.mia) });
    expect(user).toMatchObject({ email: 'Nia@Example.test', territory: 'West', manager_id: String(ids.mia), must_change_password: true });
    expect(temporary_password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    const signedIn = await server.login('nia@example.test', temporary_password);
    expect(signedIn.statusCode).toBe(200);
    const { access_token } = signedIn.json();
    expect((await server.call('GET', '/api/v1/notifications', { token: access_token })).json().code).toBe('password_change_required');
    const changed = { current_password: temporary_password, new_password: 'seven boats at noon' };
    const change = await server.call('POST', '/api/v1/auth/change-password', { token: access_token, body: changed });
    expect(change.statusCode, change.body).toBe(204);
    expect((await server.call('GET', '/api/v1/notifications', { token: access_token })).statusCode).toBe(200);
    const [row] = await audits('user.created', user.id);
    expect(row).toMatchObject({ actor_id: ids.ada, after: { email: 'Nia@Example.test', role: 'salesperson' } });
    expect(JSON.stringify(row)).not.toContain(temporary_password);
  });

  it('spec 5.09: get a temporary password even if typed, and it is not repeated', async () => {
    const user = await someone({ password: 'nine quiet harbours', territory: '' });
    expect(user.temporary_password).toBeUndefined();
    expect(user).toMatchObject({ must_change_password: true, territory: null });
    const row = await server.db.query.selectFrom('users').selectAll().where('id', '=', Number(user.id)).executeTakeFirstOrThrow();
    expect(Date.parse(row.temporary_password_expires_at ?? '')).toBe(server.clock().getTime() + 72 * HOUR_MS);
    expect((await server.login(user.email, 'nine quiet harbours')).statusCode).toBe(200);
  });

  it('bad input: cannot share an e-mail in another case, sequentially or concurrently', async () => {
    const answer = await add(person({ email: 'SAM@example.TEST' }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'email_taken', errors: { email: t.emailTaken } });
    const both = await Promise.all(['Twin@example.test', 'twin@EXAMPLE.test'].map((email) => add(person({ email }))));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  it.each([
    ['an e-mail with spaces', { email: 'nia noor@example.test' }, 'email', t.emailInvalid],
    ['no e-mail', { email: '  ' }, 'email', t.emailRequired],
    ['a long e-mail', { email: `${'n'.repeat(250)}@example.test` }, 'email', t.emailTooLong],
    ['a name of 10,000 characters', { first_name: 'n'.repeat(10_000) }, 'first_name', t.nameTooLong],
    ['a blank name', { last_name: ' \t ' }, 'last_name', t.lastNameRequired],
    ['an unknown role', { role: 'king' }, 'role', t.roleUnknown],
    ['no role', { role: '' }, 'role', t.roleRequired],
    ['an unknown territory', { territory: 'North' }, 'territory', t.territoryUnknown],
    ['a short password', { password: 'eleven char' }, 'password', t.passwordTooShort],
    ['a long password', { password: 'p'.repeat(129) }, 'password', t.passwordTooLong],
    ['a common password', { password: 'Password2026!' }, 'password', t.passwordCommon],
    ['a password made of their name', { password: 'NiaNoorNiaNoor' }, 'password', t.passwordCommon],
    ['an unknown manager', { manager_id: '999999' }, 'manager_id', t.managerUnknown],
    ['a manager id that is not a number', { manager_id: 'x' }, 'manager_id', t.managerUnknown],
  ])('bad input: are refused with %s as 422, naming the field', async (_what, overrides, field, sentence) => {
    const answer = await add(person({ email: 'never@example.test', ...overrides }));
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors).toEqual({ [field]: sentence });
  });

  it('decisions 3.04: are created by administrators only, with no other fields', async () => {
    for (const name of ['mia', 'sam', 'eve']) expect((await add(person(), name)).statusCode).toBe(403);
    expect((await add(person({ active: false }))).json().message).toBe('active is not a field of this request.');
    expect((await add({ first_name: 'A' })).statusCode).toBe(400);
  });
});

describe('edited users', () => {
  it('spec 7.16: change names, role, territory and manager, with old values in the audit log', async () => {
    const user = await someone();
    const expected = { first_name: ' Nova ', role: 'finance', territory: 'Global', manager_id: String(ids.mia) };
    const answer = await put(user.id, expected);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ ...expected, first_name: 'Nova', last_name: 'Noor', version: 2 });
    const [row] = await audits('user.updated', user.id);
    expect(row).toMatchObject({
      before: { first_name: 'Nia', role: 'salesperson', territory: null, manager_id: null },
      after: { first_name: 'Nova', role: 'finance', territory: 'Global', manager_id: ids.mia },
    });
    expect((await put(user.id, { ...expected, password: '' })).json().version).toBe(2);
    expect((await put(user.id, { manager_id: null, territory: null })).json()).toMatchObject({ manager_id: null, territory: null });
  });

  it('decisions 4.01: get a new role at the next request, and are notified', async () => {
    const token = (await server.signIn('eve@example.test')).access_token;
    expect((await server.call('GET', '/api/v1/periods', { token })).statusCode).toBe(403);
    expect((await put(ids.eve!, { role: 'finance' })).statusCode).toBe(200);
    expect((await server.call('GET', '/api/v1/periods', { token })).statusCode).not.toBe(403);
    const { data } = (await server.call('GET', '/api/v1/notifications', { token })).json();
    expect(data[0]).toMatchObject({ title: 'Your role was changed', message: 'Your role is now Finance instead of User.' });
    await put(ids.eve!, { role: 'events_manager' });
  });

  it('bad input: show the second of two concurrent admins a conflict with the current values', async () => {
    const user = await someone();
    const etag = { 'if-match': `"${user.version}"` };
    expect((await put(user.id, { first_name: 'Mine' }, etag)).statusCode).toBe(200);
    const second = await put(user.id, { first_name: 'Yours' }, etag, 'bea');
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'stale_version', message: t.conflict, current: { first_name: 'Mine', version: 2 } });
    expect((await put(user.id, { first_name: 'Yours' }, { 'if-match': '"2"' }, 'bea')).json().version).toBe(3);
    expect((await put(user.id, { first_name: 'Yours' }, { 'if-match': 'soon' })).json().message).toContain('if-match must be the version');
  });

  it('spec 3.03: keep their e-mail and ignore unknown fields', async () => {
    expect((await put(ids.sam!, { email: 'other@example.test' })).json().message).toBe('email is not a field of this request.');
    expect((await put(ids.sam!, {})).statusCode).toBe(400);
    for (const id of ['999999', 'abc']) expect((await put(id, { first_name: 'X' })).statusCode).toBe(404);
    for (const body of [{ role: 'king' }, { first_name: 'n'.repeat(10_000) }, { last_name: ' ' }, { territory: 'North' }])
      expect((await put(ids.sam!, body)).statusCode).toBe(422);
  });

  it('bad input: cannot have a manager who reports to them at any distance, is themself, or is inactive', async () => {
    const [top, middle, low] = [await someone(), await someone(), await someone({ first_name: 'Lou' })];
    await put(middle.id, { manager_id: top.id });
    await put(low.id, { manager_id: middle.id });
    const loop = (await put(top.id, { manager_id: low.id })).json();
    expect(loop.errors).toEqual({ manager_id: 'Lou Noor reports to Nia Noor and so cannot be their manager' });
    expect((await put(top.id, { manager_id: top.id })).json().errors).toEqual({ manager_id: t.managerSelf });
    await put(middle.id, { active: false });
    expect((await put(top.id, { manager_id: middle.id })).json().errors).toEqual({ manager_id: t.managerUnknown });
    // An existing manager is preserved: only a new choice is checked.
    expect((await put(low.id, { first_name: 'Lu', manager_id: middle.id })).statusCode).toBe(200);
  });

  it('decisions 3.04: can edit only their own name and territory, and nobody else', async () => {
    expect((await put(ids.sam!, { first_name: 'Samira', territory: 'West' }, {}, 'sam')).json()).toMatchObject({ first_name: 'Samira' });
    for (const body of [{ role: 'admin' }, { active: true }, { manager_id: String(ids.ada) }, { first_name: 'S', password: 'x' }])
      expect((await put(ids.sam!, body, {}, 'sam')).statusCode).toBe(403);
    expect((await put(ids.mia!, { first_name: 'M' }, {}, 'sam')).statusCode).toBe(403);
    expect((await get(ids.sam!)).role).toBe('salesperson');
  });
});

describe('deactivation and deletion', () => {
  it('spec 4.09, decisions 4.01: deactivating ends the sessions at once, and activating allows sign-in again', async () => {
    const token = (await server.signIn('sam@example.test')).access_token;
    expect((await put(ids.sam!, { active: false })).json().active).toBe(false);
    expect((await server.me(token)).statusCode).toBe(401);
    expect((await server.login('sam@example.test')).statusCode).toBe(401);
    const left = () => server.db.query.selectFrom('users').select('left_on').where('id', '=', ids.sam!).executeTakeFirstOrThrow();
    expect((await left()).left_on).toBe('2026-11-21');
    expect((await put(ids.sam!, { active: true })).json().active).toBe(true);
    expect((await left()).left_on).toBeNull();
    expect((await server.me(token)).json().code).toBe('session_ended');
    tokens.sam = (await server.signIn('sam@example.test')).access_token;
    expect(await audits('user.deactivated', ids.sam!)).toHaveLength(1);
    expect(await audits('user.activated', ids.sam!)).toHaveLength(1);
  });

  it('spec 2.58: Reset Password generates or takes one, ends the sessions, and notifies the owner', async () => {
    const reset = (id: number, body: object, name = 'ada') =>
      server.call('POST', `/api/v1/users/${id}/temporary-password`, { ...as(name), body });
    const token = (await server.signIn('eve@example.test')).access_token;
    const { temporary_password } = (await reset(ids.eve!, {})).json();
    expect((await server.me(token)).json().code).toBe('session_ended');
    expect((await server.login('eve@example.test')).statusCode).toBe(401);
    expect((await server.login('eve@example.test', temporary_password)).json().user.must_change_password).toBe(true);
    expect((await reset(ids.eve!, { password: 'eleven char' })).json().errors).toEqual({ password: t.passwordTooShort });
    expect((await reset(ids.eve!, { password: 'six lamps in fog' })).statusCode).toBe(200);
    expect((await put(ids.eve!, { password: 'six lamps in rain' })).statusCode).toBe(200);
    expect((await server.login('eve@example.test', 'six lamps in rain')).statusCode).toBe(200);
    const rows = await audits('user.password_reset', ids.eve!);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/lamps|argon2|password_hash/);
    expect((await reset(ids.ada!, {})).json()).toMatchObject({ code: 'own_account', message: t.notSelf });
    expect((await put(ids.ada!, { password: 'six lamps in fog' })).json().code).toBe('own_account');
    expect((await reset(ids.eve!, {}, 'mia')).statusCode).toBe(403);
    server.clock.advance(72 * HOUR_MS);
    expect((await server.login('eve@example.test', 'six lamps in rain')).json().code).toBe('temporary_password_expired');
    server.clock.advance(-72 * HOUR_MS);
  });

  it('decisions 4.03: nobody deactivates or deletes themselves', async () => {
    expect((await put(ids.ada!, { active: false })).json()).toMatchObject({ code: 'own_account', errors: { active: t.notSelf } });
    expect((await server.call('DELETE', `/api/v1/users/${ids.ada}`, as('ada'))).json().message).toBe(t.notSelf);
  });

  it('decisions 4.03: of two admins who demote each other at once, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([put(ids.bea!, { role: 'finance' }), put(ids.ada!, { role: 'finance' }, {}, 'bea')]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
      const remaining = await server.db.query
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('active', '=', true)
        .execute();
      expect(remaining).toHaveLength(1);
      const [alone, other] = remaining[0]!.id === ids.ada ? (['ada', 'bea'] as const) : (['bea', 'ada'] as const);
      const last = await put(ids[alone]!, { role: 'finance' }, {}, alone);
      expect(last.json()).toMatchObject({ code: 'last_admin', errors: { role: t.lastAdmin } });
      expect((await put(ids[other]!, { role: 'admin' }, {}, alone)).statusCode).toBe(200);
    }
  });

  it('decisions 4.03: of two admins who deactivate each other at once, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([put(ids.bea!, { active: false }), put(ids.ada!, { active: false }, {}, 'bea')]);
      expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const [left, ...more] = await server.db.query
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('active', '=', true)
        .execute();
      expect(more).toEqual([]);
      const [alone, other] = left!.id === ids.ada ? (['ada', 'bea'] as const) : (['bea', 'ada'] as const);
      expect((await put(ids[other]!, { active: true }, {}, alone)).statusCode).toBe(200);
      tokens[other] = (await server.signIn(`${other}@example.test`)).access_token;
    }
  });

  it('decisions 4.03: a request to read a plan does not count as history', async () => {
    const { id: version } = await server.db.query
      .selectFrom('config_versions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const newcomer = await server.add({ email: 'asked@example.test', role: 'salesperson' });
    const change = { version, from_version: version, effective_date: '2026-11-01', impact: '{}' };
    await server.db.query
      .insertInto('config_changes')
      .values(change)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await server.db.query.insertInto('config_change_people').values({ version, user_id: newcomer, content: '{}', sha256: 'x' }).execute();
    expect((await server.call('DELETE', `/api/v1/users/${newcomer}`, as('ada'))).statusCode).toBe(204);
  });

  it('spec 7.17, decisions 4.03: a user without history is deleted; one with history is deactivated instead, with a message', async () => {
    const remove = (id: number | string, name = 'ada') => server.call('DELETE', `/api/v1/users/${id}`, as(name));
    const fresh = await someone();
    expect((await remove(fresh.id, 'mia')).statusCode).toBe(403);
    expect((await remove(fresh.id)).statusCode).toBe(204);
    expect((await remove(fresh.id)).statusCode).toBe(404);
    expect(await audits('user.deleted', fresh.id)).toHaveLength(1);

    const signedIn = await remove(ids.sam!);
    expect(signedIn.statusCode).toBe(409);
    expect(signedIn.json()).toMatchObject({
      code: 'user_has_history',
      message: 'Samira poe has commissions, events or other history that must keep their name. Deactivate instead.',
    });
    const seller = await someone();
    const invoice = {
      invoice_number: 'U-1',
      customer_name: 'Acme',
      gross_cents: 1,
      net_cents: 1,
      booking_date: '2026-11-01',
      state: 'sent',
    };
    await server.db.query
      .insertInto('invoices')
      .values({ ...invoice, state: 'sent', salesperson_id: Number(seller.id) })
      .execute();
    const named = await someone({ first_name: 'Ivo', last_name: 'Iles' });
    await server.db.script(`insert into events (customer_name, sales_lead) values ('Acme', ' ivo iles ')`);
    const boss = await someone();
    await put(named.id, { manager_id: boss.id });
    for (const user of [seller, named, boss]) expect((await remove(user.id)).json().code).toBe('user_has_history');
    expect((await get(seller.id)).first_name).toBe('Nia');
  });

  it('every change leaves its audit row, and the chain is valid', async () => {
    expect(await auditRepository(server.db.query).verifyChain()).toMatchObject({ broken: null });
  });
});
