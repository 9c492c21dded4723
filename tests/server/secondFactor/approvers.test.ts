import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../support/testApp.ts';
import { codeAt, createFactorCompany, type FactorPerson, factorUrl } from '../support/worlds/secondFactors.ts';

const { app, addWithFactor, challengeOf, finish, noticesOf } = await createFactorCompany();
let boss: FactorPerson;
let plain: string;
let fay: number;
beforeAll(async () => {
  boss = await addWithFactor('boss', 'admin');
  await app.add({ email: 'plain@example.test', role: 'admin' });
  fay = await app.add({ email: 'fay@example.test', role: 'finance' });
});
afterAll(app.close);
beforeEach(async () => {
  await app.db.query.deleteFrom('login_attempts').execute();
  app.clock.advance(5 * MINUTE_MS);
  plain = (await app.signIn('plain@example.test')).access_token;
});
const confirm = () => app.call('POST', `${factorUrl}/confirm`, { token: boss.token, body: { code: codeAt(app, boss.secret) } });
const codeOf = async (answer: ReturnType<typeof app.call>) => {
  const { statusCode, body } = await answer;
  return statusCode < 300 ? statusCode : JSON.parse(body).code;
};
const newUser = (name: string, role: string) => ({ email: `${name}@example.test`, first_name: name, last_name: 'New', role });
const create = (token: string, name: string, role: string) =>
  codeOf(app.call('POST', '/api/v1/users', { token, body: newUser(name, role) }));
const change = (id: number, body: object) => codeOf(app.call('PUT', `/api/v1/users/${id}`, { token: boss.token, body }));

describe('decisions 4.16: an admin with a second factor', () => {
  it('confirms before creating an approver, but not a seller', async () => {
    expect(await create(boss.token, 'nora', 'finance')).toBe('second_factor_needed');
    expect(await create(boss.token, 'nick', 'salesperson')).toBe(201);
    expect((await confirm()).statusCode).toBe(204);
    expect(await create(boss.token, 'nora', 'finance')).toBe(201);
    expect(await create(plain, 'nils', 'finance')).toBe(201);
  });

  it('confirms before promoting, reactivating or inviting an approver, or setting their password', async () => {
    const seller = await app.add({ email: 'sid@example.test', role: 'salesperson' });
    const former = await app.add({ email: 'former@example.test', role: 'finance', active: false });
    const attempts: [number, object][] = [
      [seller, { role: 'vp_sales' }],
      [former, { active: true }],
      [fay, { password: 'a temporary sentence' }],
    ];
    for (const [id, body] of attempts) expect(await change(id, body), JSON.stringify(body)).toBe('second_factor_needed');
    for (const path of ['invitation', 'temporary-password'])
      expect(await codeOf(app.call('POST', `/api/v1/users/${fay}/${path}`, { token: boss.token, body: {} })), path).toBe(
        'second_factor_needed',
      );
    expect(await change(seller, { first_name: 'Sidney' })).toBe(200);
    expect(await change(fay, { first_name: 'Faye' })).toBe(200);
    expect((await confirm()).statusCode).toBe(204);
    expect(await change(seller, { role: 'vp_sales' })).toBe(200);
  });
});

describe('decisions 4.16: an admin without a second factor', () => {
  it('changes no rules and resets nobody once the company has a rule', async () => {
    const vic = await addWithFactor('vic', 'vp_sales');
    const save = (body: object) => codeOf(app.call('PUT', '/api/v1/settings/security', { token: plain, body }));
    expect(await save({ second_factor_roles: [], payout_limit: 1000 })).toBe(200);
    expect(await save({ second_factor_roles: [], payout_limit: null })).toBe('second_factor_missing');
    const reset = (token: string) => codeOf(app.call('DELETE', `/api/v1/users/${vic.id}/second-factor`, { token }));
    expect(await reset(plain)).toBe('second_factor_missing');
    const { attempt } = await challengeOf(boss.email);
    const { access_token } = (await finish(attempt, { code: codeAt(app, boss.secret) })).json();
    expect(await reset(access_token)).toBe(204);
    expect((await noticesOf(fay)).at(-1)?.message).toBe('boss Person removed the second factor of vic Person (VP Sales).');
  });
});
