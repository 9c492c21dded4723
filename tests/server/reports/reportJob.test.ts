import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { notifyReportEnded } from '../../../server/domain/reports/endReport.ts';
import { HOUR } from '../../../server/domain/shared/clock.ts';
import { createWorker } from '../../../server/jobs/worker.ts';
import { writeReport } from '../../../server/jobs/writeReport.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createReportWorld } from '../support/worlds/reports.ts';

let world: Awaited<ReturnType<typeof createReportWorld>>;
let store: Store;
beforeAll(async () => {
  world = await createReportWorld();
  store = openStore(world.server.db);
});
afterAll(() => world.server.close());

const notices = async (name: string) =>
  (await world.call(name, 'GET', 'notifications?limit=10')).json().data as { title: string; message: string; link: string }[];
/** A worker that writes its parts with `add`. */
const workerWith = (add: Store['reportParts']['add']) => {
  const broken = {
    ...store,
    transaction: ((work) => store.transaction((tx) => work({ ...tx, reportParts: { ...tx.reportParts, add } }))) as Store['transaction'],
  };
  const handle = writeReport(broken, world.server.clock);
  const kinds = {
    report: {
      lane: 'reports' as const,
      handle,
      failed: 'Something went wrong while the report was being written.',
      ended: notifyReportEnded,
    },
  };
  return createWorker({ store, clock: world.server.clock, handlers: kinds, log: () => {} });
};

describe('report job', () => {
  it('decisions 5.02: sends a notification with a link when a report is ready', async () => {
    const { id } = await world.written('vic');
    expect((await notices('vic'))[0]).toMatchObject({
      title: 'Report ready',
      message: 'Commission Summary, October 2026 is ready to download.',
      link: `/reports?report=${id}`,
    });
  });

  it('decisions 2.18: fails on a full disk with a message, and can be retried', async () => {
    const { id } = (await world.ask('fay')).json();
    await workerWith(() => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))).drain();
    const failed = (await world.call('fay', 'GET', `reports/${id}`)).json();
    const sentence = 'The server has no room left for this file. Ask an administrator to free some space, then try again.';
    expect(failed).toMatchObject({ status: 'failed', error: sentence, actions: ['retry', 'remove'] });
    expect((await notices('fay'))[0]).toMatchObject({
      title: 'Report failed',
      message: `Commission Summary, October 2026 could not be created: ${sentence}`,
    });
    expect((await world.call('fay', 'GET', `reports/${id}/download`)).json().code).toBe('not_ready');
    expect((await world.call('fay', 'POST', `reports/${id}/retry`, {})).json()).toEqual({ id, status: 'queued' });
    expect((await world.call('fay', 'POST', `reports/${id}/retry`, {})).json().code).toBe('report_step');
    await world.worker.drain();
    expect((await world.call('fay', 'GET', `reports/${id}`)).json()).toMatchObject({ status: 'completed', error: null });
  });

  // The part is committed on a second connection, and the embedded database has only one.
  it.skipIf(testDatabaseKind() === 'embedded')(
    'decisions 2.18: restarts from the first row after a kill, and writes each once',
    async () => {
      const { id } = (await world.ask('ada')).json();
      let remaining = 0;
      const cut = workerWith(async (...part) => {
        await store.reportParts.add(...part);
        remaining += 1;
        throw new Error('killed');
      });
      await cut.drain();
      expect([remaining, (await world.call('ada', 'GET', `reports/${id}`)).json().status]).toEqual([1, 'queued']);
      world.server.clock.advance(HOUR);
      await world.worker.drain();
      const file = await world.call('ada', 'GET', `reports/${id}/download`);
      expect(file.body.match(/Kim Test/g)).toHaveLength(1);
    },
  );

  it('fails after three tries with a message, and cannot be deleted while running', async () => {
    const { id } = (await world.ask('ada')).json();
    let refused = 0;
    const handle = async () => {
      refused = (await world.call('ada', 'DELETE', `reports/${id}`)).statusCode;
      throw new Error('broken');
    };
    const kinds = { report: { lane: 'reports' as const, handle, failed: 'It could not be written.', ended: notifyReportEnded } };
    const broken = createWorker({ store, clock: world.server.clock, handlers: kinds, log: () => {} });
    for (let tries = 0; tries < 4; tries += 1) {
      await broken.drain();
      world.server.clock.advance(HOUR);
    }
    expect(refused).toBe(409);
    expect((await world.call('ada', 'GET', `reports/${id}`)).json()).toMatchObject({
      status: 'failed',
      error: 'It could not be written.',
    });
    expect((await notices('ada'))[0]).toMatchObject({ title: 'Report failed' });
  });

  it('decisions 2.18: gives no pending report to someone who has lost the right', async () => {
    const { id } = (await world.ask('mia')).json();
    const role = (to: 'salesperson' | 'sales_manager') =>
      world.server.db.query.updateTable('users').set({ role: to }).where('id', '=', world.ids.mia!).execute();
    await role('salesperson');
    await world.worker.drain();
    await role('sales_manager');
    expect((await world.call('mia', 'GET', `reports/${id}`)).json()).toMatchObject({
      status: 'failed',
      error: 'You can no longer read reports, so this one was not written.',
    });
  });
});

describe('report schedules', () => {
  const add = (name: string, overrides: object = {}) =>
    world.call(name, 'POST', 'report-schedules', { type: 'territory_analysis', format: 'CSV', every: 'month', ...overrides });
  const reports = async (name: string) =>
    (await world.call(name, 'GET', 'reports?type=territory_analysis')).json().data as {
      name: string;
      status: string;
      schedule_id: string;
    }[];

  it('decisions 2.18: run monthly in the company’s zone, for the previous month', async () => {
    world.server.clock.set('2026-11-21T12:00:00Z');
    const created = (await add('vic')).json();
    expect(created).toMatchObject({ active: true, every: 'month', created_by: 'vic Test', paused_reason: null });
    await world.worker.drain();
    expect(await reports('vic')).toEqual([]);
    // Five in the morning of December 1 in Phoenix.
    world.server.clock.set('2026-12-01T11:59:00Z');
    await world.worker.drain();
    expect(await reports('vic')).toEqual([]);
    world.server.clock.set('2026-12-01T12:01:30Z');
    await world.worker.drain();
    expect(await reports('vic')).toMatchObject([
      { name: 'Territory Analysis, November 2026', status: 'completed', schedule_id: created.id },
    ]);
    world.server.clock.advance(HOUR);
    await world.worker.drain();
    expect(await reports('vic')).toHaveLength(1);
  });

  it('decisions 2.18: pause when the requester loses the right, and notify the administrators', async () => {
    world.server.clock.set('2026-12-02T12:30:00Z');
    const { id } = (await add('mia', { every: 'day' })).json();
    await world.worker.drain();
    await world.server.db.query.updateTable('users').set({ role: 'salesperson' }).where('id', '=', world.ids.mia!).execute();
    world.server.clock.set('2026-12-03T12:30:00Z');
    await world.worker.drain();
    const [paused] = (await world.call('ada', 'GET', 'report-schedules')).json().data as { id: string }[];
    expect(paused).toMatchObject({ id, active: false, next_at: null, paused_reason: 'Paused: mia Test can no longer read reports.' });
    expect((await notices('ada'))[0]).toMatchObject({ title: 'Report schedule paused', link: '/reports?schedules=all' });
  });

  it('can be paused, resumed and deleted by the requester; another’s earlier save wins', async () => {
    const { id, version } = (await add('fay', { every: 'week' })).json();
    expect((await world.call('vic', 'PUT', `report-schedules/${id}`, { version, active: false })).statusCode).toBe(404);
    const paused = (await world.call('fay', 'PUT', `report-schedules/${id}`, { version, active: false })).json();
    expect(paused).toMatchObject({ active: false, paused_reason: null, next_at: null });
    expect((await world.call('fay', 'PUT', `report-schedules/${id}`, { version, active: true })).json().code).toBe('stale_version');
    expect((await world.call('fay', 'PUT', `report-schedules/${id}`, { version: paused.version, active: true })).json().active).toBe(true);
    expect((await world.call('fay', 'DELETE', `report-schedules/${id}`)).statusCode).toBe(204);
    expect((await world.call('fay', 'GET', 'report-schedules')).json().data).toEqual([]);
    expect((await add('fay', { every: 'hour' })).json().errors).toHaveProperty('every');
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testDatabaseKind() === 'postgres')('refuse one of two concurrent requests if only one more is allowed', async () => {
    for (let index = 0; index < limits.reports.schedules - 1; index += 1) expect((await add('fay')).statusCode).toBe(201);
    const { query } = world.server.db;
    const { answers } = await query.transaction().execute(async (trx) => {
      await sql`lock table report_schedules in exclusive mode`.execute(trx);
      const answers = Promise.all([add('fay'), add('fay')]);
      await expect.poll(() => countLockWaits(query)).toBe(2);
      return { answers };
    });
    expect((await answers).map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });
});
