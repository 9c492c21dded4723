import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, openapi } from '../../../server/app.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let token: string;
beforeAll(async () => {
  server = await testApp({ config: { logLevel: 'info', trustProxy: [], publicUrl: 'https://sales.example.com' } });
  await server.add({ email: 'sam@example.test', role: 'salesperson' });
  token = (await server.signIn('sam@example.test')).access_token;
});
afterAll(() => server.close());

/** A database that fails in the middle of a request. */
const broken = (error: Error): TestApp['db'] => ({ ...server.db, named: () => Promise.reject(error), ping: () => Promise.reject(error) });
const appOver = (db: TestApp['db'], log: string[] = []) =>
  buildApp({
    db,
    config: { logLevel: 'info', trustProxy: [], publicUrl: 'https://x.test' },
    logTo: { write: (line) => void log.push(line) },
  });
const failure = () =>
  Object.assign(new Error('relation "secret_table" does not exist'), { code: '42P01', detail: 'Key (email)=(sam@example.test)' });

const expectHeaders = (answer: Answer): void => {
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'content-type': 'application/json; charset=utf-8',
  });
  expect(answer.headers['content-security-policy']).not.toContain('unsafe');
};

describe('every response', () => {
  it('ASVS 3.4: carries the security headers, whatever its status', async () => {
    const answers = {
      200: await server.me(token),
      400: await server.call('GET', '/api/v1/commissions', { token }),
      401: await server.call('GET', '/api/v1/auth/me'),
      403: await server.call('GET', '/api/v1/users/1000', { token }),
      404: await server.call('GET', '/api/v1/nowhere'),
      413: await server.call('POST', '/api/v1/auth/login', { body: { email: 'x'.repeat(300_000) } }),
      415: await server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: 'a=b',
        headers: { 'content-type': 'text/plain' },
      }),
      422: await server.login(''),
      500: await appOver(broken(failure())).inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } }),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.statusCode).toBe(Number(status));
      expectHeaders(answer);
    }
    const badUrl = await server.call('GET', '/%');
    expect(badUrl.statusCode).toBe(400);
    expectHeaders(badUrl);
  });

  it('carries HSTS only over https', async () => {
    const app = buildApp({ db: server.db, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
    expect((await app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('has its own request id, not the caller’s', async () => {
    const answer = await server.call('GET', '/api/v1/nowhere', { headers: { 'x-request-id': 'mine\r\n', 'request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toBe(answer.json().request_id);
    expect(answer.json().request_id).not.toContain('mine');
  });
});

describe('internal errors', () => {
  it('decisions 1.06: are 500 without internal details; the log has the cause under the same id', async () => {
    const log: string[] = [];
    const answer = await appOver(broken(failure()), log).inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'message', 'request_id']);
    expect(answer.body).not.toMatch(/secret_table|42P01|sam@|at .*\.ts|node_modules/);
    const line = log.find((text) => text.includes('secret_table')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ reqId: answer.json().request_id, err: { code: '42P01' } });
    expect(line).not.toContain('sam@example.test');
  });

  it('research T33: are 503 with Retry-After and not ready if the database is gone', async () => {
    const app = appOver(broken(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
    const answer = await app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive' });
  });

  it('decisions 9.02: make /readyz fail within about a second if the database hangs', async () => {
    const app = appOver({ ...server.db, ping: () => new Promise(() => {}) });
    const startedAt = Date.now();
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect(Date.now() - startedAt).toBeLessThan(3000);
    expect((await server.call('GET', '/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('log', () => {
  it('contains no token, password, e-mail, query value or body', async () => {
    server.log.length = 0;
    const { access_token, refresh_token } = await server.signIn('sam@example.test');
    await server.login('sam@example.test', 'my-secret-guess');
    await server.refresh(refresh_token);
    await server.call('GET', '/api/v1/commissions?start_date=2026-01-01&end_date=2026-01-31&user_id=424242', { token: access_token });
    await server.call('GET', `/api/v1/auth/me?token=${access_token}`, { token: access_token });
    const text = server.log.join('');
    for (const secret of [access_token, refresh_token, 'my-secret-guess', 'sam@example.test', '424242', '2026-01-31', 'Bearer'])
      expect(text).not.toContain(secret);
    const lines = server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
    expect(lines).toHaveLength(5);
    expect(lines[3]).toMatchObject({
      route: '/api/v1/commissions',
      method: 'GET',
      status: 403,
      user: expect.any(String),
      ms: expect.any(Number),
    });
  });
});

describe('OpenAPI document', () => {
  it('lists every call with its responses and permitted roles', async () => {
    const document = (await openapi(server.app)) as {
      security: object[];
      paths: Record<string, Record<string, { operationId: string; responses: object; security?: object[]; description: string }>>;
    };
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, call })),
    );
    expect(calls.length).toBeGreaterThanOrEqual(22);
    for (const { path, method, call } of calls) {
      expect(Object.keys(call.responses), `${method} ${path}`).toEqual(expect.arrayContaining(['4XX', '5XX']));
      expect(call.description).toMatch(/^(Anyone|Permission)/);
      expect(call.operationId, `${method} ${path}`).toMatch(/^[a-z][A-Za-z]+$/);
    }
    expect(new Set(calls.map(({ call }) => call.operationId)).size).toBe(calls.length);
    // Calls require a session unless they declare otherwise.
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.paths['/api/v1/auth/me']?.get?.security).toBeUndefined();
    expect(document.paths['/api/v1/auth/login']?.post?.security).toEqual([]);
  });

  it('defines each contract object once and references it by name', async () => {
    const document = (await openapi(server.app)) as {
      components: { schemas: Record<string, { properties?: Record<string, unknown> }>; responses: object };
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const { schemas, responses } = document.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['ApiError', 'Commission', 'Event', 'User']));
    expect(schemas.CommissionPage?.properties?.data).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Commission' } });
    expect(Object.keys(responses)).toEqual(['Failed', 'Refused']);
    expect(document.paths['/api/v1/auth/me']?.get?.responses).toEqual({
      200: { description: 'Done.', content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Failed' },
    });
    expect(document.paths['/api/v1/commission-statements/{id}/file']?.get?.responses['200']).toMatchObject({
      content: {
        'application/pdf': { schema: { format: 'binary' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: { format: 'binary' } },
        'text/csv': { schema: { format: 'binary' } },
      },
    });
  });

  it('is served at /api/docs, with a policy without unsafe-inline', async () => {
    const page = await server.call('GET', '/api/docs', { headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect((await server.call('GET', '/api/docs/json')).json()).toHaveProperty('openapi');
  });
});
