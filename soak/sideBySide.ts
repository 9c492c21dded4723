/**
 * The version before the last migration and this one, on one PostgreSQL under load for a minute: `npm run soak -- sideBySide [COMMIT]`.
 * The older server starts first; this version's server then migrates the database under it. Expected: every answer of both is 2xx, every
 * write exists once, and the older version also starts on the newer schema.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PASSWORD, VP } from './support/company.ts';
import { checkOutCommit } from './support/earlierVersion.ts';
import { createLoad, selectFrom } from './support/load.ts';
import { privatePostgres } from './support/postgres.ts';
import { ask, json, startServer } from './support/server.ts';

const ALONE_MS = 5000;
const TOGETHER_MS = Number(process.env.SOAK_MS ?? 60_000);
const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commitBefore = (): string => `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/db/migrations')}^`;

/** Creates the company with the older version, so that it has that version's schema. */
const makeOldCompany = (home: string, databaseUrl: string): { invoice: string; vp: string } => {
  const file = join(home, 'soak/support/makeCompany.mts');
  writeFileSync(
    file,
    `import { makeCompany } from './company.ts';\nconsole.log(JSON.stringify(await makeCompany({ databaseUrl: ${JSON.stringify(databaseUrl)}, dataDir: '' })));\n`,
  );
  const output = execFileSync(join(root, 'node_modules/.bin/tsx'), [file], { cwd: home, encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}');
};

const commit = git('rev-parse', process.argv[2] ?? commitBefore());
const { home, remove: removeOld } = checkOutCommit(commit);
execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
const database = await privatePostgres();
try {
  const load = createLoad(makeOldCompany(home, database.url));
  const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '0' };
  const startOld = () => startServer(env, [process.execPath, join(home, 'dist/server/main.js')]);
  const applied = async (): Promise<number> =>
    (await selectFrom<{ count: number }>(database.url, 'select count(*)::int as count from schema_migrations'))[0]?.count ?? 0;
  const old = await startOld();
  const login = await ask(`${old.url}/api/v1/auth/login`, { method: 'POST', body: { email: VP, password: PASSWORD } });
  const { access_token: token } = json<{ access_token: string }>(login);
  const [urls, before] = [[old.url], await applied()];
  const end = load.begin(urls, token);
  await pause(ALONE_MS);
  const current = await startServer(env);
  const migrated = (await applied()) - before;
  urls.push(current.url);
  await pause(TOGETHER_MS);
  const restartedOld = await startOld();
  urls.push(restartedOld.url);
  await pause(ALONE_MS);
  await end();
  const codes = await Promise.all([old, current, restartedOld].map((server) => server.stop()));
  const { lost, doubled } = await load.missingIn(database.url);
  for (const line of [...new Set(load.wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `sideBySide: ${commit.slice(0, 12)} beside this version, ${migrated} migrations under load, ${load.counts.reads} reads, ` +
      `${load.acknowledged.size} writes, ${lost} lost, ${doubled} doubled, ${load.counts.unavailable} of 503, ${load.wrong.length} wrong answers`,
  );
  process.exitCode = load.wrong.length + lost + doubled + codes.filter((code) => code !== 0).length > 0 || migrated === 0 ? 1 : 0;
} finally {
  await database.remove();
  removeOld();
}
