import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProvisioningWorld, type ProvisioningWorld } from '../support/worlds/provisioning.ts';

let world: ProvisioningWorld;
beforeAll(async () => {
  world = await createProvisioningWorld();
});
afterAll(() => world.server.close());

const newAddress = (email: string) => [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }];

describe('a stolen token cannot prepare an approver (decisions 4.17)', () => {
  it('the owner of the earlier address keeps no password, session or API token', async () => {
    const id = String(await world.server.add({ email: 'thief@example.test', role: 'salesperson' }));
    const session = (await world.server.signIn('thief@example.test')).access_token;
    const { secret: program } = await world.issue(session, ['read:pay']);
    expect((await world.patch(id, newAddress('newcomer@example.test'))).statusCode).toBe(200);
    expect((await world.server.me(session)).statusCode).toBe(401);
    expect((await world.server.me(program)).json().code).toBe('token_revoked');
    expect((await world.server.login('newcomer@example.test')).statusCode).toBe(401);
    expect((await world.accountOf(id)).password_hash).toBeNull();
  });

  it('a sign-in that the issuer finished for the earlier address ends', async () => {
    const id = await world.server.add({ email: 'between@example.test', role: 'salesperson' });
    const attempt = { browser_hash: 'b', return_to: null, remembered: false, expires_at: '2026-11-21T12:10:00Z', user_id: id };
    await world.server.db.query.insertInto('sso_attempts').values(attempt).execute();
    expect((await world.patch(String(id), newAddress('between2@example.test'))).statusCode).toBe(200);
    expect(await world.server.db.query.selectFrom('sso_attempts').select('user_id').execute()).toEqual([]);
  });

  it('the address of an approver demoted in the same change cannot be taken', async () => {
    const id = String(await world.server.add({ email: 'fin@example.test', role: 'finance' }));
    const roles = { op: 'replace', path: 'roles', value: [{ value: 'salesperson' }] };
    expect((await world.patch(id, [roles, ...newAddress('thief3@example.test')])).statusCode).toBe(403);
    expect(await world.accountOf(id)).toMatchObject({ email: 'fin@example.test', role: 'finance' });
  });

  it('the address of a person who becomes an approver later cannot be taken', async () => {
    const id = String(await world.server.add({ email: 'next@example.test', role: 'salesperson' }));
    const planned = await world.server.call('PUT', `/api/v1/users/${id}`, {
      token: world.adaToken,
      body: { role: 'finance', effective_from: '2026-12-15' },
    });
    expect(planned.statusCode).toBe(200);
    expect((await world.patch(id, newAddress('thief2@example.test'))).statusCode).toBe(403);
    expect((await world.accountOf(id)).email).toBe('next@example.test');
  });
});
