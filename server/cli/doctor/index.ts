import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { StartRefused } from '../../db/startRefused.ts';
import { type Config, readEnvironment } from '../../start/environment.ts';
import { checkBalances, checkClauses } from './checkBalances.ts';
import {
  checkAudit,
  checkClock,
  checkDatabaseSettings,
  checkKey,
  checkLocks,
  checkMigrations,
  checkVersion,
  type DatabaseCheck,
} from './checkDatabase.ts';
import { checkReplica } from './checkReplica.ts';
import { checkSecondFactor } from './checkSecondFactor.ts';
import { checkBackup, checkDisk, checkMail, checkMetrics, checkPublicUrl, checkSso, isServerRunning } from './checkSettings.ts';
import { checkConnections, checkJobs } from './checkWork.ts';
import { type DoctorFinding, fail, findingLines, ok, warn } from './finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

const databaseChecks: Readonly<Record<string, DatabaseCheck>> = {
  database: checkVersion,
  clock: checkClock,
  settings: checkDatabaseSettings,
  migrations: checkMigrations,
  key: checkKey,
  replica: checkReplica,
  locks: checkLocks,
  'second factor': checkSecondFactor,
  connections: checkConnections,
  work: checkJobs,
  balances: checkBalances,
  clauses: checkClauses,
  audit: checkAudit,
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

/** Reports a check that throws as a finding. */
const examine = (subject: string, check: () => Promise<DoctorFinding> | DoctorFinding): Promise<DoctorFinding> =>
  Promise.resolve()
    .then(check)
    .catch((error: unknown) => fail(subject, `could not be checked: ${messageOf(error)}`, 'correct the findings above first'));

const examineDatabase = async (config: Config, report: (finding: DoctorFinding) => void): Promise<void> => {
  const { databaseUrl, dataDir } = config;
  const isServerUp = await isServerRunning(config);
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    return report(
      warn('database', `there is none in ${dataDir} yet`, 'start the server once, or set DATA_DIR or DATABASE_URL to where it is'),
    );
  let db: Database;
  try {
    db = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
  } catch (error) {
    if (!databaseUrl && isServerUp)
      return report(
        warn(
          'database',
          'the running server has the embedded database, and answers',
          'stop it and run the doctor again to check the database',
        ),
      );
    return report(
      fail(
        'database',
        messageOf(error),
        databaseUrl ? 'check DATABASE_URL, and that PostgreSQL runs' : 'stop the other process, or set DATA_DIR',
      ),
    );
  }
  try {
    for (const [subject, check] of Object.entries(databaseChecks)) {
      const finding = await examine(subject, () => check(db, config));
      report(finding);
      // The later checks read tables that pending migrations create.
      if (subject === 'migrations' && finding.level === 'warn') break;
    }
  } finally {
    await db.close();
  }
  report(
    isServerUp
      ? ok('server', 'answers on this machine')
      : warn('server', `none answers on port ${config.port} of this machine`, 'start it with npm run serve, unless it runs elsewhere'),
  );
};

/**
 * `npm run doctor`: examines the set-up of this server and says what to do. Changes nothing and sends nothing.
 * @returns false if anything fails
 */
export const runDoctor = async (env: Env, argv: readonly string[], print: (line: string) => void): Promise<boolean> => {
  const levels: DoctorFinding['level'][] = [];
  const report = (finding: DoctorFinding): void => {
    levels.push(finding.level);
    for (const line of findingLines(finding)) print(line);
  };
  const summary = (): boolean => {
    const count = (level: DoctorFinding['level']) => levels.filter((one) => one === level).length;
    print(`${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend`);
    return !levels.includes('fail');
  };
  let config: Config;
  try {
    config = readEnvironment(env, argv);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    report(fail('configuration', messageOf(error), 'correct this variable; the rest is checked afterwards'));
    return summary();
  }
  report(ok('configuration', 'every variable can be read'));
  report(await examine('address', () => checkPublicUrl(config)));
  report(await examine('metrics', () => checkMetrics(config)));
  report(await examine('disk', () => checkDisk(config)));
  report(await examine('backup', () => checkBackup(config, new Date())));
  report(await examine('mail', () => checkMail(config)));
  report(await examine('sign-in', () => checkSso(config)));
  await examineDatabase(config, report);
  return summary();
};
