import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../../contract/entities/user.ts';
import { type Permission, reachOf } from '../../../contract/permissions.ts';
import { buildApp } from '../../../server/app.ts';
import { HOUR_MS, type TestApp, testApp } from '../support/testApp.ts';

/** Every registered route as printed by the router, so that the matrix can't miss one. */
type Known = { method: string; url: string; permission: Permission | 'public' | undefined; beforeChange: boolean };
const known: Known[] = [];
let server: TestApp;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await testApp();
  for (const role of roles) {
    ids[role] = await server.add({ email: `${role}@example.test`, role });
    tokens[role] = (await server.signIn(`${role}@example.test`)).access_token;
  }
  ids.stranger = await server.add({ email: 'stranger@example.test', role: 'salesperson' });

  await server.add({ email: 'off@example.test', role: 'admin' });
  tokens.deactivated = (await server.signIn('off@example.test')).access_token;
  await server.db.query.updateTable('users').set({ active: false }).where('email', '=', 'off@example.test').execute();
  await server.add({ email: 'new@example.test', role: 'admin', must_change_password: true });
  tokens.mustChange = (await server.signIn('new@example.test')).access_token;
  const ended = await server.signIn('admin@example.test');
  await server.call('POST', '/api/v1/auth/logout', { token: ended.access_token });
  tokens.ended = ended.access_token;
  const other = await server.signIn('admin@example.test');
  tokens.refreshAsAccess = other.refresh_token;
  tokens.tampered = `${other.access_token.slice(0, -1)}${other.access_token.endsWith('A') ? 'B' : 'A'}`;
  tokens.unknown = `at_${'A'.repeat(43)}`;

  // A second app on the same database records the routes with a hook as they are registered.
  const app = buildApp({ db: server.db, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  const registered: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void registered.push(route));
  await app.ready();
  await app.close();
  for (const { method, url, config } of registered)
    for (const item of [method].flat())
      known.push({ method: item, url, permission: config?.permission, beforeChange: config?.beforePasswordChange === true });
});
/** Answers compared with the table, for `npm run trust -- permissions`. */
let compared = 0;
afterAll(async () => {
  console.log(`permissions: ${compared} answers of ${known.filter(isOurs).length} calls compared`);
  await server.close();
});

const isOurs = ({ url }: Known): boolean => url.startsWith('/api/v1/');
/** Logout would end the matrix's own session, a permitted stream never ends, and the stranger's account is needed until the end. */
const isSafe = ({ method, url }: Known): boolean =>
  !/logout|end-others|stream/.test(url) && !(method === 'DELETE' && url === '/api/v1/users/:id');
const addressOf = (url: string, id: number | string): string =>
  url.replace(':id', String(id)) + (url.startsWith('/api/v1/commissions') ? '?start_date=2026-01-01&end_date=2026-01-31' : '');
const call = ({ method, url }: Known, token: string | undefined, id: number | string = ids.stranger ?? 0) => {
  compared += 1;
  return server.call(method as 'GET', addressOf(url, id), { token, ...(['POST', 'PATCH'].includes(method) ? { body: {} } : {}) });
};

describe('every route', () => {
  it('style 23: has a permission, and the count matches the API', () => {
    expect(known.filter(isOurs).length).toBeGreaterThanOrEqual(20);
    expect(known.filter(({ permission }) => permission === undefined)).toEqual([]);
    expect(
      known
        .filter(({ method }) => method === 'HEAD')
        .map(({ url }) => url)
        .filter((url) => url.startsWith('/api/v1')),
    ).toEqual([]);
  });

  it('style 23: fails at startup without a permission', async () => {
    const app = buildApp({ db: server.db, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
    app.get('/api/v1/open-door', async () => 'hello');
    await expect(app.ready()).rejects.toThrow('GET /api/v1/open-door names no permission');
  });
});

describe('access to routes', () => {
  it.each(['none', 'unknown', 'tampered', 'refreshAsAccess', 'ended', 'deactivated'])(
    'decisions 3.01: %s token is 401 on every non-public route',
    async (name) => {
      for (const route of known.filter(isOurs)) {
        const answer = await call(route, name === 'none' ? undefined : tokens[name]);
        if (route.permission === 'public') expect(answer.statusCode, `${route.method} ${route.url}`).not.toBe(403);
        else expect(answer.statusCode, `${route.method} ${route.url}`).toBe(401);
        expect(answer.statusCode).toBeLessThan(500);
      }
    },
  );

  it('decisions 4.02: a temporary password is 403 password_change_required except on me, logout and change-password', async () => {
    const open = known.filter(({ beforeChange }) => beforeChange).map(({ url }) => url);
    expect(open.sort()).toEqual(['/api/v1/auth/change-password', '/api/v1/auth/logout', '/api/v1/auth/me']);
    for (const route of known.filter(isOurs).filter(isSafe)) {
      if (route.permission === 'public' || route.beforeChange) continue;
      const answer = await call(route, tokens.mustChange);
      expect(answer.statusCode, `${route.method} ${route.url}`).toBe(403);
      expect(answer.json().code).toBe('password_change_required');
    }
  });

  it.each(roles)('decisions 3.01: %s gets in only where the table allows it, and never gets a 5xx', async (role) => {
    for (const route of known.filter(isOurs).filter(isSafe)) {
      const { permission } = route;
      const answer = await call(route, tokens[role], ids.stranger ?? 0);
      const name = `${role} ${route.method} ${route.url}: ${answer.body}`;
      expect(answer.statusCode, name).toBeLessThan(500);
      if (permission === undefined || permission === 'public') continue;
      const reach = reachOf({ id: String(ids[role]), role }, permission);
      expect(answer.statusCode, name).not.toBe(401);
      const aboutStranger = /:id/.test(route.url) && /users/.test(route.url);
      if (reach === 'none' || (aboutStranger && reach === 'own' && route.method === 'GET')) expect(answer.statusCode, name).toBe(403);
      else if (!aboutStranger) expect(answer.statusCode, name).not.toBe(403);
    }
  });

  it.each(roles)('spec 6.02: %s can use their own id, not another user’s, a missing or an invalid one', async (role) => {
    const status = async (id: number | string) => (await server.call('GET', `/api/v1/users/${id}`, { token: tokens[role] })).statusCode;
    const sees = ['admin', 'vp_sales', 'finance', 'sales_manager'].includes(role);
    expect(await status(ids[role]!)).toBe(200);
    expect(await status(ids.stranger!)).toBe(sees ? 200 : 403);
    for (const id of ['999999', '0', '-1', 'abc', '1e3', '9'.repeat(30)]) expect(await status(id)).toBe(sees ? 404 : 403);
  });

  it('decisions 4.01: every token expires after 15 minutes', async () => {
    server.clock.advance(HOUR_MS);
    for (const role of roles) expect((await server.me(tokens[role]!)).json().code).toBe('token_expired');
    expect((await server.call('GET', '/api/v1/public/settings')).statusCode).toBe(200);
  });

  it('ASVS 14.2.1: a token in the URL is ignored', async () => {
    const { access_token } = await server.signIn('admin@example.test');
    expect((await server.call('GET', `/api/v1/auth/me?access_token=${access_token}`)).statusCode).toBe(401);
    expect((await server.call('GET', '/api/v1/auth/me', { headers: { authorization: `Basic ${access_token}` } })).statusCode).toBe(401);
    expect((await server.call('GET', '/api/v1/auth/me', { headers: { authorization: `bearer ${access_token}` } })).statusCode).toBe(200);
  });
});
