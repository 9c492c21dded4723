import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { HOUR_MS, MINUTE_MS, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'Sam@Example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  await server.add({ email: 'gone@example.test', role: 'salesperson', active: false });
});
afterAll(() => server.close());

describe('sign-in', () => {
  it('spec 7.03, 3.01: returns both tokens and the user for an e-mail in any case', async () => {
    const answer = await server.login('sam@EXAMPLE.test');
    expect(answer.statusCode).toBe(200);
    const { access_token, refresh_token, user } = answer.json();
    expect(access_token).toMatch(/^at_[A-Za-z0-9_-]{43}$/);
    expect(refresh_token).toMatch(/^rt_[A-Za-z0-9_-]{43}$/);
    expect(user).toMatchObject({ first_name: 'Sam', last_name: 'Poe', email: 'Sam@Example.test', role: 'salesperson', active: true });
    expect(JSON.stringify(answer.json())).not.toContain('argon2');
    expect((await server.me(access_token)).json()).toEqual(user);
  });

  it('decisions 4.01: stores only hashes of the tokens in the database', async () => {
    const { access_token, refresh_token } = await server.signIn('sam@example.test');
    const access = await server.db.query.selectFrom('access_tokens').select('hash').execute();
    const refresh = await server.db.query.selectFrom('refresh_tokens').select('hash').execute();
    const storedText = JSON.stringify([access, refresh]);
    expect(storedText).not.toContain(access_token.slice(3));
    expect(storedText).not.toContain(refresh_token.slice(3));
    expect(access.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  });

  it('spec 8.01: gives the same answer to an unknown e-mail, a wrong password and a deactivated account', async () => {
    const answers = await Promise.all([
      server.login('nobody@example.test', PASSWORD, { remoteAddress: '192.0.2.1' }),
      server.login('sam@example.test', 'wrong', { remoteAddress: '192.0.2.1' }),
      server.login('gone@example.test', PASSWORD, { remoteAddress: '192.0.2.1' }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ message: 'Email or password is incorrect', code: 'credentials_wrong' });
    }
  });

  it('spec 5.01: refuses an empty or malformed e-mail with the form’s message', async () => {
    const empty = await server.login('', '');
    expect(empty.statusCode).toBe(422);
    expect(empty.json().errors).toEqual({ email: 'Email is required', password: 'Password is required' });
    expect((await server.login('no address')).json().errors).toEqual({ email: 'Email must be a valid email' });
  });

  it('decisions 4.01: starts a session of 12 hours, or 30 days with Remember me, and an access token of 15 minutes', async () => {
    const shortSession = await server.signIn('sam@example.test');
    const long = await server.signIn('sam@example.test', { body: { remember_me: true } });
    const { data } = (await server.call('GET', '/api/v1/auth/sessions', { token: long.access_token })).json();
    const lifetimeHours = (item: { created_at: string; expires_at: string }) =>
      (Date.parse(item.expires_at) - Date.parse(item.created_at)) / HOUR_MS;
    expect(data.slice(0, 2).map(lifetimeHours)).toEqual([720, 12]);
    expect(data[0]).toMatchObject({ current: true, remembered: true });

    server.clock.advance(15 * MINUTE_MS - 1);
    expect((await server.me(shortSession.access_token)).statusCode).toBe(200);
    server.clock.advance(1);
    const late = await server.me(shortSession.access_token);
    expect(late.statusCode).toBe(401);
    expect(late.json().code).toBe('token_expired');
  });

  it('spec 4.09, decisions 4.01: refuses a deactivated user at the next call', async () => {
    const id = await server.add({ email: 'soon@example.test', role: 'finance' });
    const { access_token, refresh_token } = await server.signIn('soon@example.test');
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', id).execute();
    expect((await server.me(access_token)).json()).toMatchObject({ code: 'account_inactive' });
    expect((await server.refresh(refresh_token)).statusCode).toBe(401);
  });

  it('decisions 4.01: applies a role change at the next call', async () => {
    const id = await server.add({ email: 'up@example.test', role: 'salesperson' });
    const { access_token } = await server.signIn('up@example.test');
    const other = `/api/v1/users/${id - 1}`;
    expect((await server.call('GET', other, { token: access_token })).statusCode).toBe(403);
    await server.db.query.updateTable('users').set({ role: 'finance' }).where('id', '=', id).execute();
    expect((await server.call('GET', other, { token: access_token })).statusCode).toBe(200);
  });
});

describe('sign-out', () => {
  it('spec 7.04: ends the session and invalidates both tokens', async () => {
    const { access_token, refresh_token } = await server.signIn('sam@example.test');
    expect((await server.call('POST', '/api/v1/auth/logout', { token: access_token })).statusCode).toBe(204);
    expect((await server.me(access_token)).json().code).toBe('session_ended');
    expect((await server.refresh(refresh_token)).statusCode).toBe(401);
  });

  it('decisions 4.04: ends another session at its next call; another person cannot end it', async () => {
    await server.add({ email: 'other@example.test', role: 'admin' });
    const currentSession = await server.signIn('sam@example.test');
    const there = await server.signIn('sam@example.test');
    const stranger = await server.signIn('other@example.test');
    const { data } = (await server.call('GET', '/api/v1/auth/sessions', { token: there.access_token })).json();
    const mine = data.find((session: { current: boolean }) => session.current);
    const url = `/api/v1/auth/sessions/${mine.id}`;
    expect((await server.call('DELETE', url, { token: stranger.access_token })).statusCode).toBe(404);
    expect((await server.me(there.access_token)).statusCode).toBe(200);
    expect((await server.call('DELETE', url, { token: currentSession.access_token })).statusCode).toBe(204);
    expect((await server.me(there.access_token)).json().code).toBe('session_ended');
    expect((await server.call('DELETE', url, { token: currentSession.access_token })).statusCode).toBe(404);
  });

  it('decisions 4.04: keeps only this session with "end the others"', async () => {
    const there = await server.signIn('sam@example.test');
    const currentSession = await server.signIn('sam@example.test');
    expect((await server.call('POST', '/api/v1/auth/sessions/end-others', { token: currentSession.access_token })).statusCode).toBe(204);
    expect((await server.me(there.access_token)).statusCode).toBe(401);
    const { data } = (await server.call('GET', '/api/v1/auth/sessions', { token: currentSession.access_token })).json();
    expect(data).toHaveLength(1);
  });
});

describe('housekeeping', () => {
  it('decisions 4.01: deletes access tokens and attempts some days old, and sessions that ended a month ago, every hour', async () => {
    await server.signIn('sam@example.test');
    await server.login('sam@example.test', 'wrong');
    server.clock.advance(32 * 24 * HOUR_MS);
    const { access_token } = await server.signIn('sam@example.test');
    await instanceWorker(server.db, () => {}, server.clock).drain();
    const count = async (table: 'access_tokens' | 'refresh_tokens' | 'login_attempts' | 'sessions') =>
      (
        await server.db.query
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    expect([await count('access_tokens'), await count('login_attempts')]).toEqual([1, 1]);
    // The session with Remember me lasted 30 days and ended two days ago, so it is still stored.
    expect([await count('sessions'), await count('refresh_tokens')]).toEqual([2, 2]);
    expect((await server.me(access_token)).statusCode).toBe(200);
  });
});
