import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, type TestApp, type Tokens, testApp } from '../support/testApp.ts';

let server: TestApp;
let userId: number;
beforeAll(async () => {
  server = await testApp();
  userId = await server.add({ email: 'sam@example.test', role: 'salesperson' });
});
afterAll(() => server.close());

const renew = async (refreshToken: string): Promise<Tokens> => {
  const answer = await server.refresh(refreshToken);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const isSignedOut = async (tokens: Tokens): Promise<boolean> => (await server.me(tokens.access_token)).statusCode === 401;
const notifications = () =>
  server.db.query
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('dedupe_key', 'like', 'session:%:token_reuse')
    .execute();

describe('refreshing a session', () => {
  it('spec 7.06: returns a new access token, and a new refresh token', async () => {
    const first = await server.signIn('sam@example.test');
    server.clock.advance(20 * MINUTE_MS);
    expect((await server.me(first.access_token)).json().code).toBe('token_expired');
    const second = await renew(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await server.me(second.access_token)).statusCode).toBe(200);
  });

  it('decisions 4.01: signs nobody out after a lost response, even an hour later', async () => {
    const first = await server.signIn('sam@example.test');
    await renew(first.refresh_token);
    server.clock.advance(HOUR_MS);
    const repeated = await renew(first.refresh_token);
    expect(await isSignedOut(repeated)).toBe(false);
    expect(await isSignedOut(await renew(repeated.refresh_token))).toBe(false);
  });

  it('decisions 4.01: lets a client that keeps its first refresh token continue to the end of the session', async () => {
    const first = await server.signIn('sam@example.test');
    const session = await server.db.query.selectFrom('sessions').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    for (let round = 0; round < 45; round += 1) {
      server.clock.advance(15 * MINUTE_MS);
      expect(await isSignedOut(await renew(first.refresh_token))).toBe(false);
    }
    const tokens = await server.db.query.selectFrom('refresh_tokens').select('hash').where('session_id', '=', session.id).execute();
    expect(tokens.length).toBeLessThan(8);
  });

  it('decisions 4.01: keeps both of two tabs that refresh at once', async () => {
    const first = await server.signIn('sam@example.test');
    const both = await Promise.all([renew(first.refresh_token), renew(first.refresh_token)]);
    for (const tokens of both) expect(await isSignedOut(tokens)).toBe(false);
    const [next] = both;
    await renew(next!.refresh_token);
    expect(await isSignedOut(both[1]!)).toBe(false);
  });

  it('decisions 4.01: answers twenty concurrent refreshes of one token, and the session continues', async () => {
    const first = await server.signIn('sam@example.test');
    const all = await Promise.all(Array.from({ length: 20 }, () => renew(first.refresh_token)));
    expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(20);
    for (const tokens of all) expect(await isSignedOut(tokens)).toBe(false);
  });
});

describe('refresh token reuse', () => {
  it('decisions 4.01: counts as a race and is answered within 10 s of the successor’s first use', async () => {
    const first = await server.signIn('sam@example.test');
    const second = await renew(first.refresh_token);
    await renew(second.refresh_token);
    server.clock.advance(10_000);
    expect(await isSignedOut(await renew(first.refresh_token))).toBe(false);
  });

  it('decisions 4.01: counts as theft a millisecond later: the session ends for everyone, with an audit row and a notification', async () => {
    const before = (await notifications()).length;
    const first = await server.signIn('sam@example.test');
    const second = await renew(first.refresh_token);
    const third = await renew(second.refresh_token);
    server.clock.advance(10_001);
    const stolen = await server.refresh(first.refresh_token);
    expect(stolen.statusCode).toBe(401);
    expect(stolen.json()).toMatchObject({ code: 'session_ended' });

    expect(await isSignedOut(third)).toBe(true);
    expect((await server.refresh(third.refresh_token)).statusCode).toBe(401);
    expect((await server.refresh(first.refresh_token)).statusCode).toBe(401);
    const session = await server.db.query.selectFrom('sessions').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(session.ended_reason).toBe('token_reuse');
    const audit = await server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'session')
      .where('entity_id', '=', String(session.id))
      .where('cause', '=', 'token_reuse')
      .execute();
    expect(audit).toHaveLength(1);
    expect(await notifications()).toHaveLength(before + 1);
  });

  it('decisions 4.01: counts as theft with the token after the next too, and the user’s other sessions continue', async () => {
    const other = await server.signIn('sam@example.test');
    const first = await server.signIn('sam@example.test');
    const second = await renew(first.refresh_token);
    const third = await renew(second.refresh_token);
    await renew(third.refresh_token);
    server.clock.advance(11_000);
    expect((await server.refresh(second.refresh_token)).statusCode).toBe(401);
    expect(await isSignedOut(third)).toBe(true);
    expect(await isSignedOut(other)).toBe(false);
  });
});

describe('end of a session', () => {
  it('decisions 4.01: comes 12 hours after sign-in despite refreshes, and no access token outlives it', async () => {
    let tokens = await server.signIn('sam@example.test');
    for (let hour = 0; hour < 11; hour += 1) {
      server.clock.advance(HOUR_MS);
      tokens = await renew(tokens.refresh_token);
    }
    server.clock.advance(HOUR_MS - MINUTE_MS);
    tokens = await renew(tokens.refresh_token);
    expect(await isSignedOut(tokens)).toBe(false);
    server.clock.advance(MINUTE_MS);
    expect(await isSignedOut(tokens)).toBe(true);
    expect((await server.refresh(tokens.refresh_token)).statusCode).toBe(401);
  });

  it('decisions 4.01: is not extended by an access token, a forged token or an invalid shape as refresh token', async () => {
    const { access_token } = await server.signIn('sam@example.test');
    for (const token of [access_token, `rt_${'A'.repeat(43)}`, 'rt_', "rt_' or 1=1"]) {
      const answer = await server.refresh(token);
      expect(answer.statusCode).toBe(401);
      expect(answer.json().code).toBe('session_ended');
    }
  });
});
