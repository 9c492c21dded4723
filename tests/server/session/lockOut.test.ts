import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networkOf } from '../../../server/domain/session/networks.ts';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { MINUTE_MS, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

const real = createPasswords();
let checkCount = 0;
/** Counts password checks, which an attacker wants to maximize. */
const countCheck = <T>(answer: T): T => {
  checkCount += 1;
  return answer;
};
const countingPasswords = { ...real, verify: (stored: string | null, password: string) => countCheck(real.verify(stored, password)) };
/** Immediate results, for counts that don't depend on the hash. */
const instantPasswords = { ...real, verify: async (_: string | null, password: string) => countCheck(password === PASSWORD) };

const accountKey = createHash('sha256').update('sam@example.test').digest('hex').slice(0, 32);
let server: TestApp;
const start = async (options: Parameters<typeof testApp>[0] = {}) => {
  checkCount = 0;
  server = await testApp({ passwords: instantPasswords, ...options });
  await server.add({ email: 'sam@example.test', role: 'salesperson' });
  await server.add({ email: 'kim@example.test', role: 'salesperson' });
};
const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({ remoteAddress, headers });
const fail = (email: string, address: string, times: number) =>
  Array.from({ length: times }).reduce<Promise<number>>(async (before) => {
    await before;
    return (await server.login(email, 'wrong', from(address))).statusCode;
  }, Promise.resolve(0));

describe('lock-out', () => {
  beforeAll(() => start());
  afterAll(() => server.close());
  beforeEach(async () => {
    checkCount = 0;
    await server.db.query.deleteFrom('login_attempts').execute();
  });

  it('decisions 4.05: locks the account for that network after five failures, even for the right password, and says until when', async () => {
    expect(await fail('sam@example.test', '192.0.2.1', 5)).toBe(401);
    server.clock.advance(3 * MINUTE_MS);
    const locked = await server.login('sam@example.test', PASSWORD, from('192.0.2.1'));
    expect(locked.statusCode).toBe(429);
    expect(locked.json()).toMatchObject({ code: 'too_many_attempts', message: 'Too many failed attempts. Try again in 12 minutes.' });
    expect(locked.headers['retry-after']).toBe('720');
    expect(checkCount).toBe(5);
  });

  it('decisions 4.05: still lets the owner in from another network, and another account from this one', async () => {
    await fail('sam@example.test', '192.0.2.1', 6);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.2'))).statusCode).toBe(200);
    expect((await server.login('kim@example.test', PASSWORD, from('192.0.2.1'))).statusCode).toBe(200);
  });

  it('decisions 4.05: ends when the first failure is 15 minutes old, and attempts meanwhile do not prolong it', async () => {
    await fail('sam@example.test', '192.0.2.1', 5);
    server.clock.advance(10 * MINUTE_MS);
    expect(await fail('sam@example.test', '192.0.2.1', 20)).toBe(429);
    server.clock.advance(5 * MINUTE_MS - 1);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.1'))).statusCode).toBe(429);
    server.clock.advance(1);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.1'))).statusCode).toBe(200);
  });

  it('decisions 4.05: clears earlier failures on success', async () => {
    await fail('sam@example.test', '192.0.2.1', 4);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.1'))).statusCode).toBe(200);
    expect(await fail('sam@example.test', '192.0.2.1', 5)).toBe(401);
    expect(await fail('sam@example.test', '192.0.2.1', 1)).toBe(429);
  });

  it('decisions 4.05: allows five password checks out of fifty concurrent guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.login('sam@example.test', 'wrong', from('192.0.2.1'))));
    expect(checkCount).toBeLessThanOrEqual(5);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(checkCount > 0 ? new Set([401, 429]) : new Set([429]));
  });

  it('decisions 4.05: lets ten concurrent valid sign-ins of one account succeed, even among failed ones', async () => {
    const signInCorrectly = () => server.login('sam@example.test', PASSWORD, from('192.0.2.1'));
    const wrong = () => server.login('sam@example.test', 'wrong', from('192.0.2.1'));
    const many = await Promise.all(Array.from({ length: 10 }, signInCorrectly));
    expect(many.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    const mixed = await Promise.all([
      wrong(),
      signInCorrectly(),
      wrong(),
      signInCorrectly(),
      wrong(),
      signInCorrectly(),
      wrong(),
      signInCorrectly(),
    ]);
    expect(mixed.map(({ statusCode }) => statusCode)).toEqual([401, 200, 401, 200, 401, 200, 401, 200]);
  });

  it('decisions 4.05: lets forty people of one network sign in at once', async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `office${index}@example.test`);
    for (const email of emails) await server.add({ email, role: 'salesperson' });
    const answers = await Promise.all(emails.map((email) => server.login(email, PASSWORD, from('192.0.2.77'))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('decisions 4.05: counts an attempt that a server left undecided as failed after a minute', async () => {
    for (let index = 0; index < 5; index += 1)
      await server.db.query
        .insertInto('login_attempts')
        .values({ account_key: accountKey, network: '192.0.2.1', failed: null, at: server.clock().toISOString() })
        .execute();
    server.clock.advance(2 * MINUTE_MS);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.1'))).statusCode).toBe(429);
  });

  it('decisions 4.05: logs failures and the resulting lock-out in the audit log, but not the attempts refused during it', async () => {
    const id = await server.add({ email: 'audited@example.test', role: 'salesperson' });
    await fail('audited@example.test', '192.0.2.40', 9);
    await fail('whoever@example.test', '192.0.2.41', 1);
    const rows = await server.db.query
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'entity', 'entity_id', 'cause', 'network', 'after'])
      .where('action', 'in', ['auth.failed', 'auth.locked_out'])
      .orderBy('id', 'desc')
      .limit(7)
      .execute();
    const row = { actor_id: null, entity: 'user', entity_id: String(id), network: '192.0.2.40', after: null };
    const failed = { ...row, action: 'auth.failed', cause: null };
    expect(rows.reverse()).toEqual([
      ...[failed, failed, failed, failed, failed],
      { ...row, action: 'auth.locked_out', cause: '5 failures from one network in 15 minutes' },
      { ...failed, entity_id: 'unknown', network: '192.0.2.41' },
    ]);
  });

  it('decisions 4.05: logs a row for each locked-out network, not for each guess, in a flood against unknown accounts', async () => {
    const at = server.clock().toISOString();
    const flood = Array.from({ length: 201 }, (_, guess) => ({ account_key: `k${guess}`, network: `n${guess}`, failed: true, at }));
    await server.db.query.insertInto('login_attempts').values(flood).execute();
    const count = async () =>
      (await server.db.query.selectFrom('audit_log').select('id').where('action', 'like', 'auth.%').execute()).length;
    const before = await count();
    for (let guess = 0; guess < 30; guess += 1) await fail(`flood${guess}@example.test`, '192.0.2.50', 1);
    expect(await count()).toBe(before + 1);
  });

  it('decisions 4.05: allows a network thirty failures a minute over all accounts', async () => {
    for (let account = 0; account < 30; account += 1) expect(await fail(`guess${account}@example.test`, '192.0.2.9', 1)).toBe(401);
    expect(await fail('another@example.test', '192.0.2.9', 1)).toBe(429);
    server.clock.advance(MINUTE_MS);
    expect(await fail('another@example.test', '192.0.2.9', 1)).toBe(401);
  });

  /** Adds failed attempts on Sam's account, each from a different network, at the current time. */
  const failed = async (count: number): Promise<void> => {
    const at = server.clock().toISOString();
    const rows = Array.from({ length: count }, (_, index) => ({ account_key: accountKey, network: `n${index}`, failed: true, at }));
    await server.db.query.insertInto('login_attempts').values(rows).execute();
  };

  it('decisions 4.05: does not lock the owner out after fifty failures from ten networks', async () => {
    for (let network = 0; network < 10; network += 1) expect(await fail('sam@example.test', `198.51.100.${network}`, 5)).toBe(401);
    expect((await server.login('sam@example.test', PASSWORD, from('203.0.113.1'))).statusCode).toBe(200);
  });

  it('decisions 4.05: allows each network one attempt in fifteen minutes after fifty failures an hour', async () => {
    await failed(49);
    expect(await fail('sam@example.test', '203.0.113.1', 2)).toBe(429);
    expect(await fail('sam@example.test', '203.0.113.2', 1)).toBe(401);
    expect(await fail('sam@example.test', '203.0.113.2', 1)).toBe(429);
    expect((await server.login('sam@example.test', PASSWORD, from('203.0.113.3'))).statusCode).toBe(200);
    server.clock.advance(60 * MINUTE_MS);
    expect(await fail('sam@example.test', '203.0.113.2', 5)).toBe(401);
    const id = String(
      (await server.db.query.selectFrom('users').select('id').where('email', '=', 'sam@example.test').executeTakeFirstOrThrow()).id,
    );
    const locked = await server.db.query
      .selectFrom('audit_log')
      .select('cause')
      .where('action', '=', 'auth.locked_out')
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(locked.map(({ cause }) => cause)).toEqual([
      '5 failures from one network in 15 minutes',
      '50 failures in 60 minutes: one attempt per network from now on',
    ]);
  });

  it('decisions 4.05: lets the owner sign in from earlier networks after five hundred failures an hour', async () => {
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.60'))).statusCode).toBe(200);
    await failed(500);
    expect((await server.login('sam@example.test', PASSWORD, from('203.0.113.60'))).statusCode).toBe(429);
    expect((await server.login('sam@example.test', PASSWORD, from('192.0.2.60'))).statusCode).toBe(200);
    expect((await server.login('kim@example.test', PASSWORD, from('203.0.113.60'))).statusCode).toBe(200);
    server.clock.advance(60 * MINUTE_MS);
    expect((await server.login('sam@example.test', PASSWORD, from('203.0.113.60'))).statusCode).toBe(200);
  });

  it('decisions 4.05: ends when an admin sets a new password', async () => {
    await server.add({ email: `ada@example.test`, role: 'admin' });
    const { access_token: token } = await server.signIn('ada@example.test');
    const { id } = await server.db.query.selectFrom('users').select('id').where('email', '=', 'kim@example.test').executeTakeFirstOrThrow();
    expect(await fail('kim@example.test', '192.0.2.1', 6)).toBe(429);
    const { temporary_password } = (
      await server.call('POST', `/api/v1/users/${id}/temporary-password`, { token, body: { password: PASSWORD } })
    ).json();
    expect((await server.login('kim@example.test', temporary_password, from('192.0.2.1'))).statusCode).toBe(200);
  });

  it('decisions 4.05: locks a nonexistent account like an existing one', async () => {
    expect(await fail('nobody@example.test', '192.0.2.1', 5)).toBe(401);
    expect(await fail('nobody@example.test', '192.0.2.1', 1)).toBe(429);
  });

  it('decisions 4.05: ignores a forged X-Forwarded-For', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      await server.login('sam@example.test', 'wrong', from('192.0.2.1', { 'x-forwarded-for': `203.0.113.${guess}` }));
    const sixth = await server.login('sam@example.test', PASSWORD, from('192.0.2.1', { 'x-forwarded-for': '203.0.113.99' }));
    expect(sixth.statusCode).toBe(429);
  });

  it('decisions 4.05: treats the addresses of one IPv6 subscriber as one network', async () => {
    for (let guess = 1; guess <= 5; guess += 1) await fail('sam@example.test', `2001:db8:1:2::${guess}`, 1);
    expect(await fail('sam@example.test', '2001:db8:1:2:ffff::1', 1)).toBe(429);
    expect(await fail('sam@example.test', '2001:db8:1:3::1', 1)).toBe(401);
  });
});

describe('behind a proxy', () => {
  afterEach(() => server.close());

  it('decisions 4.05: uses the address from a trusted proxy, not one that a caller prepends', async () => {
    await start({ config: { logLevel: 'silent', trustProxy: ['10.0.0.0/8'], publicUrl: undefined } });
    for (let guess = 0; guess < 5; guess += 1)
      await server.login('sam@example.test', 'wrong', from('10.1.2.3', { 'x-forwarded-for': `203.0.113.${guess}, 192.0.2.7` }));
    const again = { 'x-forwarded-for': '203.0.113.200, 192.0.2.7' };
    expect((await server.login('sam@example.test', PASSWORD, from('10.1.2.3', again))).statusCode).toBe(429);
    const elsewhere = { 'x-forwarded-for': '192.0.2.8' };
    expect((await server.login('sam@example.test', PASSWORD, from('10.1.2.3', elsewhere))).statusCode).toBe(200);
  });
});

describe('hashing queue', () => {
  afterEach(() => server.close());

  it('decisions 4.05: hashes two at once, queues twenty, and answers 503 to the rest without using up an attempt', async () => {
    await start({ passwords: countingPasswords });
    const guesses = Array.from({ length: 30 }, (_, index) => server.login(`many${index}@example.test`, 'wrong', from(`192.0.2.${index}`)));
    const answers = await Promise.all(guesses);
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.every(({ statusCode }) => statusCode === 401 || statusCode === 503)).toBe(true);
    expect(busy.length).toBeLessThanOrEqual(8);
    for (const answer of busy) expect(answer.headers['retry-after']).toBe('3');
    const { attempts } = await server.db.query
      .selectFrom('login_attempts')
      .select((eb) => eb.fn.countAll<number>().as('attempts'))
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(30 - busy.length);
  });

  it('decisions 4.05: refuses the twenty-third in a flood of hashes', async () => {
    await start();
    const work = Array.from({ length: 23 }, () =>
      real.verify(null, 'x').then(
        () => 'looked',
        (error) => error.status,
      ),
    );
    const done = await Promise.all(work);
    expect(done.filter((answer) => answer === 503)).toHaveLength(1);
    expect(await real.hash('whatever it is')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('network grouping', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
  ])('decisions 4.05: counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
