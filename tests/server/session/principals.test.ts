import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { principalsRepository } from '../../../server/db/repositories/session/principals.ts';
import { hashToken } from '../../../server/domain/session/tokens.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let tokens: { admin: string; finance: string };
const statements: string[] = [];
beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'ada@example.test', role: 'admin' });
  await server.add({ email: 'fay@example.test', role: 'finance' });
  tokens = {
    admin: (await server.signIn('ada@example.test')).access_token,
    finance: (await server.signIn('fay@example.test')).access_token,
  };
});
afterAll(() => server.close());

const recordingRepository = () => {
  const { db } = server;
  return principalsRepository({
    ...db,
    named: (name, sql, params) => {
      statements.push(name ?? sql);
      return db.named(name, sql, params);
    },
  });
};

describe('looking up the caller', () => {
  it('uses one statement for concurrent requests, each answered with its own role', async () => {
    statements.length = 0;
    const { byAccessToken } = recordingRepository();
    const [admin, finance, stranger, repeated] = await Promise.all(
      [tokens.admin, tokens.finance, `at_${'x'.repeat(43)}`, tokens.admin].map((token) => byAccessToken(hashToken(token))),
    );
    expect([admin?.role, finance?.role, stranger, repeated?.role]).toEqual(['admin', 'finance', undefined, 'admin']);
    expect(statements).toEqual(['principals_by_access_token']);
  });

  it('repeats for a later request', async () => {
    const { byAccessToken } = recordingRepository();
    expect((await byAccessToken(hashToken(tokens.finance)))?.session_ended_at).toBeNull();
    await server.call('POST', '/api/v1/auth/logout', { token: tokens.finance });
    expect((await byAccessToken(hashToken(tokens.finance)))?.session_ended_at).toEqual(expect.any(String));
  });

  it('fails all concurrent requests when the database fails, and recovers for the next', async () => {
    let fails = true;
    const { db } = server;
    const { byAccessToken } = principalsRepository({
      ...db,
      named: (name, sql, params) => (fails ? Promise.reject(new Error('gone')) : db.named(name, sql, params)),
    });
    const hash = hashToken(tokens.admin);
    const both = await Promise.allSettled([byAccessToken(hash), byAccessToken(hash)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect((await byAccessToken(hash))?.role).toBe('admin');
  });
});
