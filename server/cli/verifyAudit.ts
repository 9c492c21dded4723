import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditRepository } from '../db/repositories/audit/audit.ts';
import { StartRefused } from '../db/startRefused.ts';
import type { Config } from '../start/environment.ts';
import { withDatabase } from './withDatabase.ts';

const countText = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

const faultTexts: Readonly<Record<string, string>> = {
  head: 'rows at its beginning or end are gone',
  empty: 'it is empty, although people have accounts',
  unknown: 'the hash that you kept is in none of its rows',
};

/**
 * `npm run audit:verify -- --knows HASH`: verifies the whole chain as of one moment, while others may write. Read-only.
 * @throws StartRefused if a row was altered, or no row has the hash
 */
export const runVerifyAudit = async (config: Config, print: (line: string) => void): Promise<void> => {
  const { dataDir, databaseUrl, subject: knownHead } = config;
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new StartRefused(`There is no embedded database in ${dataDir}: set DATA_DIR or DATABASE_URL to where it is.`);
  await withDatabase(config, async (db) => {
    const readTransaction = db.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const { rows, broken, head } = await readTransaction.execute(async (trx) => {
      const audit = auditRepository(trx);
      return { ...(await audit.verifyChain(knownHead)), head: await audit.head() };
    });
    if (broken !== null) {
      const problem = faultTexts[broken] ?? `row ${broken} is the first that differs`;
      const verifiedText = `after ${countText(rows)} that ${rows === 1 ? 'is' : 'are'} as written`;
      throw new StartRefused(`The audit log is not as it was written: ${problem}, ${verifiedText}.`);
    }
    const knownHashText = knownHead === undefined ? '' : ' It has the hash that you kept.';
    print(
      `The audit log is whole: ${countText(rows)}, ${head === '' ? 'none is chained yet' : `the last hash is ${head}`}.${knownHashText}`,
    );
  });
};
