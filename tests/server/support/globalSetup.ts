import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import type { TestTemplate } from './testDatabase.ts';

/** Test companies are live unless a test changes that (decisions 8.07). */
const LIVE = "update general_settings set live_at = '2020-01-01Z'";
const PREFIX = 'quotaboard_test_';

/** A migrated data directory, created once; each test file opens a copy. */
const embeddedTemplate = async (): Promise<{ template: TestTemplate; remove: () => Promise<void> }> => {
  const directory = mkdtempSync(join(tmpdir(), 'quotaboard test '));
  const db = await openDatabase({ dataDir: join(directory, 'template') });
  await migrate(db);
  await db.script(LIVE);
  await db.close();
  return { template: { kind: 'embedded', directory }, remove: async () => rmSync(directory, { recursive: true, force: true }) };
};

/** A migrated database, created once; each test file gets a database created from it. All of them are dropped at the end. */
const postgresTemplate = async (serverUrl: string): Promise<{ template: TestTemplate; remove: () => Promise<void> }> => {
  const name = `${PREFIX}${Date.now()}_${process.pid}`;
  const inServer = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await work(client).finally(() => client.end());
  };
  const drop = async (client: pg.Client, mine: (database: string) => boolean): Promise<void> => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [PREFIX]);
    for (const { datname } of rows) if (mine(datname)) await client.query(`drop database if exists "${datname}" with (force)`);
  };
  // Databases left behind by a killed run, after six hours.
  const stale = (database: string): boolean => Number(database.slice(PREFIX.length).split('_')[0]) < Date.now() - 6 * 3_600_000;

  await inServer(async (client) => {
    await drop(client, stale);
    await client.query(`create database "${name}"`);
  });
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(db);
  await db.script(LIVE);
  await db.close();
  return {
    template: { kind: 'postgres', serverUrl, name },
    remove: () => inServer((client) => drop(client, (database) => database.startsWith(name))),
  };
};

/** Compiles the thread that reads imported files, once for all tests: in the sources, each thread would compile it again. */
const compileReadingThread = async (): Promise<() => void> => {
  const outDir = mkdtempSync(join(tmpdir(), 'quotaboard thread '));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: 'server/domain/imports/reading/readingThread.ts', outDir, emptyOutDir: true, target: 'node20', minify: false },
    ssr: { noExternal: true },
  });
  process.env.COMPILED_READING_THREAD = join(outDir, 'readingThread.js');
  return () => rmSync(outDir, { recursive: true, force: true });
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) console.log('TEST_DATABASE_URL is not set: the server tests ran on the embedded database alone.');
  const kind = project.config.env?.TEST_DATABASE;
  const { template, remove } = kind === 'postgres' && serverUrl ? await postgresTemplate(serverUrl) : await embeddedTemplate();
  project.provide('testTemplate', template);
  const removeThread = await compileReadingThread();
  return async () => {
    removeThread();
    await remove();
  };
}
