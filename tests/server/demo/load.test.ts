import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { StartRefused } from '../../../server/db/startRefused.ts';
import { isEmpty, loadDemo } from '../../../server/demo/loadDemo.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';
import { recomputed, recorded } from './recomputed.ts';

const tables = [
  'general_settings',
  'users',
  'deals',
  'invoices',
  'customer_payments',
  'commission_records',
  'commission_months',
  'payouts',
  'payout_lines',
  'adjustments',
  'events',
  'notifications',
];

const using = async (work: (db: TestDatabase) => Promise<void>): Promise<void> => {
  const db = await freshDatabase();
  await work(db).finally(() => db.drop());
};
const checksums = async (db: Database): Promise<Record<string, string>> => {
  const all: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await sql<{
      sum: string;
    }>`select count(*) || ' ' || md5(string_agg(t::text, ',' order by t::text collate "C")) as sum from ${sql.table(table)} t`.execute(
      db.query,
    );
    all[table] = rows[0]?.sum ?? '';
  }
  return all;
};

describe('loading the demo company', { timeout: 120_000 }, () => {
  test('the same day and scale give the same company', async () => {
    const seen: Record<string, string>[] = [];
    for (const _ of [1, 2]) {
      await using(async (db) => {
        await loadDemo(db, { today: '2026-11-21', scale: 0.2, passwordHash: 'hash' });
        seen.push(await checksums(db));
      });
    }
    expect(Object.keys(seen[0] ?? {})).toEqual(tables);
    expect(seen[0]).toEqual(seen[1]);
  });

  test('a load that breaks off leaves nothing, and the next one loads', async () => {
    await using(async (db) => {
      const before = await checksums(db);
      const broken = loadDemo(db, {
        today: '2026-11-21',
        scale: 0.2,
        passwordHash: 'hash',
        progress: () => {
          throw new Error('pulled the plug');
        },
      });
      await expect(broken).rejects.toThrow('pulled the plug');
      expect(await isEmpty(db)).toBe(true);
      expect(await checksums(db)).toEqual(before);
      await loadDemo(db, { today: '2026-11-21', scale: 0.2, passwordHash: 'hash' });
      expect(await isEmpty(db)).toBe(false);
    });
  });

  test('a database with users is refused and kept as it is', async () => {
    await using(async (db) => {
      await sql`insert into users (email, first_name, last_name, role) values ('someone@real.test', 'Some', 'One', 'admin')`.execute(
        db.query,
      );
      const before = await checksums(db);
      await expect(loadDemo(db, { today: '2026-11-21', passwordHash: 'hash' })).rejects.toThrow(StartRefused);
      expect(await checksums(db)).toEqual(before);
    });
  });

  test.each(['2027-01-01', '2028-02-29', '2026-03-31'])('on %s too every record follows the rules', async (today) => {
    await using(async (db) => {
      await loadDemo(db, { today, scale: 0.2, passwordHash: 'hash' });
      const expected = await recomputed(db);
      expect(expected.size).toBeGreaterThan(1500);
      expect(await recorded(db)).toEqual(expected);
    });
  });
});
