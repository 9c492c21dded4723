import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { yieldingDatabase } from '../../../server/db/yieldingDatabase.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** A statement's own connection, as pg_stat_activity shows it. */
const OWN_NAME = 'select application_name as name from pg_stat_activity where pid = pg_backend_pid()';

describe.skipIf(testDatabaseKind() === 'embedded')('connections to PostgreSQL', () => {
  it('have a name that states their purpose', async () => {
    const ownName = async ({ query }: Pick<TestDatabase, 'query'>) => (await sql.raw<{ name: string }>(OWN_NAME).execute(query)).rows;
    expect(await ownName(db)).toEqual([{ name: 'quotaboard web' }]);
    expect(await ownName(yieldingDatabase(db, async () => {}))).toEqual([{ name: 'quotaboard jobs' }]);
    expect(await db.named('own_name', OWN_NAME, [])).toEqual([{ name: 'quotaboard lists' }]);
  });

  it('are counted by activity', async () => {
    await Promise.all([db.query, db.query].map((query) => sql`select 1`.execute(query)));
    const idle = db.connections().find(({ name }) => name === 'web')?.idle ?? 0;
    expect(idle).toBeGreaterThanOrEqual(2);
    await db.query.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      expect(db.connections()).toContainEqual({ name: 'web', inUse: 1, idle: idle - 1, waiting: 0 });
    });
  });

  it('queue callers when all are in use', async () => {
    const queries = Array.from({ length: 12 }, () => sql`select pg_sleep(0.3)`.execute(db.query));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(db.connections().find(({ name }) => name === 'web')).toEqual({ name: 'web', inUse: 10, idle: 0, waiting: 2 });
    await Promise.all(queries);
  });
});
