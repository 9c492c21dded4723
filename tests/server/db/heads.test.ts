import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Heads } from '../../../server/domain/shared/heads.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.script(`insert into users (email, first_name, last_name, role) values ('ann@example.test', 'Ann', 'Admin', 'admin');
    insert into pay_periods (start_date, end_date) values ('2026-09-01', '2026-09-30')`);
});
afterAll(() => db.drop());

const headsNow = async (): Promise<Heads> => {
  const { rows } = await sql<Heads>`select config, periods, people from heads`.execute(db.query);
  if (!rows[0]) throw new Error('there are no heads');
  return rows[0];
};
/** The heads that a statement incremented. */
const headsIncrementedBy = async (statement: string): Promise<string[]> => {
  const before = await headsNow();
  await db.script(statement);
  const after = await headsNow();
  return (['config', 'periods', 'people'] as const).filter((head) => after[head] > before[head]);
};

describe('version heads', () => {
  it.each([
    ['a saved configuration', "insert into config_versions (config) values ('{}')", ['config']],
    ['a closed month', "update pay_periods set state = 'closed'", ['periods']],
    [
      'the snapshot of a closed month',
      "insert into pay_period_snapshots (period_id, config_version, content, hash) select id, 1, '{}', '' from pay_periods",
      ['periods'],
    ],
    ['a reopened month', "update pay_periods set state = 'reopened'", ['periods']],
    [
      'a new person',
      "insert into users (email, first_name, last_name, role) values ('sam@example.test', 'Sam', 'Seller', 'salesperson')",
      ['people'],
    ],
    ['a changed role', "update users set role = 'sales_manager' where email = 'sam@example.test'", ['people']],
    ['a changed manager', 'update users set manager_id = 1 where id = 2', ['people']],
    ['a deactivated person', 'update users set active = false where id = 2', ['people']],
    ['a person’s earlier role', "insert into user_past values (2, '2026-10-01', 'salesperson', null, true)", ['people']],
    ['a changed name', "update users set first_name = 'Samuel' where id = 2", []],
    ['a resized column', "update users set table_column_widths = '{}' where id = 2", []],
  ])('%s moves its dependents and nothing else', async (_what, statement, moved) => {
    expect(await headsIncrementedBy(statement)).toEqual(moved);
  });

  it('a rolled-back change moves nothing', async () => {
    expect(await headsIncrementedBy("begin; insert into config_versions (config) values ('{}'); rollback")).toEqual([]);
  });
});
