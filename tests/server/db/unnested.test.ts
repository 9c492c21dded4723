import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unnestRows } from '../../../server/db/unnested.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const types = { id: 'int8', day: 'date', note: 'text', held: 'bool', parts: 'jsonb' } as const;
const selectRows = async (rows: readonly Readonly<Record<string, unknown>>[]) =>
  (await sql`select id, day, note, held, parts from ${unnestRows(rows, types)} as t`.execute(db.query)).rows;

describe('rows as a table in a statement', () => {
  it('return unchanged, one row per record', async () => {
    const rows = [
      { id: 1, day: '2026-02-28', note: 'plain', held: true, parts: [{ net: 5, rate: 0.05 }] },
      { id: -9_007_199_254_740_991, day: null, note: null, held: false, parts: [] },
      { id: 0, day: '1900-01-01', note: '', held: true, parts: { 'a "name"': '\\ {1,2} \n' } },
    ];
    expect(await selectRows(rows)).toEqual(rows);
  });

  it.each(['NULL', 'null', '"', '\\', '\\"', 'a,b', '{a}', '{}', ' outer ', 'line\nline\ttab', "it's", 'é 李 😀', '$1', '\\x41'])(
    'return the text %j',
    async (note) => {
      const row = { id: 1, day: null, note, held: false, parts: [note] };
      expect(await selectRows([row, row])).toEqual([row, row]);
    },
  );

  it('form an empty table from an empty list', async () => {
    expect(await selectRows([])).toEqual([]);
  });

  it('may read a cell from something other than a column', async () => {
    const table = unnestRows(
      [
        [1, 'one'],
        [2, 'two'],
      ] as const,
      { id: 'int8', name: 'text' },
      ([id, name], column) => (column === 'id' ? id : name),
    );
    expect((await sql`select id, name from ${table} as t order by id desc`.execute(db.query)).rows).toEqual([
      { id: 2, name: 'two' },
      { id: 1, name: 'one' },
    ]);
  });
});
