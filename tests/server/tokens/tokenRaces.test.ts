import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

const real = createPasswords();
/** Runs once, while the password of a request for a token is verified. */
let runDuringVerify: (() => Promise<unknown>) | undefined;
const passwords = {
  ...real,
  verify: async (stored: string | null, password: string) => {
    const isRight = await real.verify(stored, password);
    const work = runDuringVerify;
    runDuringVerify = undefined;
    await work?.();
    return isRight;
  },
};

let server: TestApp;
let admin: string;
let people = 0;
let email: string;
let id: number;
beforeAll(async () => {
  server = await testApp({ passwords });
  await server.add({ email: 'ada@example.test', role: 'admin' });
  admin = (await server.signIn('ada@example.test')).access_token;
});
afterAll(() => server.close());
beforeEach(async () => {
  runDuringVerify = undefined;
  people += 1;
  email = `person${people}@example.test`;
  id = await server.add({ email, role: 'finance' });
});

const create = async (scopes: readonly string[] = ['read:pay']) => {
  const token = (await server.signIn(email)).access_token;
  return (during: () => Promise<unknown>) => {
    runDuringVerify = during;
    const body = { name: 'Export', scopes, expires_in_days: 30, current_password: PASSWORD };
    return server.call('POST', '/api/v1/tokens', { token, body });
  };
};
const put = (body: object) => server.call('PUT', `/api/v1/users/${id}`, { token: admin, body });
const usable = () =>
  server.db.query.selectFrom('api_tokens').select('id').where('user_id', '=', id).where('revoked_at', 'is', null).execute();

describe('an API token during creation (decisions 4.11)', () => {
  it('does not survive a deactivation, even with a reactivation', async () => {
    const answer = await (await create())(() => put({ active: false }));
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'account_inactive']);
    await put({ active: true });
    expect(await usable()).toEqual([]);
  });

  it('does not survive a password reset', async () => {
    const reset = () =>
      server.call('POST', `/api/v1/users/${id}/temporary-password`, { token: admin, body: { password: 'six lamps in fog' } });
    const answer = await (await create())(reset);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'session_ended']);
    expect(await usable()).toEqual([]);
  });

  it('is refused if the password changed meanwhile', async () => {
    const change = () => server.db.query.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute();
    const answer = await (await create())(change);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['current_password']]);
    expect(await usable()).toEqual([]);
  });

  it('does not get scopes that its owner has just lost', async () => {
    const answer = await (await create(['read:books']))(() => put({ role: 'salesperson' }));
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { scopes: 'Your role does not include this: read:books' }]);
    expect(await usable()).toEqual([]);
  });

  it('stays revoked for a deactivated person after a reactivation', async () => {
    const token = (await (await create())(async () => undefined)).json().secret;
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', id).execute();
    await put({ active: true });
    expect((await server.call('GET', '/api/v1/auth/me', { token })).json().code).toBe('token_revoked');
  });
});
