import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import type { ServerApp } from '../../../server/http/app.types.ts';
import { problemOf } from '../../../server/http/problems.ts';
import { createWorker } from '../../../server/jobs/worker.ts';
import { createLossyProxy, endConnections, lockTable, setConnectionsRefused } from '../support/outages.ts';
import { addRecord } from '../support/records.ts';
import { type Answer, addPerson, PASSWORD, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

describe('database errors', () => {
  it.each([
    ...[
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '08006',
      '08P01',
      '53300',
      '55000',
      '3D000',
      '28P01',
      '25006',
      '25P03',
      '57014',
      '40P01',
      '40001',
    ],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ])('decisions 1.06: %s is transient and becomes 503 with Retry-After', (code) => {
    const { status, retryAfter } = problemOf(Object.assign(new Error('x'), { code }) as Parameters<typeof problemOf>[0]);
    expect([status, retryAfter]).toEqual([503, 5]);
  });

  it.each([
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'The embedded database stopped (exit code 1)',
    'The embedded database did not answer within 60 s and was stopped',
  ])('decisions 1.06: "%s" does too', (message) => {
    expect(problemOf(new Error(message) as Parameters<typeof problemOf>[0]).status).toBe(503);
  });

  it('an aborted request, a violated constraint and an internal error do not', () => {
    const disconnectError = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
    const statuses = [disconnectError, Object.assign(new Error('x'), { code: '23505' }), new TypeError('x is not a function')].map(
      (error) => problemOf(error as Parameters<typeof problemOf>[0]).status,
    );
    expect(statuses).toEqual([400, 500, 500]);
  });
});

describe.runIf(testDatabaseKind() === 'postgres')('lost PostgreSQL connections', () => {
  const clock = testClock();
  let db: TestDatabase;
  let url: string;
  let way: Awaited<ReturnType<typeof createLossyProxy>>;
  let mine: Database;
  let app: ServerApp;
  let token: string;
  let invoice: string;

  beforeAll(async () => {
    db = await freshDatabase();
    url = db.place.databaseUrl ?? '';
    way = await createLossyProxy(url);
    mine = await openDatabase({ databaseUrl: way.url, dataDir: '' });
    app = buildApp({ db: mine, clock, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
    await addPerson(db, { email: 'vic@example.test', role: 'vp_sales' });
    const user_id = await addPerson(db, { email: 'sam@example.test', role: 'salesperson' });
    const record = await addRecord(db, { user_id, booking_date: '2026-11-02' });
    const result = db.query.selectFrom('commission_records').select('invoice_id').where('id', '=', record);
    invoice = String((await result.executeTakeFirstOrThrow()).invoice_id);
    const payload = { email: 'vic@example.test', password: PASSWORD };
    token = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json().access_token;
  });
  afterAll(async () => {
    await app.close();
    await mine.close();
    way.close();
    await db.drop();
  });

  const get = (path: string): Promise<Answer> => app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
  const adjust = (key: string): Promise<Answer> =>
    app.inject({
      method: 'POST',
      url: '/api/v1/adjustments',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { adjustment_amount: '25.00', adjustment_reason: 'Referral bonus', related_invoice_id: invoice },
    });
  const expectAway = (answer: Answer): void => {
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([503, 'unavailable']);
    expect([answer.headers['retry-after'], answer.json().request_id]).toEqual(['5', expect.any(String)]);
  };
  const adjustments = async (): Promise<number> => (await db.query.selectFrom('adjustments').select('id').execute()).length;
  /** Polls, because ended connections are detected one at a time. */
  const waitUntilHealthy = (): Promise<void> =>
    expect
      .poll(async () => [(await get('/readyz')).statusCode, (await get('/api/v1/users')).statusCode])
      .toEqual([200, 200]) as Promise<void>;

  it('decisions 1.06: that end during a waiting transaction are 503, store nothing, and the process continues', async () => {
    const before = await adjustments();
    const { waited } = await lockTable(url, 'adjustments');
    const answers = Promise.all([adjust('held-1'), adjust('held-2')]);
    await waited(2);
    await endConnections(url);
    for (const answer of await answers) expectAway(answer);
    await waitUntilHealthy();
    expect(await adjustments()).toBe(before);
    expect((await adjust('held-1')).statusCode).toBe(201);
  });

  it('decisions 1.06: are 503 while PostgreSQL accepts none (55000), and work again right afterwards', async () => {
    await setConnectionsRefused(url, true);
    await endConnections(url);
    for (const path of ['/api/v1/users', '/api/v1/auth/me', '/api/v1/adjustments', '/api/v1/public/settings']) expectAway(await get(path));
    expectAway(await adjust('nobody'));
    expect((await get('/readyz')).statusCode).toBe(503);
    await setConnectionsRefused(url, false);
    await waitUntilHealthy();
  });

  it('decisions 2.10: during COMMIT are 503, and the same Idempotency-Key returns the stored result', async () => {
    const before = await adjustments();
    way.loseNextCommit();
    expectAway(await adjust('commit-1'));
    expect(await adjustments()).toBe(before + 1);
    const repeated = await adjust('commit-1');
    expect(repeated.statusCode, repeated.body).toBe(201);
    expect((await adjust('commit-1')).json().id).toBe(repeated.json().id);
    expect(await adjustments()).toBe(before + 1);
  });

  it('in the middle of a job do not stop the worker from taking the next', async () => {
    const store = openStore(mine);
    const logged: unknown[] = [];
    const handler = async () => {
      await endConnections(url);
      return null;
    };
    const worker = createWorker({
      store,
      clock,
      handlers: { losing: handler, next: async () => null },
      log: (error) => void logged.push(error),
    });
    const jobs = [await store.jobs.add('losing', {}, 1, clock()), await store.jobs.add('next', {}, 1, clock())];
    await expect
      .poll(() =>
        worker.drain().then(
          () => 'drained',
          () => 'lost',
        ),
      )
      .toBe('drained');
    // This test's own connections ended too, and not every one has been detected yet.
    const states = () =>
      db.query
        .selectFrom('jobs')
        .select(['id', 'state'])
        .where('id', '=', jobs[1]?.id ?? 0)
        .execute();
    await expect.poll(() => states().catch(() => null)).toEqual([{ id: jobs[1]?.id, state: 'completed' }]);
  });
});
