import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const TOKEN = 'a-token-for-prometheus';
let server: TestApp;
let closed: TestApp;
beforeAll(async () => {
  const config = { logLevel: 'silent', trustProxy: [], publicUrl: undefined } as const;
  [server, closed] = [await testApp({ config: { ...config, metricsToken: TOKEN } }), await testApp({ config })];
});
afterAll(() => Promise.all([server.close(), closed.close()]));

describe('GET /metrics', () => {
  it('counts requests by route and status, without ids or names', async () => {
    await server.add({ email: 'ada@example.test', role: 'admin' });
    const { access_token } = await server.signIn('ada@example.test');
    await server.call('GET', '/api/v1/users/4711', { token: access_token });
    await server.call('GET', '/api/v1/nowhere/secret-name');
    const run_at = '2026-11-21T11:59:00Z';
    await server.db.query.insertInto('jobs').values({ kind: 'report', run_at, payload: '{}' }).execute();
    const answer = await server.call('GET', '/metrics', { token: TOKEN });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    for (const line of [
      'quotaboard_request_seconds_count{method="GET",route="/api/v1/users/:id",status="404"} 1',
      'quotaboard_request_seconds_count{method="GET",route="none",status="404"} 1',
      'quotaboard_jobs_waiting{kind="report"} 1',
      'quotaboard_job_wait_seconds{kind="report"} 60',
      'quotaboard_marks_waiting 0',
    ])
      expect(answer.body.split('\n')).toContain(line);
    if (testDatabaseKind() === 'postgres')
      expect(answer.body).toMatch(/^quotaboard_database_connections\{pool="web",state="in_use"\} \d+$/m);
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(answer.body).not.toMatch(/4711|secret-name|ada@|a-token/);
  });

  it('is hidden without the token, or on a server without one', async () => {
    const { access_token } = await server.signIn('ada@example.test');
    for (const token of [undefined, '', 'undefined', access_token, `${TOKEN}x`]) {
      expect((await server.call('GET', '/metrics', { token })).statusCode).toBe(404);
      expect((await closed.call('GET', '/metrics', { token })).statusCode).toBe(404);
    }
  });
});
