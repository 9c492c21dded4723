import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAsKnownAt } from '../../../server/db/lens.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.script('create table things (id int primary key, word text); insert into things values (1, $$one$$), (2, null)');
});
afterAll(() => db.drop());

const ask = (text: string, ...params: readonly unknown[]) => db.named('', text, params);

describe('repeated statements', () => {
  test('answer by their parameters, including null', async () => {
    const text = 'select id, $2::text as said from things where id = $1::int';
    expect(await ask(text, 1, 'a')).toEqual([{ id: 1, said: 'a' }]);
    expect(await ask(text, 2, null)).toEqual([{ id: 2, said: null }]);
    expect(await ask(text, 3, 'c')).toEqual([]);
  });

  test('are planned for the current data', async () => {
    const text = 'select count(*)::int as n from things where id > $1::int';
    for (let time = 0; time < 8; time += 1) expect(await ask(text, 0)).toEqual([{ n: 2 }]);
    await ask('insert into things select n, null from generate_series(1000, $1::int) n', 1999);
    expect(await ask(text, 0)).toEqual([{ n: 1002 }]);
    await ask('delete from things where id >= $1::int', 1000);
  });

  test.runIf(process.env.TEST_DATABASE === 'embedded')('do not keep a plan made when the table was small', async () => {
    await db.script('create table grown (id int primary key, other int); create index grown_other on grown (other)');
    await db.script('insert into grown values (1, 1), (2, 2), (3, 3); analyze grown');
    const text = 'select id from grown where other = $1::int';
    const askRepeatedly = async () => {
      for (let time = 0; time < 8; time += 1) await ask(text, 2);
    };
    const plan = async (): Promise<string> => {
      const [statement] = (await ask('select name from pg_prepared_statements where statement = $1', text)) as { name: string }[];
      const { rows } = await db.query.executeQuery(CompiledQuery.raw(`explain execute ${statement?.name} (2)`));
      return JSON.stringify(rows);
    };
    await askRepeatedly();
    expect(await plan()).toContain('Seq Scan on grown');
    await ask('insert into grown select n, n from generate_series(10, $1::int) n', 5000);
    await askRepeatedly();
    expect(await plan()).not.toContain('Seq Scan on grown');
  });

  test('return the table’s current columns', async () => {
    const text = 'select * from things where id = $1::int';
    expect(await ask(text, 1)).toEqual([{ id: 1, word: 'one' }]);
    await db.script('alter table things add column more int default 7');
    expect(await ask(text, 1)).toEqual([{ id: 1, word: 'one', more: 7 }]);
  });

  test('fail without being dropped from the cache, in a transaction and alone', async () => {
    const text = 'insert into things (id) values ($1::int)';
    await expect(ask(text, 1)).rejects.toMatchObject({ code: '23505' });
    await expect(
      db.query.transaction().execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw(text, [40]));
        await trx.executeQuery(CompiledQuery.raw(text, [1]));
      }),
    ).rejects.toMatchObject({ code: '23505' });
    await ask(text, 41);
    expect(await ask('select id from things where id >= $1::int', 40)).toEqual([{ id: 41 }]);
    await expect(ask('select nothing from things where id = $1::int', 1)).rejects.toMatchObject({ code: '42703' });
  });

  test('read the past on request, and the present again afterwards', async () => {
    const text = 'select count(*)::int as n from marks where user_id >= $1::int8';
    const person = await db.query
      .insertInto('users')
      .values({ email: 'a@example.test', first_name: 'A', last_name: 'B', role: 'admin' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await ask(
      `with run as (insert into recompute_runs (actor_id, network, request_id, at) values ($1::int8, '', '', now()) returning id)
      insert into marks (user_id, day, rank, run_id, at) select $1::int8, '2026-01-01', 1, id, now() from run`,
      person.id,
    );
    for (let time = 0; time < 8; time += 1) expect(await ask(text, 0)).toEqual([{ n: 1 }]);
    // No marks existed at that instant.
    const past = await readAsKnownAt(db, '2026-01-01T00:00:00.000Z', (past) => past.named('', text, [0]));
    expect(past).toEqual([{ n: 0 }]);
    expect(await ask(text, 0)).toEqual([{ n: 1 }]);
  });

  test('stay correct when very many are cached', async () => {
    for (let column = 0; column < 450; column += 1)
      expect(await ask(`select $1::int as c${column}`, column)).toEqual([{ [`c${column}`]: column }]);
    expect(await ask('select $1::int as c0', 9)).toEqual([{ c0: 9 }]);
  });
});
