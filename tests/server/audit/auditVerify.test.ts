import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerifyAudit } from '../../../server/cli/verifyAudit.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { StartRefused } from '../../../server/db/startRefused.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { freshPlace, type TestPlace } from '../support/testDatabase.ts';

let place: TestPlace;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ place, remove } = await freshPlace());
  const db = await openDatabase(place);
  const entry = { actorId: null, action: 'thing.changed', entity: 'thing', after: { amount_cents: 100 } };
  for (let row = 1; row <= 3; row += 1)
    await auditRepository(db.query).write({ ...entry, entityId: String(row) }, { network: 'console', requestId: 'r' }, new Date());
  await db.close();
});
afterAll(() => remove());

const verify = async (env: Record<string, string | undefined> = {}, words: string[] = []): Promise<string[]> => {
  const lines: string[] = [];
  const config = readEnvironment({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...env }, ['audit:verify', ...words]);
  await runVerifyAudit(config, (line) => void lines.push(line));
  return lines;
};
const tamper = async (statement: string): Promise<void> => {
  const db = await openDatabase(place);
  await db.script(`alter table audit_log disable trigger all; ${statement}; alter table audit_log enable trigger all;`);
  await db.close();
};

describe('decisions 4.05: npm run audit:verify', () => {
  it('prints the number of verified rows and the last hash', async () => {
    const [line, ...rest] = await verify();
    expect(line).toMatch(/^The audit log is whole: 3 rows, the last hash is [0-9a-f]{64}\.$/);
    expect(rest).toEqual([]);
  });

  it('fails and names the first row that was changed or is missing', async () => {
    await tamper(`update audit_log set after = '{"amount_cents": 101}' where entity_id = '2'`);
    const refused = verify();
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
    await expect(refused).rejects.toThrow(
      /^The audit log is not as it was written: row \d+ is the first that differs, after 1 row that is as written\.$/,
    );
    await tamper(`delete from audit_log where entity_id in ('2', '3')`);
    await expect(verify()).rejects.toThrow(
      'The audit log is not as it was written: rows at its beginning or end are gone, after 1 row that is as written.',
    );
  });

  it('detects a rewritten or truncated chain by the saved hashes (decisions 4.05)', async () => {
    const db = await openDatabase(place);
    const write = (entityId: string) =>
      auditRepository(db.query).write(
        { actorId: null, action: 'a', entity: 'thing', entityId },
        { network: 'console', requestId: 'r' },
        new Date(),
      );
    await db.script(
      `alter table audit_log disable trigger all; delete from audit_log; update audit_head set hash = ''; alter table audit_log enable trigger all;`,
    );
    for (const row of ['7', '8', '9']) await write(row);
    const headHash = await auditRepository(db.query).head();
    await db.close();
    expect((await verify({}, ['--knows', headHash]))[0]).toMatch(/It has the hash that you kept\.$/);
    await tamper(
      `delete from audit_log where entity_id = '9'; update audit_head set hash = (select hash from audit_log order by id desc limit 1)`,
    );
    expect(await verify()).toHaveLength(1);
    await expect(verify({}, ['--knows', headHash])).rejects.toThrow(
      'The audit log is not as it was written: the hash that you kept is in none of its rows, after 2 rows that are as written.',
    );
    await expect(verify({}, ['--knows', 'abc'])).rejects.toThrow('--knows must be a hash that audit:verify printed');
  });

  it('rejects rows without a hash, wherever they appear', async () => {
    const forged = (id: number) =>
      `insert into audit_log (id, at, action, entity, entity_id) overriding system value values (${id}, now(), 'a', 'thing', 'x')`;
    await tamper(forged(-5));
    await expect(verify()).rejects.toThrow('row -5 is the first that differs, after 0 rows that are as written');
    await tamper(`delete from audit_log where id = -5`);
    await verify();
    await tamper(`update audit_log set hash = null, prev_hash = null; update audit_head set hash = ''`);
    await expect(verify()).rejects.toThrow('is the first that differs, after 0 rows that are as written');
  });

  it('rejects an empty log if accounts exist', async () => {
    await tamper(`truncate audit_log; update audit_head set hash = ''`);
    expect((await verify())[0]).toMatch(/0 rows, none is chained yet/);
    await tamper(`insert into users (first_name, last_name, email, role, password_hash) values ('A', 'B', 'a@b.test', 'admin', 'x')`);
    await expect(verify()).rejects.toThrow('it is empty, although people have accounts, after 0 rows that are as written');
  });

  it('does not create a missing database', async () => {
    await expect(verify({ DATA_DIR: '/tmp/there-is-none', DATABASE_URL: undefined })).rejects.toThrow(
      'There is no embedded database in /tmp/there-is-none: set DATA_DIR or DATABASE_URL to where it is.',
    );
  });
});
