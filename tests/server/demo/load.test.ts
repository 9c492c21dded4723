import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recomputeStatement } from '../../../contract/rules/statements/recompute.ts';
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

/**
 * Snapshots of closed months refuse to be emptied with the users; the first configuration is removed with them and recreated as the
 * migration does.
 */
const appendOnlyTables = ['pay_period_snapshots', 'pay_period_people', 'statement_leaves', 'statement_roots'];
const switchTriggers = (to: 'enable' | 'disable'): string =>
  appendOnlyTables.map((table) => `alter table ${table} ${to} trigger user;`).join('\n');
const emptied = (filled: string): string =>
  `${switchTriggers('disable')}
   truncate ${filled}, pay_period_people restart identity cascade;
   ${switchTriggers('enable')}
   insert into config_versions (config) values ('{}')`;
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
  test('leaves nothing when interrupted, and works next time', async () => {
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

  test('refuses a database with users and leaves it unchanged', async () => {
    await sql`insert into users (email, first_name, last_name, role) values ('someone@real.test', 'Some', 'One', 'admin')`.execute(
      db.query,
    );
    const before = await checksums();
    await expect(loadDemo(db, { today: '2026-11-21', passwordHash })).rejects.toThrow(StartRefused);
    expect(await checksums()).toEqual(before);
  });

  test('gives the same company for the same day and scale', async () => {
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    const once = await checksums();
    await db.script(emptied(tables.filter((table) => table !== 'general_settings').join(', ')));
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    expect(await checksums()).toEqual(once);
    expect(Object.values(once).every((sum) => /^[1-9]\d* [0-9a-f]{32}$/.test(sum))).toBe(true);
  });

  test.each(['2027-01-01', '2028-02-29', '2026-03-31'])('follows the rules for every record on %s too', async (today) => {
    await loadDemo(db, { today, scale, passwordHash });
    const expected = await recomputed(db);
    expect(expected.size).toBeGreaterThan(800);
    expect(await recorded(db)).toEqual(expected);
  });

  test('closes past months with a hash each, nothing pending in them, and statements that recompute', async () => {
    await loadDemo(db, { today: '2026-11-21', scale, passwordHash });
    const { rows } = await sql<{ state: string; first: string; last: string; months: number; unlike: number; waiting: number }>`
      select p.state, min(p.start_date) as first, max(p.start_date) as last, count(*)::int8 as months,
        count(*) filter (where s.hash is distinct from encode(sha256(convert_to(s.content::text, 'UTF8')), 'hex')) as unlike,
        count(*) filter (where exists (select 1 from adjustments a where a.state = 'pending' and a.effective_date between p.start_date and p.end_date)) as waiting
      from pay_periods p left join pay_period_snapshots s on s.period_id = p.id group by p.state`.execute(db.query);
    expect(rows).toEqual([{ state: 'closed', first: '2024-10-01', last: '2026-08-01', months: 23, unlike: 0, waiting: 0 }]);
    const { rows: leaves } = await sql<{ leaf: string }>`select leaf from statement_leaves`.execute(db.query);
    expect(leaves.length).toBeGreaterThan(5);
    for (const { leaf } of leaves) expect(recomputeStatement(JSON.parse(leaf)), leaf).toEqual({ differing: new Map(), isBalanced: true });
  });
});
