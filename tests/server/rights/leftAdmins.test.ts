import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type AccountingWorld, createAccountingWorld } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let world: AccountingWorld;
let counter = 0;
/** An admin who starts something and then leaves; a new account for each test. */
let ben: { id: number; token: string };
beforeAll(async () => {
  world = await createAccountingWorld();
  world.standIn.company(REALM, 'Acme Books');
});
afterAll(() => world.closeAll());
beforeEach(async () => {
  counter += 1;
  const email = `ben${counter}@example.test`;
  const id = await world.server.add({ email, role: 'admin', first_name: 'Ben' });
  ben = { id, token: (await world.server.signIn(email)).access_token };
});

const leaving = {
  'was deactivated': { active: false },
  'is an admin no more': { role: 'salesperson' },
} as const;
const leavingWays = Object.keys(leaving) as (keyof typeof leaving)[];
const leave = (way: keyof typeof leaving) =>
  world.server.db.query.updateTable('users').set(leaving[way]).where('id', '=', ben.id).execute();
const asBen = (method: 'GET' | 'POST', path: string, body?: object) =>
  world.server.call(method, `/api/v1/${path}`, { token: ben.token, body });

describe.each(leavingWays)('after the person who started it %s (decisions 4.06)', (way) => {
  it('a QuickBooks sign-in connects nothing', async () => {
    const { auth_url } = (await asBen('POST', 'integrations/quickbooks', { invoice_suffix: `S${counter}` })).json();
    const state = new URL(auth_url).searchParams.get('state') ?? '';
    await leave(way);
    const back = new URLSearchParams({ state, code: world.standIn.codeFor(REALM), realmId: REALM });
    const answer = await world.server.call('GET', `/api/v1/integrations/quickbooks/callback?${back}`);
    expect(answer.body).toContain('QUICKBOOKS_AUTH_FAILURE');
    expect(answer.body).toContain('can no longer manage integrations');
    expect(await world.one(`S${counter}`)).toMatchObject({ status: 'pending' });
  });

  it('a temporary password lets no one in, and one from another admin does', async () => {
    const email = `new${counter}@example.test`;
    const person = { first_name: 'Nia', last_name: 'Noor', email, role: 'salesperson' };
    const { id, temporary_password } = (await asBen('POST', 'users', person)).json();
    const session = (await world.server.login(email, temporary_password)).json();
    await leave(way);
    const refused = await world.server.login(email, temporary_password);
    expect([refused.statusCode, refused.json().message]).toEqual([401, messages.session.temporaryWithdrawn]);
    const body = { current_password: temporary_password, new_password: 'seven boats at noon' };
    expect((await world.server.call('POST', '/api/v1/auth/change-password', { token: session.access_token, body })).statusCode).toBe(403);
    const repeated = (await world.call('POST', `/api/v1/users/${id}/temporary-password`, {})).json();
    expect((await world.server.login(email, repeated.temporary_password)).statusCode).toBe(200);
  });

  it('a job writes nothing', async () => {
    const store = openStore(world.server.db);
    const job = await store.jobs.add('config_impact', {}, ben.id, world.server.clock());
    await leave(way);
    await instanceWorker(world.server.db, () => {}, world.server.clock).drain();
    const row = await world.server.db.query
      .selectFrom('jobs')
      .select(['state', 'error'])
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'failed', error: messages.jobs.notAllowed });
  });
});

describe('notifications about approvers and approval rules (decisions 4.06)', () => {
  let fay: number;
  beforeAll(async () => {
    fay = await world.server.add({ email: 'fay@example.test', role: 'finance', first_name: 'Fay' });
  });
  const noticesTo = async (id: number) => {
    const { query } = world.server.db;
    const rows = await query
      .selectFrom('notifications')
      .select(['title', 'message', 'link'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    await query.deleteFrom('notifications').execute();
    return rows;
  };
  beforeEach(() => world.server.db.query.deleteFrom('notifications').execute());
  const body = { first_name: 'Vic', last_name: 'Post', role: 'vp_sales' };

  it('are sent to admins and finance, except the author', async () => {
    const email = `vic${counter}@example.test`;
    const { id, version } = (await asBen('POST', 'users', { ...body, email })).json();
    const link = `/admin/users?search=${encodeURIComponent(email)}`;
    const created = { title: 'New account that may approve', message: 'Ben Person created an account for Vic Post (VP Sales).' };
    expect(await world.server.db.query.selectFrom('notifications').select('id').where('user_id', '=', ben.id).execute()).toEqual([]);
    const rows = await world.server.db.query.selectFrom('notifications').select(['user_id', 'title', 'message', 'link']).execute();
    expect(rows).toContainEqual({ user_id: world.adminId, ...created, link });
    expect(rows).toContainEqual({ user_id: fay, ...created, link: null });
    expect(rows.some(({ user_id }) => user_id === Number(id))).toBe(false);
    await noticesTo(fay);
    await asBen('POST', `users/${id}/temporary-password`, {});
    expect(await noticesTo(fay)).toMatchObject([{ title: 'New password for an account that may approve' }]);
    await world.server.call('PUT', `/api/v1/users/${id}`, { token: ben.token, body: { active: false } });
    expect(await noticesTo(fay)).toEqual([]);
    await world.server.call('PUT', `/api/v1/users/${id}`, { token: ben.token, body: { active: true } });
    expect(await noticesTo(fay)).toMatchObject([{ title: 'Account that may approve reactivated' }]);
    expect(version).toBeGreaterThan(0);
  });

  it('announce a role that may approve, but no other', async () => {
    const { id } = (await asBen('POST', 'users', { ...body, role: 'salesperson', email: `sal${counter}@example.test` })).json();
    expect(await noticesTo(fay)).toEqual([]);
    await world.server.call('PUT', `/api/v1/users/${id}`, { token: ben.token, body: { role: 'finance' } });
    expect(await noticesTo(fay)).toMatchObject([
      { title: 'Account may approve now', message: 'Ben Person gave Vic Post the role Finance.' },
    ]);
  });

  it('announce another threshold or other approvers, but not another plan', async () => {
    const save = (config: object) =>
      world.server.call('PUT', '/api/v1/settings/general', {
        token: ben.token,
        body: { companyName: 'Acme', commissionsConfig: JSON.stringify(config) },
      });
    expect((await save({ plans: [{ id: 'default', base_commission_rate: 0.06, over_quota_commission_rate: 0.075 }] })).statusCode).toBe(
      200,
    );
    await noticesTo(fay);
    await save({ second_approval_over: 900, payout: { approvers: ['admin'] } });
    expect(await noticesTo(fay)).toMatchObject([
      {
        title: 'Approval rules changed',
        message: expect.stringMatching(
          /^Ben Person saved version \d+ of the configuration: a second approval is needed over \$900\.00 instead of \$500\.00; payouts are approved by Administrator instead of Administrator, Finance\.$/,
        ),
        link: '/plans',
      },
    ]);
  });
});
