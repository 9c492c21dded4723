import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiToken, IssuedToken } from '../../../contract/entities/apiToken.ts';
import { chainHash } from '../../../server/db/repositories/audit/auditChain.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { resetFromConsole } from '../../../server/domain/people/resetFromConsole.ts';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { HOUR_MS, MINUTE_MS, PASSWORD, passwordHash, type TestApp } from '../support/testApp.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const PATH = '/api/v1/tokens';
const DAY = 24 * HOUR_MS;
let world: Awaited<ReturnType<typeof createAdjustmentWorld>>;
let server: TestApp;
beforeAll(async () => {
  world = await createAdjustmentWorld();
  server = world.server;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.query.deleteFrom('api_tokens').execute();
  await server.db.query.deleteFrom('login_attempts').execute();
  await server.db.query.updateTable('users').set({ active: true, must_change_password: false }).execute();
  await world.renew();
});

const body = (overrides: object = {}) => ({
  name: 'Nightly export',
  scopes: ['read:pay'],
  expires_in_days: 30,
  current_password: PASSWORD,
  ...overrides,
});
const create = (person: string, overrides: object = {}) =>
  server.call('POST', PATH, { token: world.tokens[person], body: body(overrides) });
const issue = async (person: string, overrides: object = {}): Promise<IssuedToken> => {
  const answer = await create(person, overrides);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
};
const list = async (person: string, of = 'own'): Promise<ApiToken[]> =>
  (await server.call('GET', `${PATH}?of=${of}`, { token: world.tokens[person] })).json().data;
const outcome = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string, overrides: object = {}) => {
  const answer = await server.call(method, url, { token, ...overrides });
  return answer.statusCode < 400 ? answer.statusCode : `${answer.statusCode} ${answer.json().code}`;
};
const COMMISSIONS = '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30';

describe('creating an API token (decisions 4.11)', () => {
  it('shows it once and stores its hash', async () => {
    const { token, secret } = await issue('sam');
    expect(secret).toMatch(/^qb_[A-Za-z0-9_-]{43}$/);
    expect(token).toEqual({
      id: expect.any(String),
      name: 'Nightly export',
      hint: secret.slice(0, 7),
      scopes: ['read:pay'],
      owner_id: String(world.ids.sam),
      owner_name: 'Sam Seller',
      created_at: '2026-11-21T12:00:00.000Z',
      expires_at: '2026-12-21T12:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect(await list('sam')).toEqual([token]);
    const rows = await server.db.query.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(7));
  });

  it.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(61) }, { name: 'The name can be at most 60 characters' }],
    [{ scopes: [] }, { scopes: 'Choose at least one scope' }],
    [{ scopes: ['read:books'] }, { scopes: 'Your role does not include this: read:books' }],
    [{ expires_in_days: 0 }, { expires_in_days: 'A token lasts 1 to 365 days' }],
    [{ expires_in_days: 366 }, { expires_in_days: 'A token lasts 1 to 365 days' }],
    [{ current_password: '' }, { current_password: 'Enter your password' }],
  ])('refuses %j with a message for the field', async (overrides, errors) => {
    const answer = await create('sam', overrides);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
  });

  it('refuses an unknown scope and a wrong password, which counts toward the lock-out', async () => {
    expect((await create('sam', { scopes: ['everything'] })).statusCode).toBe(400);
    const wrong = await create('sam', { current_password: 'not the password' });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['current_password']]);
    for (let tries = 0; tries < 4; tries += 1) await create('sam', { current_password: 'not the password' });
    expect((await create('sam')).statusCode).toBe(429);
  });

  it('refuses a twenty-first active token, until one is revoked', async () => {
    const first = await issue('sam');
    for (let count = 1; count < 20; count += 1) await issue('sam');
    expect(await create('sam').then((answer) => [answer.statusCode, answer.json().code])).toEqual([409, 'too_many_tokens']);
    await server.call('DELETE', `${PATH}/${first.token.id}`, { token: world.tokens.sam });
    expect((await create('sam')).statusCode).toBe(201);
  });
});

describe('permissions of an API token', () => {
  it('cover its scopes, with its owner’s rights', async () => {
    const { secret } = await issue('sam');
    const page = await server.call('GET', COMMISSIONS, { token: secret });
    const own = await server.call('GET', COMMISSIONS, { token: world.tokens.sam });
    expect(page.json().data.length).toBeGreaterThan(0);
    expect(page.json().data).toEqual(own.json().data);
    expect(await outcome('GET', `${COMMISSIONS}&user_id=${world.ids.kim}`, secret)).toBe(
      await outcome('GET', `${COMMISSIONS}&user_id=${world.ids.kim}`, world.tokens.sam!),
    );
    expect((await server.call('GET', '/api/v1/auth/me', { token: secret })).json().id).toBe(String(world.ids.sam));
  });

  it('exclude everything else, and the refusal names the required scope', async () => {
    const { secret } = await issue('ada', { scopes: ['read:pay'] });
    const answer = await server.call('GET', '/api/v1/deals', { token: secret });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'scope_missing', message: 'This API token needs the scope read:sales.' },
    ]);
    expect(await outcome('GET', '/api/v1/search?q=acme', secret)).toBe('403 scope_missing');
  });

  it('never include accounts, sessions, tokens, decisions, payments or streams, whatever its scopes', async () => {
    const scopes = [
      'read:pay',
      'read:sales',
      'read:people',
      'read:books',
      'read:audit',
      'read:search',
      'propose',
      'write:sales',
      'write:invoices',
    ];
    const { secret, token } = await issue('ada', { scopes });
    const sam = world.ids.sam;
    for (const [method, url] of [
      ['POST', PATH],
      ['GET', `${PATH}?of=own`],
      ['DELETE', `${PATH}/${token.id}`],
      ['POST', '/api/v1/auth/change-password'],
      ['POST', '/api/v1/auth/logout'],
      ['GET', '/api/v1/auth/sessions'],
      ['GET', '/api/v1/users/me/export'],
      ['PUT', `/api/v1/users/${sam}`],
      ['POST', '/api/v1/users'],
      ['POST', `/api/v1/users/${sam}/temporary-password`],
      ['POST', '/api/v1/adjustments/1/approve'],
      ['PUT', '/api/v1/adjustments/1'],
      ['DELETE', '/api/v1/adjustments/1'],
      ['POST', '/api/v1/approvals/decide'],
      ['POST', '/api/v1/payments'],
      ['POST', '/api/v1/payments/1/approve'],
      ['POST', '/api/v1/payout-runs/1/approve'],
      ['PUT', '/api/v1/settings/general'],
      ['GET', '/api/v1/settings/general'],
      ['GET', '/api/v1/integrations/stripe'],
      ['POST', '/api/v1/imports'],
      ['GET', '/api/v1/stream'],
      ['GET', '/api/v1/changes'],
      ['GET', '/api/v1/payout-runs/1/payroll'],
      ['GET', '/api/v1/payout-runs/1/people/1/statement'],
    ] as const)
      expect(`${method} ${url} ${await outcome(method, url, secret, method === 'GET' ? {} : { body: {} })}`).toBe(
        `${method} ${url} 403 closed_to_tokens`,
      );
  });

  it('shrink with the owner’s', async () => {
    const { secret } = await issue('fay', { scopes: ['read:books', 'read:pay'] });
    expect(await outcome('GET', '/api/v1/payments', secret)).toBe(200);
    await server.db.query.updateTable('users').set({ role: 'salesperson' }).where('id', '=', world.ids.fay!).execute();
    expect(await outcome('GET', '/api/v1/payments', secret)).toBe('403 forbidden');
    await server.db.query.updateTable('users').set({ role: 'finance' }).where('id', '=', world.ids.fay!).execute();
  });

  it('include the open disputes that its owner decides', async () => {
    const { secret } = await issue('ada', { scopes: ['read:pay'] });
    const record = world.now.record;
    const question = await server.call('POST', `/api/v1/commissions/${record}/disputes`, {
      token: world.tokens.sam,
      body: { message: 'Why so little?' },
    });
    expect(question.statusCode, question.body).toBe(201);
    const listed = async (token: string) => (await server.call('GET', '/api/v1/disputes?live=true', { token })).json().data;
    expect((await listed(secret)).map(({ id, actions }: { id: string; actions: string[] }) => [id, actions])).toEqual([
      [question.json().id, []],
    ]);
    expect((await listed(world.tokens.ada!)).map(({ id }: { id: string }) => id)).toEqual([question.json().id]);
  });

  it('include proposing adjustments, which wait even below the threshold', async () => {
    const { secret } = await issue('mia', { scopes: ['propose'] });
    const proposed = await server.call('POST', '/api/v1/adjustments', { token: secret, body: world.body() });
    expect([proposed.statusCode, proposed.json().state]).toEqual([201, 'pending']);
    expect(await world.worth()).toMatchObject({ adjustments_cents: 0 });
    expect((await world.made('mia')).state).toBe('approved');
    const reading = await issue('mia', { scopes: ['read:pay'] });
    expect(await outcome('POST', '/api/v1/adjustments', reading.secret, { body: world.body() })).toBe('403 scope_missing');
  });

  it('keep its proposal pending when its owner edits it', async () => {
    const { secret } = await issue('mia', { scopes: ['propose'] });
    const proposed = (await server.call('POST', '/api/v1/adjustments', { token: secret, body: world.body() })).json();
    const edited = await world.edit('mia', proposed, { adjustment_reason: 'Referral bonus.' });
    expect([edited.statusCode, edited.json().state]).toEqual([200, 'pending']);
    expect((await world.edit('mia', edited.json(), { adjustment_amount: '1.00' })).json().state).toBe('pending');
    expect(await world.worth()).toMatchObject({ adjustments_cents: 0 });
    const [current] = (await world.list('vic')).filter(({ id }) => id === proposed.id);
    expect((await world.decide('vic', 'approve', current!)).json().state).toBe('approved');
  });

  it('count refused calls too', async () => {
    const { secret } = await issue('sam');
    for (let calls = 0; calls < 120; calls += 1) expect(await outcome('GET', '/api/v1/deals', secret)).toBe('403 scope_missing');
    expect(await outcome('GET', '/api/v1/deals', secret)).toBe('429 too_many_requests');
  });

  it('allow 120 calls a minute, and its owner more', async () => {
    const { secret } = await issue('sam');
    for (let calls = 0; calls < 120; calls += 1) expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe(200);
    const refused = await server.call('GET', '/api/v1/auth/me', { token: secret });
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '60']);
    expect(await outcome('GET', '/api/v1/auth/me', world.tokens.sam!)).toBe(200);
    server.clock.advance(MINUTE_MS);
    expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe(200);
  });
});

describe('end of an API token', () => {
  it('comes with its expiry', async () => {
    const { secret } = await issue('sam', { expires_in_days: 1 });
    const { tokens } = world;
    server.clock.advance(DAY - 1);
    expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe(200);
    server.clock.advance(1);
    expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe('401 token_expired');
    for (const name of Object.keys(tokens)) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  });

  it('comes on revocation by its owner or an administrator, and nobody else', async () => {
    const mine = await issue('sam');
    const other = await issue('kim');
    expect(await outcome('DELETE', `${PATH}/${other.token.id}`, world.tokens.sam!)).toBe('404 not_found');
    expect(await outcome('DELETE', `${PATH}/${other.token.id}`, world.tokens.ada!)).toBe(204);
    expect(await outcome('DELETE', `${PATH}/${mine.token.id}`, world.tokens.sam!)).toBe(204);
    expect(await outcome('DELETE', `${PATH}/${mine.token.id}`, world.tokens.sam!)).toBe(204);
    expect(await outcome('GET', '/api/v1/auth/me', mine.secret)).toBe('401 token_revoked');
    expect(await outcome('GET', '/api/v1/auth/me', other.secret)).toBe('401 token_revoked');
    expect(await outcome('GET', `${PATH}?of=all`, world.tokens.sam!)).toBe('403 forbidden');
    expect((await list('ada', 'all')).map(({ owner_name, revoked_at }) => [owner_name, revoked_at !== null])).toEqual([
      ['Kim Person', true],
      ['Sam Seller', true],
    ]);
  });

  it('is permanent after its owner’s deactivation', async () => {
    const { secret } = await issue('kim');
    const kim = (await server.call('GET', `/api/v1/users/${world.ids.kim}`, { token: world.tokens.ada })).json();
    const put = (active: boolean) => server.call('PUT', `/api/v1/users/${kim.id}`, { token: world.tokens.ada, body: { active } });
    expect((await put(false)).statusCode).toBe(200);
    expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe('401 token_revoked');
    await put(true);
    expect(await outcome('GET', '/api/v1/auth/me', secret)).toBe('401 token_revoked');
    world.tokens.kim = (await server.signIn('kim@example.test')).access_token;
  });

  it('is immediate when its owner becomes inactive, and a required password change suspends it', async () => {
    const { secret } = await issue('kim');
    await server.db.query.updateTable('users').set({ must_change_password: true }).where('id', '=', world.ids.kim!).execute();
    expect(await outcome('GET', COMMISSIONS, secret)).toBe('403 password_change_required');
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', world.ids.kim!).execute();
    expect(await outcome('GET', COMMISSIONS, secret)).toBe('401 account_inactive');
  });

  it.each(['qb_short', `qb_${'A'.repeat(43)}`, `QB_${'A'.repeat(43)}`])('answers 401 to the malformed token %s', async (token) => {
    expect(await outcome('GET', '/api/v1/auth/me', token)).toBe('401 token_invalid');
  });
});

describe('tokens that end without a revocation', () => {
  let earlier = 0;
  /** Author, cause and token of each revocation of the test. */
  const revocations = async () => {
    const rows = server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'cause', 'after'])
      .where('action', '=', 'api_token.revoked')
      .where('id', '>', earlier);
    return (await rows.orderBy('id').execute()).map(({ actor_id, cause, after }) => [actor_id, cause, (after as { name: string }).name]);
  };
  const notices = async (userId: number) => {
    const rows = server.db.query.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', userId);
    return (await rows.where('title', 'like', '%API token%').orderBy('id').execute()).map(({ title, message }) => `${title}: ${message}`);
  };
  const CREATED =
    'API token created: The token “Nightly export” now acts for you. If this was not you, revoke it and change your password.';
  beforeEach(async () => {
    await server.db.query.deleteFrom('notifications').execute();
    earlier =
      (
        await server.db.query
          .selectFrom('audit_log')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id ?? 0;
  });
  const ended = (reason: string) => `Your API token was revoked: Programs that use “Nightly export” are refused. ${reason}.`;

  it('a deactivation adds an audit row and a notification for each active token', async () => {
    const spentToken = await issue('kim', { name: 'Spent' });
    await server.call('DELETE', `${PATH}/${spentToken.token.id}`, { token: world.tokens.kim });
    await issue('kim');
    await server.call('PUT', `/api/v1/users/${world.ids.kim}`, { token: world.tokens.ada, body: { active: false } });
    expect(await revocations()).toEqual([
      [world.ids.kim, null, 'Spent'],
      [world.ids.ada, 'Its owner was deactivated', 'Nightly export'],
    ]);
    expect((await notices(world.ids.kim!)).slice(-1)).toEqual([ended('Its owner was deactivated')]);
    await server.call('PUT', `/api/v1/users/${world.ids.kim}`, { token: world.tokens.ada, body: { active: true } });
    expect(await revocations()).toHaveLength(2);
    world.tokens.kim = (await server.signIn('kim@example.test')).access_token;
  });

  it('so does a reset by an administrator, at the console and by link', async () => {
    const reset = "Its owner's password was reset";
    const services = { store: openStore(server.db), passwords: createPasswords(), clock: server.clock };
    const restore = async () => {
      const columns = { password_hash: await passwordHash(), must_change_password: false, temporary_password_expires_at: null };
      await server.db.query.updateTable('users').set(columns).where('id', '=', world.ids.kim!).execute();
      world.tokens.kim = (await server.signIn('kim@example.test')).access_token;
    };
    await issue('kim');
    await server.call('POST', `/api/v1/users/${world.ids.kim}/temporary-password`, { token: world.tokens.ada, body: {} });
    await restore();
    await issue('kim');
    await resetFromConsole(services, 'kim@example.test');
    await restore();
    await issue('kim');
    const { body } = await server.call('POST', `/api/v1/users/${world.ids.kim}/invitation`, { token: world.tokens.ada, body: {} });
    const link = /sl_[A-Za-z0-9_-]+/.exec(body)?.[0];
    const taken = await server.call('POST', '/api/v1/auth/links/use', { body: { token: link, new_password: 'seven boats on ice' } });
    expect(taken.statusCode, `${body} ${taken.body}`).toBeLessThan(300);
    await restore();
    expect(await revocations()).toEqual([
      [world.ids.ada, reset, 'Nightly export'],
      [null, reset, 'Nightly export'],
      [world.ids.kim, 'Its owner chose a password through a link', 'Nightly export'],
    ]);
    expect(await notices(world.ids.kim!)).toEqual([
      CREATED,
      ended(reset),
      CREATED,
      ended(reset),
      CREATED,
      ended('Its owner chose a password through a link'),
    ]);
    expect(await openStore(server.db).audit.verifyChain()).toMatchObject({ broken: null });
  });

  it('the owner is notified of a creation and of another’s revocation, not of their own', async () => {
    const first = await issue('kim');
    const second = await issue('kim');
    await server.call('DELETE', `${PATH}/${first.token.id}`, { token: world.tokens.kim });
    await server.call('DELETE', `${PATH}/${second.token.id}`, { token: world.tokens.ada });
    const revoked = 'Your API token was revoked: ada Person revoked your token “Nightly export”. Programs that use it are refused.';
    expect(await notices(world.ids.kim!)).toEqual([CREATED, CREATED, revoked]);
  });
});

describe('traces of an API token', () => {
  it('the last use is stored once a minute', async () => {
    const { secret } = await issue('sam');
    await server.me(secret);
    const first = (await list('sam'))[0]?.last_used_at;
    server.clock.advance(30_000);
    await server.me(secret);
    expect((await list('sam'))[0]?.last_used_at).toBe(first);
    server.clock.advance(30_000);
    await server.me(secret);
    expect(Date.parse((await list('sam'))[0]?.last_used_at ?? '') - Date.parse(first ?? '')).toBe(MINUTE_MS);
  });

  it('audit rows name it, and their chain stays valid', async () => {
    const { secret, token } = await issue('mia', { scopes: ['propose'] });
    await server.call('POST', '/api/v1/adjustments', { token: secret, body: world.body() });
    await server.call('DELETE', `${PATH}/${token.id}`, { token: world.tokens.mia });
    const { data } = (await server.call('GET', '/api/v1/audit?limit=10', { token: world.tokens.ada })).json();
    const rows = data.map(({ actor, action }: { actor: string; action: string }) => [actor, action]);
    expect(rows.slice(0, 3)).toEqual([
      ['Mia Person', 'API token revoked'],
      ['Mia Person, by API token “Nightly export”', 'Adjustment created'],
      ['Mia Person', 'API token created'],
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
    expect(await openStore(server.db).audit.verifyChain()).toMatchObject({ broken: null });
  });

  it('the chain covers a row’s token, and rows without one keep their hash', () => {
    const row = { at: '2026-11-21T12:00:00.000Z', actor_id: 1, network: null, request_id: null, action: 'a', entity: 'b', entity_id: '1' };
    const hashOf = (token_id: number | null) =>
      chainHash('', { ...row, before: null, after: null, cause: null, cause_facts: null, token_id });
    expect(hashOf(null)).toBe('db53952fdda37c2adfd487a89244e79a36f2347fd956c7dc0b86a2031f883d0f');
    expect(new Set([hashOf(null), hashOf(1), hashOf(2)]).size).toBe(3);
  });
});
