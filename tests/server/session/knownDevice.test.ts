import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { type Answer, MINUTE_MS, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

/** Immediate results, because these tests count attempts. */
const instantPasswords = { ...createPasswords(), verify: async (_: string | null, password: string) => password === PASSWORD };
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const SAM_KEY = keyOf('sam@example.test').slice(0, 32);

let server: TestApp;
let samId: number;
beforeAll(async () => {
  server = await testApp({ passwords: instantPasswords });
  samId = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'ada@example.test', role: 'admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.query.deleteFrom('login_attempts').execute();
  await server.db.query.deleteFrom('sessions').execute();
});

const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
const from = (remoteAddress: string, cookie = '') => ({ remoteAddress, headers: { ...(cookie ? { cookie } : {}) } });
const login = (password: string, address: string, cookie = '', email = 'sam@example.test') =>
  server.login(email, password, from(address, cookie));
const statusesOf = async (times: number, attempt: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await attempt()).statusCode);
  return statuses;
};
/** Failed attempts by strangers on Sam's account, each from a different network. */
const addFailures = async (count: number): Promise<void> => {
  const at = server.clock().toISOString();
  const rows = Array.from({ length: count }, (_, index) => ({ account_key: SAM_KEY, network: `n${index}`, failed: true, at }));
  await server.db.query.insertInto('login_attempts').values(rows).execute();
};

describe('a known device', () => {
  it('decisions 4.18: is a browser in which the person has signed in, with a cookie for this server only that scripts cannot read', async () => {
    const first = await login(PASSWORD, '192.0.2.1');
    expect(first.headers['set-cookie']).toMatch(/^device=kd_[A-Za-z0-9_-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    const token = cookieOf(first).slice('device='.length);
    const { known_device: stored } = await server.db.query.selectFrom('sessions').select('known_device').executeTakeFirstOrThrow();
    expect(stored).toBe(keyOf(token));
    expect((await login(PASSWORD, '192.0.2.1', cookieOf(first))).headers['set-cookie']).toBeUndefined();
    expect((await login('wrong', '192.0.2.1')).headers['set-cookie']).toBeUndefined();
  });

  it('decisions 4.18: signs its owner in while a stranger on the same network has locked the account', async () => {
    const cookie = cookieOf(await login(PASSWORD, '192.0.2.1'));
    expect(await statusesOf(6, () => login('wrong', '192.0.2.1'))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(PASSWORD, '192.0.2.1')).statusCode).toBe(429);
    expect((await login(PASSWORD, '192.0.2.1', cookie)).statusCode).toBe(200);
  });

  it('decisions 4.18: signs its owner in from any network after 500 failures by strangers, with five attempts', async () => {
    const cookie = cookieOf(await login(PASSWORD, '192.0.2.1'));
    await addFailures(500);
    expect((await login(PASSWORD, '203.0.113.9')).statusCode).toBe(429);
    expect(await statusesOf(4, () => login('wrong', '203.0.113.9', cookie))).toEqual([401, 401, 401, 401]);
    expect((await login(PASSWORD, '203.0.113.9', cookie)).statusCode).toBe(200);
  });

  it('decisions 4.18: is locked individually after five failures of its own, which is audited and locks no one else', async () => {
    const cookie = cookieOf(await login(PASSWORD, '192.0.2.1'));
    expect(await statusesOf(6, () => login('wrong', '192.0.2.1', cookie))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(PASSWORD, '192.0.2.1')).statusCode).toBe(200);
    const { cause } = await server.db.query
      .selectFrom('audit_log')
      .select('cause')
      .where('action', '=', 'auth.locked_out')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(cause).toBe('5 failures from one known device in 15 minutes');
    server.clock.advance(15 * MINUTE_MS);
    expect((await login(PASSWORD, '192.0.2.1', cookie)).statusCode).toBe(200);
  });

  it('decisions 4.18: belongs to one person, and each person of a shared browser has their own token', async () => {
    const sam = cookieOf(await login(PASSWORD, '192.0.2.1'));
    await addFailures(500);
    const kim = await login(PASSWORD, '192.0.2.2', sam, 'kim@example.test');
    expect(cookieOf(kim)).toMatch(/^device=kd_[\w-]{43}\.kd_[\w-]{43}$/);
    expect(cookieOf(kim).split('.')[1]).toBe(sam.slice('device='.length));
    const kimOnly = cookieOf(kim).split('.')[0] ?? '';
    expect((await login(PASSWORD, '203.0.113.9', kimOnly)).statusCode).toBe(429);
    expect((await login(PASSWORD, '203.0.113.9', cookieOf(kim))).statusCode).toBe(200);
  });

  it('decisions 4.18: stays known after signing out, and is forgotten with a session that its owner ends', async () => {
    const answer = await login(PASSWORD, '192.0.2.1');
    const otherBrowser = (await login(PASSWORD, '192.0.2.1')).json().access_token;
    await server.call('POST', '/api/v1/auth/logout', { token: answer.json().access_token });
    await server.db.query.updateTable('sessions').set({ network: 'elsewhere' }).execute();
    await addFailures(500);
    expect((await login(PASSWORD, '203.0.113.9', cookieOf(answer))).statusCode).toBe(200);
    await server.db.query.updateTable('sessions').set({ network: 'elsewhere' }).execute();
    await server.call('POST', '/api/v1/auth/sessions/end-others', { token: otherBrowser });
    expect((await login(PASSWORD, '203.0.113.9', cookieOf(answer))).statusCode).toBe(429);
  });

  it('decisions 4.18: gains nothing from a forged or unknown token', async () => {
    await addFailures(500);
    for (const cookie of [`device=kd_${'A'.repeat(43)}`, 'device=x', `device=${SAM_KEY}`, 'device=..;device=kd_'])
      expect((await login(PASSWORD, '203.0.113.9', cookie)).statusCode).toBe(429);
  });

  it('decisions 4.18: has a cookie for https only if the app is served over https', async () => {
    const config = { logLevel: 'silent', trustProxy: ['10.0.0.0/8'], publicUrl: 'https://pay.example.test' } as const;
    const behindProxy = await testApp({ passwords: instantPasswords, config });
    await behindProxy.add({ email: 'sam@example.test', role: 'salesperson' });
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    const answer = await behindProxy.login('sam@example.test', PASSWORD, { remoteAddress: '10.0.0.1', headers });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-device=kd_[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    await behindProxy.close();
  });
});

describe('an admin', () => {
  const lift = async (id: number, email = 'ada@example.test') => {
    const { access_token: token } = await server.signIn(email, from('198.51.100.1'));
    return server.call('DELETE', `/api/v1/users/${id}/sign-in-lock`, { token });
  };
  const lockedOf = async (email = 'ada@example.test') => {
    const { access_token: token } = await server.signIn(email, from('198.51.100.1'));
    const { data } = (await server.call('GET', '/api/v1/users', { token })).json();
    return data.filter((user: { sign_in_locked?: boolean }) => user.sign_in_locked).map(({ email }: { email: string }) => email);
  };

  it('decisions 4.18: sees which sign-ins are locked', async () => {
    expect(await lockedOf()).toEqual([]);
    await statusesOf(4, () => login('wrong', '192.0.2.1'));
    expect(await lockedOf()).toEqual([]);
    await statusesOf(1, () => login('wrong', '192.0.2.1'));
    expect(await lockedOf()).toEqual(['sam@example.test']);
    server.clock.advance(15 * MINUTE_MS);
    expect(await lockedOf()).toEqual([]);
    await addFailures(50);
    expect(await lockedOf()).toEqual(['sam@example.test']);
    server.clock.advance(60 * MINUTE_MS);
    expect(await lockedOf()).toEqual([]);
  });

  it('decisions 4.18: sees an undecided attempt of a server as a failure that locks, in the list too', async () => {
    await addFailures(49);
    const undecided = { account_key: SAM_KEY, network: 'n49', failed: null, at: server.clock().toISOString() };
    await server.db.query.insertInto('login_attempts').values(undecided).execute();
    expect(await lockedOf()).toEqual([]);
    server.clock.advance(MINUTE_MS);
    expect(await lockedOf()).toEqual(['sam@example.test']);
  });

  it('decisions 4.18: lifts a lock once, with an audit row', async () => {
    await addFailures(500);
    expect((await login(PASSWORD, '203.0.113.9')).statusCode).toBe(429);
    expect((await lift(samId)).statusCode).toBe(204);
    expect((await login(PASSWORD, '203.0.113.9')).statusCode).toBe(200);
    const row = await server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'entity', 'entity_id', 'before'])
      .where('action', '=', 'auth.lock_lifted')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      actor_id: samId + 2,
      entity: 'user',
      entity_id: String(samId),
      before: { failed_passwords: 500, failed_codes: 0 },
    });
    const again = await lift(samId);
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'not_locked', message: 'Sign-ins of this account are not locked.' },
    ]);
  });

  it('decisions 4.18: cannot lift a lock from an account with one wrong password, which has none', async () => {
    await login('wrong', '192.0.2.1');
    expect((await lift(samId)).json()).toMatchObject({ code: 'not_locked' });
    expect(await statusesOf(5, () => login('wrong', '192.0.2.1'))).toEqual([401, 401, 401, 401, 429]);
    expect((await lift(samId)).statusCode).toBe(204);
  });

  it('decisions 4.18: cannot lift their own, and no one else lifts any', async () => {
    const own = await lift(samId + 2);
    expect([own.statusCode, own.json().code]).toEqual([409, 'own_account']);
    expect((await lift(samId, 'kim@example.test')).statusCode).toBe(403);
    expect((await lift(999)).statusCode).toBe(404);
  });
});
