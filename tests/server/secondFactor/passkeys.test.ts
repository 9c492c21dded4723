import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../support/authenticator.ts';
import { MINUTE_MS } from '../support/testApp.ts';
import { codeAt, createFactorCompany, type FactorPerson, factorUrl, testOrigin } from '../support/worlds/secondFactors.ts';

const { app, addWithFactor, challengeOf, finish, noticesOf } = await createFactorCompany();
const url = '/api/v1/auth/passkeys';
let sam: FactorPerson;
let kim: FactorPerson;
beforeAll(async () => {
  sam = await addWithFactor('sam', 'salesperson');
  kim = await addWithFactor('kim', 'salesperson');
});
afterAll(app.close);
beforeEach(async () => {
  await app.db.query.deleteFrom('login_attempts').execute();
});
const begin = async ({ token }: FactorPerson) => (await app.call('POST', `${url}/begin`, { token })).json();
const add = async (person: FactorPerson, key: ReturnType<typeof createAuthenticator>, name = 'Key') =>
  app.call('POST', url, { token: person.token, body: { name, passkey: key.create(await begin(person)) } });
const key = createAuthenticator(testOrigin);

describe('passkeys (decisions 4.16)', () => {
  it('are added beside the app under a name, with a notification', async () => {
    const added = await add(sam, key, ' Work laptop ');
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: expect.any(String), name: 'Work laptop', created_at: expect.any(String), last_used_at: null },
    ]);
    expect((await noticesOf(sam.id)).at(-1)?.title).toBe('Passkey added');
    expect((await app.call('GET', factorUrl, { token: sam.token })).json().passkeys).toHaveLength(1);
    // The same authenticator again, and for another person.
    for (const person of [sam, kim]) expect((await add(person, key)).statusCode).toBe(422);
  });

  it.each([
    ['https://evil.example', 'localhost'],
    [testOrigin, 'evil.example'],
  ])('are refused if created at %s for %s', async (origin, rpId) => {
    expect((await add(kim, createAuthenticator(origin, rpId))).statusCode).toBe(422);
  });

  it('are refused with a late or used challenge', async () => {
    const other = createAuthenticator(testOrigin);
    const token = await challengedToken(kim);
    const options = (await app.call('POST', `${url}/begin`, { token })).json();
    const body = { name: 'Key', passkey: other.create(options) };
    app.clock.advance(5 * MINUTE_MS);
    expect((await app.call('POST', url, { token, body })).json().code).toBe('challenge_over');
    expect((await app.call('POST', url, { token, body })).json().code).toBe('challenge_over');
  });

  it('replace the code at sign-in, once per sign-in', async () => {
    const first = await challengeOf(sam.email);
    expect(first.methods).toEqual(['code', 'recovery_code', 'passkey']);
    const options = first.passkey ?? { challenge: '' };
    const passkey = key.sign(options);
    expect((await finish(first.attempt, { passkey })).statusCode).toBe(200);
    // Replayed in another attempt, whose challenge is different.
    const repeated = await challengeOf(sam.email);
    expect((await finish(repeated.attempt, { passkey })).json().errors).toEqual({
      passkey: 'This passkey was not accepted. Try again, or use a code.',
    });
    const foreignAuthenticator = createAuthenticator('https://evil.example');
    expect((await finish(repeated.attempt, { passkey: foreignAuthenticator.sign(repeated.passkey ?? options) })).statusCode).toBe(422);
    expect((await finish((await challengeOf(kim.email)).attempt, { passkey: key.sign(repeated.passkey ?? options) })).statusCode).toBe(422);
    expect((await finish(repeated.attempt, { passkey: { id: 'x', rawId: 'x', type: 'public-key', response: {} } })).statusCode).toBe(422);
  });

  it('confirm in a session once per challenge, and can be removed only by their owner', async () => {
    const token = await challengedToken(sam);
    const options = (await app.call('POST', `${factorUrl}/passkey`, { token })).json();
    const body = { passkey: key.sign(options) };
    expect((await app.call('POST', `${factorUrl}/confirm`, { token, body })).statusCode).toBe(204);
    expect((await app.call('POST', `${factorUrl}/confirm`, { token, body })).statusCode).toBe(422);
    const [{ id }] = (await app.call('GET', factorUrl, { token })).json().passkeys;
    expect((await app.call('DELETE', `${url}/${id}`, { token: await challengedToken(kim) })).statusCode).toBe(404);
    expect((await app.call('DELETE', `${url}/${id}`, { token })).statusCode).toBe(204);
    expect((await challengeOf(sam.email)).methods).not.toContain('passkey');
  });
});

/** A session that has just confirmed with a code. */
const challengedToken = async (person: FactorPerson): Promise<string> => {
  app.clock.advance(MINUTE_MS);
  const { attempt } = await challengeOf(person.email);
  return (await finish(attempt, { code: codeAt(app, person.secret) })).json().access_token;
};
