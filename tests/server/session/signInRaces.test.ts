import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { resetFromConsole } from '../../../server/domain/people/resetFromConsole.ts';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

const real = createPasswords();
const NEXT_PASSWORD = 'four clouds over a lake';
const TEMPORARY_PASSWORD = 'six lamps in fog';
/** Runs once, after a password check or before the new hash is stored: during the slow part. */
let hooks: { verified?: () => Promise<unknown>; hashed?: () => Promise<unknown> } = {};
const once = async (name: 'verified' | 'hashed'): Promise<void> => {
  const work = hooks[name];
  delete hooks[name];
  await work?.();
};
const passwords = {
  ...real,
  verify: async (stored: string | null, password: string) => {
    const isCorrect = await real.verify(stored, password);
    await once('verified');
    return isCorrect;
  },
  hash: async (password: string) => {
    const hash = await real.hash(password);
    await once('hashed');
    return hash;
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
  hooks = {};
  people += 1;
  email = `person${people}@example.test`;
  id = await server.add({ email, role: 'salesperson' });
});

const change = (token: string, new_password = NEXT_PASSWORD) =>
  server.call('POST', '/api/v1/auth/change-password', { token, body: { current_password: PASSWORD, new_password } });
const reset = async () => {
  const body = { password: TEMPORARY_PASSWORD };
  expect((await server.call('POST', `/api/v1/users/${id}/temporary-password`, { token: admin, body })).statusCode).toBe(200);
};
const deactivate = () => server.call('PUT', `/api/v1/users/${id}`, { token: admin, body: { active: false } });
const openSessions = () =>
  server.db.query.selectFrom('sessions').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute();

describe('a password change in progress', () => {
  it('decisions 4.02: does not undo an administrator’s reset', async () => {
    const { access_token } = await server.signIn(email);
    hooks.hashed = reset;
    const answer = await change(access_token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('session_ended');
    expect((await server.login(email, NEXT_PASSWORD)).statusCode).toBe(401);
    expect((await server.login(email, TEMPORARY_PASSWORD)).json().user.must_change_password).toBe(true);
  });

  it('decisions 4.02: is refused as the second of two, because its current password is no longer right', async () => {
    const { access_token } = await server.signIn(email);
    hooks.hashed = () => change(access_token, TEMPORARY_PASSWORD);
    const answer = await change(access_token);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ current_password: 'Current password is incorrect' });
    expect((await server.login(email, TEMPORARY_PASSWORD)).statusCode).toBe(200);
  });

  it('decisions 4.02: changes nothing once its session has ended', async () => {
    const { access_token } = await server.signIn(email);
    hooks.hashed = () => server.call('POST', '/api/v1/auth/logout', { token: access_token });
    expect((await change(access_token)).json().code).toBe('session_ended');
    expect((await server.login(email)).statusCode).toBe(200);
  });
});

describe('a sign-in in progress', () => {
  it.each([
    ['a reset', reset],
    ['a deactivation', deactivate],
  ])('decisions 4.02: gets no session past %s', async (_what, work) => {
    hooks.verified = work;
    const answer = await server.login(email);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('credentials_wrong');
    expect(await openSessions()).toEqual([]);
  });

  it('decisions 4.02: gets no session past its own new password', async () => {
    const { access_token } = await server.signIn(email);
    hooks.verified = () => change(access_token);
    expect((await server.login(email)).statusCode).toBe(401);
    expect(await openSessions()).toHaveLength(1);
  });
});

describe('password:reset', () => {
  it('decisions 4.01: refuses a deactivated user, and says what to do', async () => {
    await deactivate();
    const { db, clock } = server;
    await expect(resetFromConsole({ store: openStore(db), passwords, clock } as never, email)).rejects.toMatchObject({
      code: 'account_inactive',
      message: `${email} is deactivated: an administrator has to activate the account first.`,
    });
    const row = await db.query.selectFrom('users').select('must_change_password').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.must_change_password).toBe(false);
  });
});
