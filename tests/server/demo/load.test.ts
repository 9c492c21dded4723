import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/** Snapshots of closed months, of which there are none here, refuse to be emptied with the users. */
const emptied = (filled: string): string =>
  `alter table pay_period_snapshots disable trigger user; truncate ${filled} restart identity cascade;
   alter table pay_period_snapshots enable trigger user`;
const scale = 0.1;
const passwordHash = 'hash';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  const filled = tables.filter((table) => table !== 'general_settings').join(', ');
  await db.script(`${emptied(filled)}; update general_settings set company_name = 'Company', updated_at = '2026-01-01Z'`);
});

const checksums = async (): Promise<Record<string, string>> => {
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
  test('a load that breaks off leaves nothing, and the next one loads', async () => {
    const before = await checksums();
    const progress = () => {
      throw new Error('pulled the plug');
    };
    await expect(loadDemo(db, { today: '2026-11-21', scale, passwordHash, progress })).rejects.toThrow('pulled the plug');
    expect(await isEmpty(db)).toBe(true);
    expect(await checksums()).toEqual(before);
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    expect(await isEmpty(db)).toBe(false);
  });

  test('a database with users is refused and kept as it is', async () => {
    await sql`insert into users (email, first_name, last_name, role) values ('someone@real.test', 'Some', 'One', 'admin')`.execute(
      db.query,
    );
    const before = await checksums();
    await expect(loadDemo(db, { today: '2026-11-21', passwordHash })).rejects.toThrow(StartRefused);
    expect(await checksums()).toEqual(before);
  });

  test('the same day and scale give the same company', async () => {
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    const once = await checksums();
    await db.script(emptied(tables.filter((table) => table !== 'general_settings').join(', ')));
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    expect(await checksums()).toEqual(once);
    expect(Object.values(once).every((sum) => /^[1-9]\d* [0-9a-f]{32}$/.test(sum))).toBe(true);
  });

  test.each(['2027-01-01', '2028-02-29', '2026-03-31'])('on %s too every record follows the rules', async (today) => {
    await loadDemo(db, { today, scale, passwordHash });
    const expected = await recomputed(db);
    expect(expected.size).toBeGreaterThan(800);
    expect(await recorded(db)).toEqual(expected);
  });
});
