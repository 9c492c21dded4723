import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.script('create table probe (id int primary key, note text not null check (note <> $$bad$$)); create table other (id int)');
});
afterAll(() => db.drop());

const ids = async (): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from probe order by id`.execute(db.query);
  return rows.map(({ id }) => id);
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('transactions', () => {
  test('isolate a rolled-back transaction, a plain statement and another transaction', async () => {
    const rolledBack = db.query.transaction().execute(async (trx) => {
      await sql`insert into probe values (1, 'gone')`.execute(trx);
      await pause(30);
      await sql`insert into probe values (2, 'gone')`.execute(trx);
      throw new Error('changed my mind');
    });
    const plain = sql`insert into probe values (3, 'plain')`.execute(db.query);
    const inserted = db.query.transaction().execute(async (trx) => {
      await sql`insert into probe values (4, 'kept')`.execute(trx);
      await pause(10);
      await sql`insert into probe values (5, 'kept')`.execute(trx);
    });
    const named = db.named('probe-insert', 'insert into probe values ($1, $2)', [6, 'named']);
    const [first, ...others] = await Promise.allSettled([rolledBack, plain, inserted, named]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'changed my mind' } });
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await ids()).toEqual([3, 4, 5, 6]);
  });

  test('roll back on a failed statement, and the next statement works', async () => {
    const failing = db.query.transaction().execute(async (trx) => {
      await sql`insert into probe values (10, 'gone')`.execute(trx);
      await sql`insert into probe values (3, 'taken')`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'probe_pkey', detail: 'Key (id)=(3) already exists.' });
    expect(await ids()).toEqual([3, 4, 5, 6]);
  });

  test('keep the SQLSTATE and constraint of an error', async () => {
    await expect(sql`insert into probe values (20, 'bad')`.execute(db.query)).rejects.toMatchObject({
      code: '23514',
      constraint: 'probe_note_check',
    });
    await expect(db.named('no-table', 'select * from nowhere where 1 = $1', [1])).rejects.toMatchObject({ code: '42P01' });
  });

  test('leave nothing of a script that fails halfway', async () => {
    await expect(db.script('insert into other values (1); insert into nowhere values (2)')).rejects.toMatchObject({ code: '42P01' });
    const { rows } = await sql`select * from other`.execute(db.query);
    expect(rows).toEqual([]);
  });

  test('answer a ping while another transaction is open', async () => {
    await db.query.transaction().execute(async () => {
      await expect(db.ping()).resolves.toBeUndefined();
    });
  });

  test('report the number of updated rows', async () => {
    const result = await sql`update probe set note = note || '!' where id > 3`.execute(db.query);
    expect(result.numAffectedRows).toBe(3n);
  });
});
