import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { openPostgres } from '../../../server/db/postgres/openPostgres.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
let prepared: Database;
beforeAll(async () => {
  db = await freshDatabase();
  if (db.url !== null) prepared = await openPostgres(db.url, { connections: 1, prepares: true });
});
afterAll(async () => {
  await prepared?.close();
  await db.drop();
});

/** The embedded database doesn't prepare statements. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('a connection that keeps prepared statements', () => {
  it.each([
    [
      'of every type',
      `select 7::int8 as id, 1.5::numeric as rate, '2026-02-28'::date as day, true as held, '{"a":[1]}'::jsonb as parts, null as nothing`,
    ],
    ['with columns of odd names', `select 1 as "a ""b"", \\n", 2 as "__x", 3 as "constructor", 4 as "1"`],
    ['of an empty table', 'select id, email from users where false'],
    ['of many', `select n, n * 2 as twice, 'text ' || n as text from generate_series(1, 300) as n`],
  ])('gives rows %s as others do', async (_what, statement) => {
    const statementSql = sql.raw(statement);
    const { rows } = await statementSql.execute(prepared.query);
    expect(rows).toEqual((await statementSql.execute(db.query)).rows);
    for (const row of rows) expect(Object.keys(row as object)).toEqual(Object.keys(rows[0] as object));
  });

  it('gives the rows of a statement that comes again with other values', async () => {
    const twice = async (n: number) => (await sql`select ${n}::int4 as n, ${`${n} times`}::text as text`.execute(prepared.query)).rows;
    for (const n of [1, 2, 3, 4, 5, 6, 7]) expect(await twice(n)).toEqual([{ n, text: `${n} times` }]);
  });

  it('says how many rows a write changed', async () => {
    await sql`insert into users (email, first_name, last_name, role) values ('ann@example.test', 'Ann', 'Admin', 'admin')`.execute(
      prepared.query,
    );
    const { numAffectedRows, rows } = await sql`update users set first_name = ${'Anna'} where email = 'ann@example.test'`.execute(
      prepared.query,
    );
    expect([numAffectedRows, rows]).toEqual([1n, []]);
  });
});
