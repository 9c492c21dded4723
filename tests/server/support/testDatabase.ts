import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';

export type TestTemplate = { kind: 'embedded'; directory: string } | { kind: 'postgres'; serverUrl: string; name: string };
declare module 'vitest' {
  interface ProvidedContext {
    testTemplate: TestTemplate;
  }
}

/** The location of a test database: the argument of `openDatabase`. */
export type TestPlace = { databaseUrl?: string; dataDir: string };
/** `drop` closes and removes it; `place` lets a test open it a second time. */
export type TestDatabase = Database & { place: TestPlace; drop: () => Promise<void> };

const inServer = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The kind of database this project's tests run on. */
export const testDatabaseKind = (): TestTemplate['kind'] => inject('testTemplate').kind;

const createdFrom = async ({ serverUrl, name }: Extract<TestTemplate, { kind: 'postgres' }>): Promise<string> => {
  const database = `${name}_${randomBytes(6).toString('hex')}`;
  // No PostgreSQL test checks the state after a power cut.
  await inServer(
    serverUrl,
    `create database "${database}" template "${name}"`,
    `alter database "${database}" set synchronous_commit = off`,
  );
  return database;
};

/** The next database is created while the previous file's tests run: it takes half a second. */
let nextDatabase: Promise<string> | undefined;

/** A migrated, empty database that isn't open yet, and how to remove it. */
export const freshPlace = async (): Promise<{ place: TestPlace; remove: () => Promise<void> }> => {
  const template = inject('testTemplate');
  if (template.kind === 'embedded') {
    const dataDir = join(template.directory, randomBytes(6).toString('hex'));
    cpSync(join(template.directory, 'template'), dataDir, { recursive: true });
    return { place: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
  }
  const { serverUrl } = template;
  const database = await (nextDatabase ?? createdFrom(template));
  nextDatabase = createdFrom(template);
  // The error is reported to the test that uses it.
  nextDatabase.catch(() => {});
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  return { place: { databaseUrl, dataDir: '' }, remove: () => inServer(serverUrl, `drop database if exists "${database}" with (force)`) };
};

/** A new migrated, empty database for a test file: `const db = await freshDatabase(); afterAll(() => db.drop());` */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const { place, remove } = await freshPlace();
  const db = await openDatabase(place);
  return {
    ...db,
    place,
    drop: async () => {
      await db.close();
      await remove();
    },
  };
};
