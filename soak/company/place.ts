import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';

/** A RAM disk, because these companies need not survive a power cut. */
const MEMORY = '/dev/shm';
/** A migrated, empty database to copy: a directory of the embedded database, or a database name on a PostgreSQL server. */
export type Template = Readonly<{ directory: string }> | Readonly<{ serverUrl: string; name: string }>;

const directories = new Set<string>();
// Also runs after a signal that interrupted the simulation.
process.once('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
const newDirectory = (): string => {
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'quotaboard-company-'));
  directories.add(directory);
  return directory;
};
const newName = (): string => `company_${process.pid}_${process.hrtime.bigint()}`;
const urlOf = (serverUrl: string, name: string): string => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
const inServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const open = (template: Template) =>
  'directory' in template
    ? openDatabase({ dataDir: template.directory })
    : openDatabase({ dataDir: '', databaseUrl: urlOf(template.serverUrl, template.name) });

export const removeTemplate = async (template: Template): Promise<void> => {
  if ('directory' in template) rmSync(template.directory, { recursive: true, force: true });
  else await inServer(template.serverUrl, `drop database if exists ${template.name} with (force)`);
};

/** Creates an embedded database unless `serverUrl` is given. */
export const createTemplate = async (serverUrl: string | undefined): Promise<Template> => {
  const template: Template = serverUrl ? { serverUrl, name: newName() } : { directory: newDirectory() };
  if ('name' in template) await inServer(template.serverUrl, `create database ${template.name}`);
  const db = await open(template);
  await migrate(db);
  await db.close();
  return template;
};

const CLOSING_MS = 5000;
/** The time in which this process notices that its connections have ended. */
const NOTICE_MS = 20;

/** Copies the template; `remove` closes and deletes the copy. `endConnections`: null for an embedded database. */
export const copyDatabase = async (template: Template) => {
  const own: Template = 'directory' in template ? { directory: newDirectory() } : { ...template, name: newName() };
  if ('directory' in own && 'directory' in template) cpSync(template.directory, own.directory, { recursive: true });
  if ('name' in own && 'name' in template) await inServer(own.serverUrl, `create database ${own.name} template ${template.name}`);
  const db = await open(own);
  const endConnections = async ({ serverUrl, name }: Extract<Template, { name: string }>): Promise<void> => {
    await inServer(serverUrl, `select pg_terminate_backend(pid, ${CLOSING_MS}) from pg_stat_activity where datname = '${name}'`);
    await pause(NOTICE_MS);
  };
  return {
    db,
    endConnections: 'name' in own ? () => endConnections(own) : null,
    remove: async (): Promise<void> => {
      await db.close();
      await removeTemplate(own);
    },
  };
};
