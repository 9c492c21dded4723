import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, openapi } from '../../../server/app.ts';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { openReplica, type Replica } from '../../../server/db/replica.ts';
import { createStaleReads } from '../../../server/db/repositories/staleReads.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { REPORT_JOB } from '../../../server/domain/reports/requestReport.ts';
import type { ServerApp } from '../../../server/http/app.types.ts';
import { createWorker } from '../../../server/jobs/worker.ts';
import { writeReport } from '../../../server/jobs/writeReport.ts';
import { endConnections, setConnectionsRefused } from '../support/outages.ts';
import { addRecord, recomputeMonths } from '../support/records.ts';
import { addPerson, type TestApp, testApp } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

const OCTOBER = 'start_date=2026-10-01&end_date=2026-10-31';
/** The statements that compare the replica with the primary. */
const isCheck = (text: string): boolean => /pg_snapshot_xmax|server_version_num/.test(text);

let server: TestApp;
let standIn: TestDatabase;
let app: ServerApp;
let replica: Replica;
let token: string;
/** Statements that the replica's stand-in received. */
const statements: string[] = [];
const logged: string[] = [];
let ms = 0;

/** Sales of October are $1,000 on the primary and $4,000 on its stand-in. */
const fill = async (db: TestDatabase, net_cents: number): Promise<void> => {
  await addPerson(db, { email: 'ada@example.test', role: 'admin' });
  const user_id = await addPerson(db, { email: 'sam@example.test', role: 'salesperson', first_name: 'Sam' });
  await addRecord(db, { user_id, booking_date: '2026-10-10', net_cents, gross_cents: net_cents, base_cents: net_cents });
  await recomputeMonths(db);
};
const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const payload = body ? { payload: body } : {};
  return app.inject({ method, url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` }, ...payload });
};
const salesOf = async (): Promise<number> => {
  const answer = await call('GET', `/analytics?${OCTOBER}&by=person`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().rows.find(({ label }: { label: string }) => label.startsWith('Sam')).current.sales;
};
/** Writes the requested reports. @returns the messages of those that failed */
const drainReports = async (): Promise<string[]> => {
  const failures: string[] = [];
  const store = openStore(server.db);
  const handle = writeReport(store, server.clock, createStaleReads(replica));
  const worker = createWorker({
    store,
    clock: server.clock,
    handlers: { [REPORT_JOB]: { lane: 'reports', handle } },
    log: (error) => void failures.push((error as Error).message),
  });
  await worker.drain();
  return failures;
};
const usedReplica = async (): Promise<Database> => {
  for (;;) {
    const db = await replica.current();
    if (db) return db;
    ms += 20_000;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const isSkipped = testDatabaseKind() === 'embedded';
beforeAll(async () => {
  if (isSkipped) return;
  [server, standIn] = [await testApp(), await freshDatabase()];
  await fill(server.db, 1000_00);
  await fill(standIn, 4000_00);
  token = (await server.signIn('ada@example.test')).access_token;
  const open = () => openDatabase({ ...standIn.place, readOnly: true, onStatement: ({ sql: text }) => void statements.push(text) });
  replica = openReplica({ primary: server.db, open, log: (text) => void logged.push(text), now: () => ms });
  const config = { logLevel: 'silent', trustProxy: [], publicUrl: undefined } as const;
  app = buildApp({ db: server.db, clock: server.clock, config, replica });
  await app.ready();
  await usedReplica();
});
afterAll(async () => {
  if (isSkipped) return;
  await app.close();
  await replica.close();
  await standIn.drop();
  await server.close();
});

describe.skipIf(isSkipped)('reads that may be a few seconds old (decisions 1.09)', () => {
  it('go to the replica for analytics, forecast, costs and comparisons', async () => {
    expect(await salesOf()).toBe(4000);
    for (const path of [
      '/forecast',
      `/forecast/costs?${OCTOBER}`,
      `/commissions/comparison?${OCTOBER}&asOf=2026-11-01&against=2026-11-20`,
    ]) {
      statements.length = 0;
      const answer = await call('GET', path);
      // A comparison needs days before the database existed, and its refusal comes from the primary.
      if (!path.includes('comparison')) expect(answer.statusCode, answer.body).toBe(200);
      expect(statements.filter((text) => !isCheck(text)).length, path).toBeGreaterThan(0);
    }
  });

  it('are the only ones there: no other GET and no write reaches the replica', async () => {
    const { paths } = (await openapi(app)) as { paths: Record<string, Record<string, object>> };
    const stale = ['/analytics', '/forecast', '/forecast/costs', '/commissions/comparison'];
    const others = Object.keys(paths).filter(
      (path) => paths[path]?.get && !path.endsWith('/stream') && !stale.includes(path.replace('/api/v1', '')),
    );
    expect(others.length).toBeGreaterThan(100);
    await usedReplica();
    statements.length = 0;
    for (const path of others) {
      await call('GET', `${path.replace('/api/v1', '').replace(/\{\w+\}/g, '1')}?${OCTOBER}`);
      expect(
        statements.filter((text) => !isCheck(text)),
        path,
      ).toEqual([]);
    }
    const body = { user_id: '2', type: 'quota', target: '10.00', start_date: '2026-10-01', end_date: '2026-10-31' };
    await call('POST', '/goals', body);
    await call('POST', '/reports', { type: 'commission_summary', format: 'CSV', start_date: '2026-10-01', end_date: '2026-10-31' });
    expect(statements.filter((text) => !isCheck(text))).toEqual([]);
  });

  it('include a report’s data, while its file is stored on the primary', async () => {
    const { id } = (
      await call('POST', '/reports', { type: 'commission_summary', format: 'CSV', start_date: '2026-10-01', end_date: '2026-10-31' })
    ).json();
    expect(await drainReports()).toEqual([]);
    const file = await call('GET', `/reports/${id}/download`);
    expect(file.body).toContain('Sam Person,2026-10,33695.65,11.9%,4000.00');
    expect(await standIn.query.selectFrom('reports').select('id').execute()).toEqual([]);
  });

  it('leave report permissions to the primary', async () => {
    const vic = { email: 'vic@example.test', role: 'vp_sales' } as const;
    const created_by = await addPerson(server.db, { ...vic, active: false });
    expect(await addPerson(standIn, vic)).toBe(created_by);
    const report = { type: 'commission_summary', format: 'CSV', start_date: '2026-10-01', end_date: '2026-10-31' };
    const { id } = (await call('POST', '/reports', report)).json();
    await server.db.query.updateTable('reports').set({ created_by }).where('id', '=', id).execute();
    expect(await drainReports()).toEqual(['You can no longer read reports, so this one was not written.']);
  });

  it('cannot write there', async () => {
    const db = await usedReplica();
    await expect(db.query.updateTable('users').set({ territory: 'West' }).execute()).rejects.toMatchObject({ code: '25006' });
  });

  it('use the primary while the replica lags by more than three seconds, logged once', async () => {
    // Shadows the function with one that never reaches the primary's position.
    const name = new URL(standIn.place.databaseUrl ?? '').pathname.slice(1);
    const admin = async (text: string): Promise<unknown> => sql.raw(text).execute(standIn.query);
    await admin(`alter database "${name}" set search_path = public, pg_catalog`);
    await endConnections(standIn.place.databaseUrl ?? '');
    await salesOf();
    await usedReplica();
    await admin("create function public.pg_current_snapshot() returns pg_snapshot language sql as $$ select '3:3:'::pg_snapshot $$");
    logged.length = 0;
    ms += 1000;
    expect(await salesOf()).toBe(4000);
    ms += 2500;
    expect([await salesOf(), await salesOf()]).toEqual([1000, 1000]);
    expect(logged).toEqual(['The database of DATABASE_READ_URL is more than 3 s behind: everything is read from the primary.']);
    await admin('drop function public.pg_current_snapshot()');
    ms += 1000;
    expect(await salesOf()).toBe(4000);
    expect(logged.at(-1)).toBe('The database of DATABASE_READ_URL is used again.');
  });

  it('use the primary when the replica is lost, even during a read, logged once', async () => {
    await usedReplica();
    logged.length = 0;
    await setConnectionsRefused(standIn.place.databaseUrl ?? '', true);
    await endConnections(standIn.place.databaseUrl ?? '');
    expect([await salesOf(), await salesOf(), await salesOf()]).toEqual([1000, 1000, 1000]);
    const losses = logged.filter((text) => text.startsWith('The database of'));
    expect(losses).toEqual([
      expect.stringMatching(/^The database of DATABASE_READ_URL cannot be used \(\w.+\): everything is read from the primary\.$/),
    ]);
    await setConnectionsRefused(standIn.place.databaseUrl ?? '', false);
    expect(await salesOf()).toBe(1000);
    await usedReplica();
    expect(await salesOf()).toBe(4000);
  });
});
