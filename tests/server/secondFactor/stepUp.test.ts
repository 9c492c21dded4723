import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../support/testApp.ts';
import { codeAt, createFactorCompany, type FactorPerson, factorUrl } from '../support/worlds/secondFactors.ts';

const { app, addWithFactor, challengeOf, finish, auditOf, noticesOf } = await createFactorCompany();
const settingsUrl = '/api/v1/settings/security';
let boss: FactorPerson;
let fay: FactorPerson;
let plain: string;
let payee: number;
beforeAll(async () => {
  boss = await addWithFactor('boss', 'admin');
  fay = await addWithFactor('fay', 'finance');
  await app.add({ email: 'plain@example.test', role: 'finance' });
  plain = (await app.signIn('plain@example.test')).access_token;
  payee = await app.add({ email: 'payee@example.test', role: 'salesperson' });
});
afterAll(app.close);
beforeEach(async () => {
  await app.db.query.deleteFrom('login_attempts').execute();
});

/** Signs in again with a code, so that the session and its confirmation are new. */
const freshToken = async (person: FactorPerson): Promise<string> => {
  app.clock.advance(MINUTE_MS);
  const { attempt } = await challengeOf(person.email);
  return (await finish(attempt, { code: codeAt(app, person.secret) })).json().access_token;
};
/** A session whose confirmation is older than five minutes. */
const staleToken = async (person: FactorPerson): Promise<string> => {
  const token = await freshToken(person);
  app.clock.advance(5 * MINUTE_MS);
  return token;
};
const confirm = (token: string, person: FactorPerson) =>
  app.call('POST', `${factorUrl}/confirm`, { token, body: { code: codeAt(app, person.secret) } });
const save = (token: string, body: object) => app.call('PUT', settingsUrl, { token, body });
const limitOf = async (payout_limit: number | null) =>
  (await save(await freshToken(boss), { second_factor_roles: [], payout_limit })).statusCode;

/** A pending payment to the seller. */
const addPayment = async (cents: number): Promise<number> => {
  const at = app.clock().toISOString();
  const row = { user_id: payee, amount_cents: cents, paid_on: '2026-11-20', method: 'ach', state: 'pending', created_by: boss.id } as const;
  const { id } = await app.db.query
    .insertInto('payouts')
    .values({ ...row, created_at: at, updated_at: at } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const approve = async (token: string, id: number) =>
  (await app.call('POST', `/api/v1/payments/po-${id}/approve`, { token, body: { version: 1 } })).json();

describe('security settings (decisions 4.16)', () => {
  it('are readable and editable by admins only, audited and announced to admins and finance', async () => {
    expect((await app.call('GET', settingsUrl, { token: plain })).statusCode).toBe(403);
    const body = { second_factor_roles: ['vp_sales'], payout_limit: 5000 };
    expect((await save(plain, body)).statusCode).toBe(403);
    const answer = await save(await freshToken(boss), body);
    expect([answer.statusCode, answer.json()]).toEqual([200, body]);
    expect((await auditOf('security.changed')).at(-1)).toMatchObject({
      actor_id: boss.id,
      before: { second_factor_roles: [], payout_limit_cents: null },
      after: { second_factor_roles: ['vp_sales'], payout_limit_cents: 500_000 },
    });
    expect((await noticesOf(fay.id)).at(-1)?.message).toBe(
      'boss Person changed them: a second factor is required of VP Sales instead of nobody; a payout asks for it again above $5,000.00 instead of no amount.',
    );
  });

  it.each([
    [{ second_factor_roles: ['emperor'], payout_limit: null }, 400],
    [{ second_factor_roles: [], payout_limit: -1 }, 422],
    [{ second_factor_roles: [], payout_limit: 0.001 }, 422],
    [{ second_factor_roles: [], payout_limit: 1e15 }, 422],
    [{ second_factor_roles: [] }, 400],
  ])('refuse %j: %i', async (body, status) => {
    expect((await save(await freshToken(boss), body)).statusCode).toBe(status);
  });

  it('cannot be loosened by a session without a recent confirmation', async () => {
    const token = await staleToken(boss);
    const body = { second_factor_roles: [], payout_limit: null };
    expect((await save(token, body)).json().code).toBe('second_factor_needed');
    expect((await confirm(token, boss)).statusCode).toBe(204);
    expect((await save(token, body)).statusCode).toBe(200);
  });
});

describe('a role that requires a second factor', () => {
  it('decisions 4.16: can access only its set-up, at once and in running sessions; others are unaffected', async () => {
    await app.add({ email: 'vp@example.test', role: 'vp_sales' });
    const { access_token: token } = await app.signIn('vp@example.test');
    expect((await app.call('GET', '/api/v1/users', { token })).statusCode).toBe(200);
    await save(await freshToken(boss), { second_factor_roles: ['vp_sales'], payout_limit: null });
    const refused = await app.call('GET', '/api/v1/users', { token });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required']);
    expect((await app.me(token)).json()).toMatchObject({ second_factor_due: true, second_factor: false });
    expect((await app.login('vp@example.test')).json().user.second_factor_due).toBe(true);
    expect((await app.call('GET', factorUrl, { token })).json()).toMatchObject({ since: null, required: true });
    expect((await app.call('GET', '/api/v1/users', { token: plain })).statusCode).toBe(200);
    const { secret } = (
      await app.call('POST', `${factorUrl}/begin`, { token, body: { current_password: 'a good enough sentence' } })
    ).json();
    await app.call('POST', `${factorUrl}/enable`, { token, body: { code: codeAt(app, secret) } });
    expect((await app.call('GET', '/api/v1/users', { token })).statusCode).toBe(200);
    expect((await app.me(token)).json()).not.toHaveProperty('second_factor_due');
    await app.call('DELETE', factorUrl, { token });
    expect((await app.call('GET', '/api/v1/users', { token })).json().code).toBe('second_factor_required');
  });

  it('decisions 4.15, 4.16: exempts a session that began at the issuer', async () => {
    const { access_token: token } = await app.signIn('vp@example.test');
    const users = async () => (await app.call('GET', '/api/v1/users', { token })).statusCode;
    expect(await users()).toBe(403);
    await app.db.query.updateTable('sessions').set({ by_issuer: true }).execute();
    expect(await users()).toBe(200);
    expect((await app.me(token)).json()).not.toHaveProperty('second_factor_due');
    await app.db.query.updateTable('sessions').set({ by_issuer: false }).execute();
  });
});

describe('approving a payout above the limit', () => {
  it('decisions 4.16: requires a code of the last five minutes in this session; at or below it, none', async () => {
    expect(await limitOf(1000)).toBe(200);
    const [large, small, other] = [await addPayment(100_001), await addPayment(100_000), await addPayment(200_000)];
    const token = await staleToken(fay);
    const needed = { code: 'second_factor_needed', message: 'Confirm with a code from your authenticator app first.' };
    expect(await approve(token, large)).toMatchObject(needed);
    expect(await approve(token, small)).toMatchObject({ status: 'processing' });
    // A confirmation in another session of the same person does not count here.
    expect(await approve(await freshToken(fay), other)).toMatchObject({ status: 'processing' });
    expect(await approve(token, large)).toMatchObject(needed);
    app.clock.advance(MINUTE_MS);
    expect((await confirm(token, fay)).statusCode).toBe(204);
    app.clock.advance(5 * MINUTE_MS);
    expect(await approve(token, large)).toMatchObject(needed);
    expect((await confirm(token, fay)).statusCode).toBe(204);
    expect(await approve(token, large)).toMatchObject({ status: 'processing' });
  });

  it('tells a person without one how to get it', async () => {
    const { access_token } = await app.signIn('plain@example.test');
    expect(await approve(access_token, await addPayment(100_001))).toMatchObject({
      code: 'second_factor_missing',
      message: 'Approving more than $1,000.00 needs a second factor. Set one up in Settings, Privacy and Security, and try again.',
    });
  });

  it('asks in Approvals before deciding the first of several', async () => {
    const items = [await addPayment(100), await addPayment(100_001)].map((id) => ({ id: `payout-${id}`, version: 1 }));
    const decide = (token: string, decision: string) =>
      app.call('POST', '/api/v1/approvals/decide', { token, body: { decision, note: 'no', items } });
    const token = await staleToken(fay);
    const refused = await decide(token, 'approve');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_needed']);
    // A rejection pays nobody.
    expect((await decide(token, 'reject')).statusCode).toBe(200);
  });

  it('accepts a code once, and refuses wrong ones', async () => {
    const token = await staleToken(fay);
    expect((await confirm(token, fay)).statusCode).toBe(204);
    expect((await confirm(token, fay)).statusCode).toBe(422);
    expect((await confirm((await app.signIn('plain@example.test')).access_token, fay)).json().code).toBe('second_factor_unset');
  });
});

describe('removing a second factor', () => {
  const reset = (token: string, id: number) => app.call('DELETE', `/api/v1/users/${id}/second-factor`, { token });

  it('decisions 4.16: lets an admin reset another’s, with a notification to that person and the other admins, but never their own', async () => {
    const lost = await addWithFactor('lost', 'salesperson');
    const second = await addWithFactor('second', 'admin');
    const token = await freshToken(boss);
    expect((await reset(await freshToken(fay), lost.id)).statusCode).toBe(403);
    expect((await reset(token, boss.id)).json().code).toBe('own_account');
    expect((await reset(token, 999_999)).statusCode).toBe(404);
    expect((await reset(token, lost.id)).statusCode).toBe(204);
    expect((await reset(token, lost.id)).json().code).toBe('second_factor_unset');
    expect((await app.login(lost.email)).statusCode).toBe(200);
    expect((await auditOf('second_factor.reset')).at(-1)).toMatchObject({ actor_id: boss.id, entity_id: String(lost.id) });
    expect((await noticesOf(lost.id)).at(-1)?.title).toBe('Your second factor was removed');
    expect((await noticesOf(second.id)).at(-1)?.message).toBe('boss Person removed the second factor of lost Person (Salesperson).');
    expect(await app.db.query.selectFrom('secrets').selectAll().where('name', 'like', `second_factor:${lost.id}:%`).execute()).toEqual([]);
  });

  it('requires a code first, as does creating new recovery codes', async () => {
    const token = await staleToken(fay);
    for (const [method, path] of [
      ['DELETE', factorUrl],
      ['POST', `${factorUrl}/recovery-codes`],
    ] as const)
      expect((await app.call(method, path, { token })).json().code, path).toBe('second_factor_needed');
    await confirm(token, fay);
    const renewed = await app.call('POST', `${factorUrl}/recovery-codes`, { token });
    expect(renewed.json().recovery_codes).toHaveLength(10);
    const { attempt } = await challengeOf(fay.email);
    expect((await finish(attempt, { recovery_code: fay.codes[0] })).statusCode).toBe(422);
    expect((await finish(attempt, { recovery_code: renewed.json().recovery_codes[0] })).statusCode).toBe(200);
  });
});
