import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionRow } from '../../../server/db/repositories/connections/connections.ts';
import type { Connector, SyncPage } from '../../../server/domain/connections/connector.ts';
import { queueRun } from '../../../server/domain/connections/startSync.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let world: ConnectionWorld;
const pages: Record<string, SyncPage[]> = {};
const failing = new Set<string>();
/** Runs between the last page of a source and the end of its run. */
let runBeforeEnd = async (): Promise<void> => {};
/** A minimal source: pages supplied by the test. */
const skeleton = (kind: 'googlesheets' | 'sling'): Connector => ({
  kind,
  brings: 'events',
  setup: () => ({ configured: true, message: null, redirect_url: null, values: null }),
  read: ({ name }) => ({ name: String(name), account: String(name), settings: {}, secrets: {} }),
  test: async () => ({}),
  sync: async function* ({ connection }) {
    if (failing.has(connection.name)) throw new Error('down');
    yield* pages[connection.name] ?? [];
    await runBeforeEnd();
  },
  view: () => ({}),
});
const customer = (id: string) => ({ kind: 'customer', external_id: id, name: `Customer ${id}`, email: null, gone: false }) as const;
const start = async () => (await world.call('POST', '/api/v1/events/sync')).json();
const readSync = async (id: string) => (await world.call('GET', `/api/v1/events/sync/${id}`)).json();

beforeAll(async () => {
  world = await createConnectionWorld({ googlesheets: skeleton('googlesheets'), sling: skeleton('sling') });
});
afterAll(() => world.close());

describe('spec 7.28, decisions 7.07: event sync', () => {
  it('does nothing without a source, and says so', async () => {
    expect(await start()).toEqual({
      id: '0',
      status: 'completed',
      message: 'No source of events is connected yet, so there was nothing to sync.',
      done: 0,
      total: 0,
    });
  });
  it('starts every sheet and every schedule once, and reports their combined progress', async () => {
    for (const [kind, name] of [
      ['googlesheets', 'Schedule'],
      ['sling', 'Shifts'],
    ] as const)
      await world.call('POST', kind, { name });
    pages.Schedule = [{ facts: [customer('1'), customer('2')], checkpoint: 1, total: 2 }];
    pages.Shifts = [{ facts: [customer('3')], checkpoint: 1, total: 1 }];
    const first = await start();
    expect(first).toMatchObject({ status: 'queued', message: 'Syncing Schedule, Shifts.', done: 0, total: null });
    expect((await start()).id).toBe(first.id);
    await world.worker.drain();
    expect(await readSync(first.id)).toEqual({
      id: first.id,
      status: 'completed',
      message: '3 records are new, 0 changed, 0 did not change.',
      done: 3,
      total: 3,
    });
    expect((await start()).id).not.toBe(first.id);
    await world.worker.drain();
  });
  it('waits for a run that is just ending, and undoes nothing', async () => {
    const { id } = await start();
    let syncing: Promise<unknown> = Promise.resolve();
    runBeforeEnd = async () => {
      runBeforeEnd = async () => {};
      const connection = (await world.store.connections.ofKind('googlesheets'))[0] as ConnectionRow;
      await new Promise<void>((resolve) => {
        syncing = world.store.transaction(async (tx) => {
          await tx.connections.lock(connection.id);
          resolve();
          // Long enough for the run to finish.
          await setTimeout(200);
          await queueRun(tx, connection, world.adminId, world.server.clock());
        });
      });
    };
    await world.worker.drain();
    await syncing;
    await world.worker.drain();
    expect(world.failures).toEqual([]);
    expect(await readSync(id)).toMatchObject({ status: 'completed' });
  });
  it('names a failed source and still reads the other', async () => {
    failing.add('Shifts');
    const { id } = await start();
    for (let tries = 0; tries < 3; tries += 1) {
      await world.worker.drain();
      world.server.clock.advance(7_200_000);
    }
    expect(await readSync(id)).toMatchObject({ status: 'failed', message: 'The sync failed. The next one continues where it stopped.' });
  });
  it('decisions 3.01: allows admin, vp_sales and events_manager, and answers 404 to an unknown sync', async () => {
    for (const role of ['finance', 'sales_manager', 'salesperson', 'events_manager'] as const) {
      await world.server.add({ email: `${role}@example.test`, role });
      const { access_token } = await world.server.signIn(`${role}@example.test`);
      const expected = role === 'events_manager' ? [202, 404] : [403, 403];
      const answers = [
        await world.call('POST', '/api/v1/events/sync', undefined, access_token),
        await world.call('GET', '/api/v1/events/sync/999', undefined, access_token),
      ];
      expect(
        answers.map(({ statusCode }) => statusCode),
        role,
      ).toEqual(expected);
    }
    for (const id of ['x', '1-x', '0']) expect((await world.call('GET', `/api/v1/events/sync/${id}`)).statusCode).toBe(404);
  });
});
