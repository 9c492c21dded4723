import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../server/start/environment.ts';
import { issuerEnv, startIssuer } from '../support/issuer.ts';
import { PASSWORD, type TestApp, testApp } from '../support/testApp.ts';
import { accounts, appUrl, auditOf, createSsoCompany, encryptionKey } from '../support/worlds/sso.ts';

const roles = { OIDC_ROLES: 'admins=admin; books=finance; sellers=salesperson', OIDC_CREATE_USERS: '1' };
const { serverWith, signIn, reset, close } = await createSsoCompany();
afterAll(close);
beforeEach(reset);

describe('accounts and roles', () => {
  let mapped: TestApp;
  const idOf = async (email: string) =>
    (await mapped.db.query.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirst())?.id;
  beforeAll(async () => {
    mapped = await serverWith(roles);
    await mapped.add({ email: 'boss@example.test', role: 'admin', first_name: 'Ada', last_name: 'Boss' });
    await mapped.add({ email: 'rising@example.test', role: 'salesperson', first_name: 'Rita', last_name: 'Rising' });
    await mapped.add({ email: 'outsider@example.test', role: 'finance' });
  });

  it('decisions 4.15: a new person gets an account with their group’s role, and no password', async () => {
    const { user } = (await signIn('new', mapped)).json();
    expect(user).toMatchObject({
      email: 'new@example.test',
      first_name: 'Ida',
      last_name: 'Known',
      role: 'salesperson',
      must_change_password: false,
    });
    const row = await mapped.db.query
      .selectFrom('users')
      .select('password_hash')
      .where('email_key', '=', 'new@example.test')
      .executeTakeFirst();
    expect(row?.password_hash).toBeNull();
    expect((await auditOf(mapped, 'user.created')).at(-1)).toMatchObject({ actor_id: null, cause: 'Single sign-on by Acme ID' });
    expect((await mapped.login('new@example.test', '')).statusCode).toBe(422);
    expect((await mapped.login('new@example.test', PASSWORD)).statusCode).toBe(401);
    expect((await signIn('new', mapped)).json().user.id).toBe(user.id);
  });

  it.each([
    ['stranger', 'no_role'],
    ['nameless', 'profile_incomplete'],
  ])('refuses a new account to %s: %s', async (login, code) => {
    expect((await signIn(login, mapped)).json().code).toBe(code);
    expect(await idOf(`${login}@example.test`)).toBeUndefined();
  });

  it('deny by default: a person without a mapped group cannot sign in, and keeps their role', async () => {
    expect((await signIn('outsider', mapped)).json()).toMatchObject({
      code: 'no_role',
      message: 'None of your groups at Acme ID has a role here. Ask your administrator.',
    });
    expect(
      (await mapped.db.query.selectFrom('users').select('role').where('email', '=', 'outsider@example.test').executeTakeFirst())?.role,
    ).toBe('finance');
  });

  it('decisions 4.06, 4.15: the first matching group decides the role, with notice to person and approvers, and an audit row', async () => {
    const { user } = (await signIn('rising', mapped)).json();
    expect(user.role).toBe('finance');
    const [entry] = (await auditOf(mapped, 'user.updated')).filter(({ entity_id }) => entity_id === user.id);
    expect(entry).toMatchObject({
      actor_id: null,
      cause: 'Single sign-on by Acme ID',
      before: { role: 'salesperson' },
      after: { role: 'finance' },
    });
    const notices = await mapped.db.query.selectFrom('notifications').select(['user_id', 'message']).orderBy('id').execute();
    expect(notices).toContainEqual({ user_id: Number(user.id), message: 'Your role is now Finance instead of Salesperson.' });
    expect(notices).toContainEqual({ user_id: await idOf('boss@example.test'), message: 'Acme ID gave Rita Rising the role Finance.' });
    const count = (await auditOf(mapped, 'user.updated')).length;
    await signIn('rising', mapped);
    expect(await auditOf(mapped, 'user.updated')).toHaveLength(count);
  });

  it('decisions 4.03: the last active admin keeps the role despite their groups; with a second one, they do not', async () => {
    expect((await signIn('boss', mapped)).json().user.role).toBe('admin');
    await mapped.add({ email: 'second@example.test', role: 'admin' });
    expect((await signIn('boss', mapped)).json().user.role).toBe('salesperson');
  });

  it('reads groups from the ID token too, by path', async () => {
    const nested = { ...accounts, ida: { ...accounts.ida, groups: { quotaboard: { roles: ['sellers'] } } as never } };
    const entra = await startIssuer({ accounts: nested, appUrl, claimsInIdToken: true });
    const env = { ENCRYPTION_KEY: encryptionKey, ...issuerEnv(entra, appUrl, { ...roles, OIDC_ROLE_CLAIM: 'groups.quotaboard.roles' }) };
    const app = await testApp({ config: readEnvironment(env, []) });
    app.clock.set(new Date().toISOString());
    expect((await signIn('ida', app)).json().user.role).toBe('salesperson');
    expect(entra.requests).not.toContain('GET /me');
    await app.close();
    await entra.down();
  });
});

describe('passwords beside single sign-on', () => {
  let admins: TestApp;
  let bossToken: string;
  beforeAll(async () => {
    admins = await serverWith({ OIDC_PASSWORDS: 'admins' });
    await admins.add({ email: 'boss@example.test', role: 'admin' });
    await admins.add({ email: 'second@example.test', role: 'admin' });
    await admins.add({ email: 'ida@example.test', role: 'salesperson' });
    bossToken = (await admins.signIn('boss@example.test')).access_token;
  });

  it('decisions 4.15: only admins sign in with one; a wrong one gets the usual answer', async () => {
    const refused = await admins.login('ida@example.test');
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      403,
      'passwords_off',
      'Passwords are switched off for your account. Sign in with Acme ID.',
    ]);
    expect((await admins.login('ida@example.test', 'wrong')).json().code).toBe('credentials_wrong');
    const nobody = await serverWith({ OIDC_PASSWORDS: 'nobody' });
    await nobody.add({ email: 'boss@example.test', role: 'admin' });
    expect((await nobody.login('boss@example.test')).json().code).toBe('passwords_off');
  });

  it('decisions 4.15: no one else changes, resets or is invited to a password; a new account has none', async () => {
    const { access_token, user } = (await signIn('ida', admins)).json();
    const body = { current_password: PASSWORD, new_password: 'four clouds over a lake' };
    const changed = await admins.call('POST', '/api/v1/auth/change-password', { token: access_token, body });
    expect([changed.statusCode, changed.json().code]).toEqual([403, 'passwords_off']);
    for (const path of ['invitation', 'temporary-password']) {
      const answer = await admins.call('POST', `/api/v1/users/${user.id}/${path}`, { token: bossToken, body: {} });
      expect([answer.statusCode, answer.json().message], path).toEqual([
        409,
        'ida@example.test signs in with Acme ID, and cannot use a password.',
      ]);
    }
    const added = { email: 'fresh@example.test', first_name: 'F', last_name: 'R', role: 'finance' };
    const fresh = (await admins.call('POST', '/api/v1/users', { token: bossToken, body: added })).json();
    expect(fresh).not.toHaveProperty('temporary_password');
    const boss = await admins.call('POST', '/api/v1/auth/change-password', { token: bossToken, body });
    expect(boss.statusCode).toBe(204);
  });
});
