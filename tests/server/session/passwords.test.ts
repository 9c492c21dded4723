import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../../server/domain/session/commonPasswords.ts';
import { HOUR_MS, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

const NEXT_PASSWORD = 'four clouds over a lake';
let server: TestApp;
let people = 0;
let email: string;
let userId: number;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  people += 1;
  email = `person${people}@example.test`;
  userId = await server.add({ email, role: 'salesperson', first_name: 'Rosalind', last_name: 'Okonkwo' });
});

const change = (token: string, current_password: string, new_password: string) =>
  server.call('POST', '/api/v1/auth/change-password', { token, body: { current_password, new_password } });

describe('changing a password', () => {
  it('decisions 4.02: replaces the old one, ends other sessions but not this one, and adds an audit row', async () => {
    const there = await server.signIn(email);
    const currentSession = await server.signIn(email);
    expect((await change(currentSession.access_token, PASSWORD, NEXT_PASSWORD)).statusCode).toBe(204);
    expect((await server.me(there.access_token)).json().code).toBe('session_ended');
    expect((await server.me(currentSession.access_token)).statusCode).toBe(200);
    expect((await server.login(email, PASSWORD)).statusCode).toBe(401);
    expect((await server.login(email, NEXT_PASSWORD)).statusCode).toBe(200);
    const rows = await server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'user.password_changed')
      .where('entity_id', '=', String(userId))
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/clouds|argon2/);
  });

  it.each([
    ['a wrong current one', 'wrong', NEXT_PASSWORD, 'current_password', 'Current password is incorrect'],
    ['one of 11 characters', PASSWORD, 'eleven char', 'new_password', 'New password must have at least 12 characters'],
    ['one of 129 characters', PASSWORD, 'xy '.repeat(43), 'new_password', 'New password must have at most 128 characters'],
    ['a common one', PASSWORD, 'Password2026!', 'new_password', 'New password is too common: choose another'],
    ['one made of their own name', PASSWORD, 'Rosalind-Okonkwo1', 'new_password', 'New password is too common: choose another'],
    ['the current one again', PASSWORD, PASSWORD, 'new_password', 'New password must differ from the current one'],
    ['an empty one', PASSWORD, '', 'new_password', 'New password is required'],
  ])('decisions 4.02: refuses %s with 422 and the form’s message', async (_what, current, next, field, message) => {
    const { access_token } = await server.signIn(email);
    const answer = await change(access_token, current, next);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ message, errors: { [field]: message } });
    expect((await server.login(email)).statusCode).toBe(200);
  });

  it('decisions 4.05: counts wrong current passwords toward the lock-out', async () => {
    const { access_token } = await server.signIn(email);
    for (let guess = 0; guess < 5; guess += 1) expect((await change(access_token, 'wrong', NEXT_PASSWORD)).statusCode).toBe(422);
    const rows = await server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'cause'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(userId))
      .where('action', 'in', ['auth.failed', 'auth.locked_out'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ actor_id, action }) => [actor_id, action])).toEqual([
      ...Array.from({ length: 5 }, () => [userId, 'auth.failed']),
      [userId, 'auth.locked_out'],
    ]);
    expect(rows[0]?.cause).toBe('a wrong current password');
    expect((await change(access_token, PASSWORD, NEXT_PASSWORD)).statusCode).toBe(429);
    expect((await server.login(email)).statusCode).toBe(429);
  });

  it('decisions 4.02: accepts 128 characters of any script unchanged, including blanks', async () => {
    const { access_token } = await server.signIn(email);
    const long = ` ${'Ключ 鍵 mañana '.repeat(10)}`.slice(0, 127).padEnd(128, ' ');
    expect((await change(access_token, PASSWORD, long)).statusCode).toBe(204);
    expect((await server.login(email, long)).statusCode).toBe(200);
    expect((await server.login(email, long.trim())).statusCode).toBe(401);
  });
});

describe('a temporary password', () => {
  const giveTemporary = (expires: string) =>
    server.db.query
      .updateTable('users')
      .set({ must_change_password: true, temporary_password_expires_at: expires })
      .where('id', '=', userId)
      .execute();
  const inHours = (hours: number): string => new Date(server.clock().getTime() + hours * HOUR_MS).toISOString();

  it('decisions 4.02: opens only me, refresh, logout and change-password until it is changed', async () => {
    await giveTemporary(inHours(72));
    const first = await server.signIn(email);
    expect((await server.me(first.access_token)).json()).toMatchObject({ must_change_password: true });
    const tokens = (await server.refresh(first.refresh_token)).json();
    for (const url of [
      '/api/v1/commissions?start_date=2026-01-01&end_date=2026-01-31',
      `/api/v1/users/${userId}`,
      '/api/v1/auth/sessions',
    ]) {
      const answer = await server.call('GET', url, { token: tokens.access_token });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('password_change_required');
    }
    expect((await change(tokens.access_token, PASSWORD, NEXT_PASSWORD)).statusCode).toBe(204);
    expect((await server.me(tokens.access_token)).json()).toMatchObject({ must_change_password: false });
    expect((await server.call('GET', `/api/v1/users/${userId}`, { token: tokens.access_token })).statusCode).toBe(200);
    server.clock.advance(100 * HOUR_MS);
    expect((await server.login(email, NEXT_PASSWORD)).statusCode).toBe(200);
  });

  it('decisions 4.02: works for 72 hours, and then names the person to ask', async () => {
    await giveTemporary(inHours(72));
    server.clock.advance(72 * HOUR_MS - 1);
    expect((await server.login(email)).statusCode).toBe(200);
    server.clock.advance(1);
    const late = await server.login(email);
    expect(late.statusCode).toBe(401);
    expect(late.json()).toMatchObject({
      code: 'temporary_password_expired',
      message: 'This temporary password has expired. Ask your administrator for a new one.',
    });
  });

  it('decisions 4.02: limits a session begun in time to the 72 hours', async () => {
    await giveTemporary(inHours(72));
    server.clock.advance(72 * HOUR_MS - 60_000);
    const { access_token } = await server.signIn(email);
    server.clock.advance(60_000);
    const late = await change(access_token, PASSWORD, NEXT_PASSWORD);
    expect(late.statusCode).toBe(403);
    expect(late.json().code).toBe('temporary_password_expired');
    expect((await server.me(access_token)).json()).toMatchObject({ must_change_password: true });
    expect((await server.login(email, 'wrong')).json().code).toBe('credentials_wrong');
  });

  it('spec 7.04: allows logout without changing it', async () => {
    await giveTemporary(inHours(72));
    const { access_token } = await server.signIn(email);
    expect((await server.call('POST', '/api/v1/auth/logout', { token: access_token })).statusCode).toBe(204);
  });
});

describe('common passwords', () => {
  it.each([
    'password1234',
    'P@ssw0rd2026!',
    'qwertyuiop123',
    '123456789012',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'Welcome2026!!',
    'iloveyou1234',
    '1q2w3e4r5t6y',
    'Summer-2026-Sun',
    'QuotaBoard#2026',
    'tryquotaboard26',
    'zyxwvutsrqpo',
  ])('decisions 4.02: include %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse battery staple', NEXT_PASSWORD, PASSWORD, 'k7#Vq!92mzLpXw', '鍵と錠と窓と扉と壁と床', 'wobbly-grass-tin-44'])(
    'decisions 4.02: do not include %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('decisions 4.02: exclude the company’s own words', () => {
    expect(isCommonPassword('BrightpathCoding26', ['Brightpath Coding'])).toBe(true);
    expect(isCommonPassword('BrightpathCoding26')).toBe(false);
  });
});
