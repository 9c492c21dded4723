import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import type { NewSchedule } from '../../../server/db/repositories/jobs/schedules.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { createPlanner } from '../../../server/jobs/planner.ts';
import { MINUTE_MS, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

let db: TestDatabase;
let store: Store;
let logged: unknown[];
const clock = testClock();

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  clock.set('2026-11-22T12:00:00Z');
  logged = [];
  await db.query.deleteFrom('jobs').execute();
  await db.query.deleteFrom('schedules').execute();
  await db.query.deleteFrom('config_versions').execute();
  await zone('America/Phoenix');
});

const zone = (timezone: string) =>
  db.query
    .insertInto('config_versions')
    .values({ config: JSON.stringify({ timezone }), created_by: null })
    .execute();
const planner = (builtIn: readonly NewSchedule[] = [], on = store) =>
  createPlanner({ store: on, clock, builtIn, log: (error) => void logged.push(error) });
const slots = async () => {
  const rows = await db.query.selectFrom('jobs').select(['kind', 'slot', 'payload']).orderBy('id').execute();
  return rows.map(({ kind, slot }) => `${kind} ${slot}`);
};

describe('job schedules', () => {
  it('enqueue a job once per slot across concurrent instances', async () => {
    const other = testDatabaseKind() === 'postgres' ? await openDatabase(db.place) : null;
    const both = [store, other ? openStore(other) : store];
    const builtIn = [
      { name: 'often', kind: 'often', everySeconds: 300 },
      { name: 'morning', kind: 'mail', calendar: '0 7 * * *' },
    ];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 6 }, (_, index) => planner(builtIn, both[index % 2])()));
      clock.advance(5 * MINUTE_MS);
    }
    // The order of the two schedules depends on which racing instance is first.
    expect((await slots()).sort()).toEqual([
      'mail morning 2026-11-21',
      'often 2026-11-22T12:00:00.000Z',
      'often 2026-11-22T12:05:00.000Z',
      'often 2026-11-22T12:10:00.000Z',
    ]);
    await other?.close();
  });

  it('enqueue a missed job once, not for each missed slot', async () => {
    const plan = planner([{ name: 'often', kind: 'often', everySeconds: 300 }]);
    await plan();
    clock.advance(3 * 24 * 60 * MINUTE_MS);
    await plan();
    expect(await slots()).toHaveLength(2);
  });

  it('follow the company to another zone on the same day', async () => {
    const plan = planner([{ name: 'day', kind: 'day', calendar: '0 0 * * *' }]);
    clock.set('2026-11-22T20:00:00Z');
    await plan();
    await zone('Pacific/Auckland');
    clock.advance(MINUTE_MS);
    await plan();
    expect(await slots()).toEqual(['day 2026-11-22', 'day 2026-11-23']);
  });

  it('keep their own zone and input', async () => {
    await store.schedules.ensure(
      { name: 'kim', kind: 'digest', calendar: '0 7 * * *', zone: 'Asia/Kolkata', payload: { user_id: 4 } },
      clock(),
    );
    await zone('Pacific/Auckland');
    await planner()();
    const [job] = await db.query.selectFrom('jobs').selectAll().execute();
    expect(job).toMatchObject({ kind: 'digest', slot: 'kim 2026-11-22', payload: { user_id: 4 }, state: 'queued' });
    await store.schedules.remove('kim');
    clock.advance(24 * 60 * MINUTE_MS);
    await planner()();
    expect(await slots()).toHaveLength(1);
  });

  it('skip and log an unreadable pattern without blocking others', async () => {
    await store.schedules.ensure({ name: 'bad', kind: 'bad', calendar: 'every morning' }, clock());
    await planner([{ name: 'often', kind: 'often', everySeconds: 300 }])();
    expect(await slots()).toEqual(['often 2026-11-22T12:00:00.000Z']);
    expect(logged).toHaveLength(1);
  });

  it('use the new pattern of a new version', async () => {
    await planner([{ name: 'often', kind: 'often', everySeconds: 3600 }])();
    clock.advance(10 * MINUTE_MS);
    await planner([{ name: 'often', kind: 'often', everySeconds: 300 }])();
    expect(await slots()).toEqual(['often 2026-11-22T12:00:00.000Z', 'often 2026-11-22T12:10:00.000Z']);
  });
});
