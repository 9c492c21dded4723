import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

const migrations = [
  '001_start',
  '002_money',
  '003_company_sums',
  '004_events',
  '005_event_days',
  '006_people',
  '007_payment_days',
  '008_fewer_indexes',
  '011_snapshots',
];
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const empty = async (): Promise<void> => db.script('drop schema public cascade; create schema public');

describe('migrations', () => {
  test('what is applied is not applied again', async () => {
    expect(await migrate(db)).toEqual({ applied: [] });
  });

  test('instances that start at once apply each migration once', async () => {
    await empty();
    const instances = testDatabaseKind() === 'postgres' ? [db, await openDatabase(db.place), await openDatabase(db.place)] : [db, db, db];
    const results = await Promise.all(instances.map(migrate));
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(migrations);
    const { rows } = await sql`select name from schema_migrations`.execute(db.query);
    expect(rows).toEqual(migrations.map((name) => ({ name })));
    await Promise.all(instances.map((instance) => (instance === db ? undefined : instance.close())));
  });

  test('one that fails leaves nothing and the next start applies it', async () => {
    await empty();
    await db.script('create table users (in_the_way int)');
    await expect(migrate(db)).rejects.toMatchObject({ code: '42P07' });
    const { rows } = await sql`select to_regclass('general_settings') as made`.execute(db.query);
    expect(rows).toEqual([{ made: null }]);
    await db.script('drop table users');
    expect(await migrate(db)).toEqual({ applied: migrations });
  });
});
