import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerifyAudit } from '../../../server/cli/verifyAudit.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { StartRefused } from '../../../server/db/startRefused.ts';
import { readConfig } from '../../../server/start/environment.ts';
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

const verify = async (env: Record<string, string | undefined> = {}): Promise<string[]> => {
  const lines: string[] = [];
  const config = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...env }, ['audit:verify']);
  await runVerifyAudit(config, (line) => void lines.push(line));
  return lines;
};
const tamper = async (statement: string): Promise<void> => {
  const db = await openDatabase(place);
  await db.script(`alter table audit_log disable trigger all; ${statement}; alter table audit_log enable trigger all;`);
  await db.close();
};

describe('decisions 4.05: npm run audit:verify', () => {
  it('says how many rows it proved and what the last hash is', async () => {
    const [line, ...more] = await verify();
    expect(line).toMatch(/^The audit log is whole: 3 rows, the last hash is [0-9a-f]{64}\.$/);
    expect(more).toEqual([]);
  });

  it('what was changed, or is gone, is a refusal that names the first such row', async () => {
    await tamper(`update audit_log set after = '{"amount_cents": 101}' where entity_id = '2'`);
    const refused = verify();
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
    await expect(refused).rejects.toThrow(
      /^The audit log is not as it was written: row \d+ is the first that differs, after 1 row that is as written\.$/,
    );
    await tamper(`delete from audit_log where entity_id in ('2', '3')`);
    await expect(verify()).rejects.toThrow(
      'The audit log is not as it was written: its last rows are gone, after 1 row that is as written.',
    );
  });

  it('does not create a missing database', async () => {
    await expect(verify({ DATA_DIR: '/tmp/there-is-none', DATABASE_URL: undefined })).rejects.toThrow(
      'There is no embedded database in /tmp/there-is-none: set DATA_DIR or DATABASE_URL to where it is.',
    );
  });
});
