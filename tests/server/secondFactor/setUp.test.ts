import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { MINUTE_MS, PASSWORD } from '../support/testApp.ts';
import { codeAt, createFactorCompany, factorUrl } from '../support/worlds/secondFactors.ts';

/** Runs once, right after the next password was checked. */
let runAfterCheck: (() => Promise<unknown>) | null = null;
const real = createPasswords();
const verify = async (...input: Parameters<typeof real.verify>): Promise<boolean> => {
  const isRight = await real.verify(...input);
  const work = runAfterCheck;
  runAfterCheck = null;
  await work?.();
  return isRight;
};
const { app, addWithFactor, challengeOf, finish, noticesOf } = await createFactorCompany({ passwords: { ...real, verify } });
let fay: number;
beforeAll(async () => {
  await app.add({ email: 'ada@example.test', role: 'admin', first_name: 'Ada' });
  fay = await app.add({ email: 'fay@example.test', role: 'finance' });
});
afterAll(app.close);
beforeEach(async () => {
  await app.db.query.deleteFrom('login_attempts').execute();
  app.clock.advance(MINUTE_MS);
});

const begin = (token: string, current_password: string | undefined = PASSWORD) =>
  app.call('POST', `${factorUrl}/begin`, { token, body: { current_password } });
const enable = (token: string, secret: string) => app.call('POST', `${factorUrl}/enable`, { token, body: { code: codeAt(app, secret) } });
const confirmedIn = async (userId: number) =>
  (await app.db.query.selectFrom('sessions').select('factor_confirmed_at').where('user_id', '=', userId).execute()).filter(
    ({ factor_confirmed_at }) => factor_confirmed_at !== null,
  ).length;

describe('decisions 4.16: enabling the second factor', () => {
  it('ends sessions that began with the password alone, including blocked ones', async () => {
    await app.add({ email: 'two@example.test', role: 'salesperson' });
    const [mine, other] = [await app.signIn('two@example.test'), await app.signIn('two@example.test')];
    const { secret } = (await begin(mine.access_token)).json();
    expect((await enable(mine.access_token, secret)).statusCode).toBe(200);
    expect((await app.me(mine.access_token)).statusCode).toBe(200);
    expect((await app.me(other.access_token)).json().code).toBe('session_ended');
    expect((await app.refresh(other.refresh_token)).statusCode).toBe(401);
  });

  it('keeps its key, although another session began meanwhile', async () => {
    await app.add({ email: 'race@example.test', role: 'salesperson' });
    const [one, two] = [await app.signIn('race@example.test'), await app.signIn('race@example.test')];
    const { secret } = (await begin(one.access_token)).json();
    runAfterCheck = () => enable(one.access_token, secret);
    expect((await begin(two.access_token)).json().code).toBe('second_factor_set');
    app.clock.advance(MINUTE_MS);
    const { attempt } = await challengeOf('race@example.test');
    expect((await finish(attempt, { code: codeAt(app, secret) })).statusCode).toBe(200);
  });

  it('notifies admins and finance if the person may approve', async () => {
    const vic = await addWithFactor('vic', 'vp_sales');
    const message = 'vic Person (VP Sales) set up a second factor.';
    expect((await noticesOf(fay)).at(-1)?.message).toBe(message);
    expect((await noticesOf(vic.id)).map((notice) => notice.message)).not.toContain(message);
    await addWithFactor('sid', 'salesperson');
    expect((await noticesOf(fay)).at(-1)?.message).toBe(message);
  });

  it('decisions 4.15: requires a sign-in of the last ten minutes without a password', async () => {
    const id = await app.add({ email: 'issued@example.test', role: 'salesperson' });
    const { access_token: token } = await app.signIn('issued@example.test');
    await app.db.query.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    expect((await app.call('GET', factorUrl, { token })).json()).toMatchObject({ password_needed: false });
    app.clock.advance(10 * MINUTE_MS);
    expect((await app.call('POST', `${factorUrl}/begin`, { token, body: {} })).json()).toMatchObject({ code: 'sign_in_again' });
    const at = app.clock().toISOString();
    await app.db.query.updateTable('sessions').set({ created_at: at }).where('user_id', '=', id).execute();
    expect((await app.call('POST', `${factorUrl}/begin`, { token, body: {} })).statusCode).toBe(200);
  });
});

describe('decisions 4.16: disabling the second factor', () => {
  it('and enabling it again leaves no confirmation in any session', async () => {
    const person = await addWithFactor('off', 'salesperson');
    app.clock.advance(MINUTE_MS);
    const { attempt } = await challengeOf(person.email);
    expect((await finish(attempt, { code: codeAt(app, person.secret) })).statusCode).toBe(200);
    expect(await confirmedIn(person.id)).toBe(2);
    expect((await app.call('DELETE', factorUrl, { token: person.token })).statusCode).toBe(204);
    expect(await confirmedIn(person.id)).toBe(0);
  });
});
