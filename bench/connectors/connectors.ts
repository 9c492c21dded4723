import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { ConnectionKind, Integration, SyncRunPage } from '../../contract/entities/connection.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { PASSWORD } from '../../soak/support/company.ts';
import { type Answer, ask, json, startServer } from '../../soak/support/server.ts';
import type { Result } from '../result.ts';
import { fillBank, fillBooks, fillCrm, fillSheet, type Source, sellers } from './sources.ts';

const ADMIN = 'ada@example.test';
/** Goals for a first sync and for a repeat with nothing new, in seconds; without a goal the time is only reported. */
type Goals = Readonly<{ first?: number; repeat?: number }>;

/** A company with an admin and sellers in its own database; embedded if no server is given. */
const makePlace = async (serverUrl: string | undefined) => {
  const name = `quotaboard_connect_${process.pid}_${randomBytes(3).toString('hex')}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl ?? '' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const dataDir = serverUrl ? '' : mkdtempSync(join(tmpdir(), 'quotaboard-connect-'));
  if (serverUrl) await inServer(`create database "${name}"`);
  const databaseUrl = serverUrl ? Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href : '';
  const db = await openDatabase({ databaseUrl, dataDir });
  await migrate(db);
  const password_hash = await createPasswords().hash(PASSWORD);
  const people = [
    { first_name: 'Ada', last_name: 'Admin', email: ADMIN, role: 'admin', password_hash },
    { first_name: 'Sam', last_name: 'Seller', email: 'sam@example.test', role: 'salesperson', password_hash },
    ...sellers.map((email) => ({ first_name: 'Sel', last_name: email, email, role: 'salesperson', password_hash }) as const),
  ] as const;
  await db.query
    .insertInto('users')
    .values([...people])
    .execute();
  // The embedded database allows only one process at a time, and the server needs it.
  if (!serverUrl) await db.close();
  const env: Readonly<Record<string, string>> = serverUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };
  return {
    env,
    /** Resolves when nothing is left to compute. */
    computed: async (): Promise<void> => {
      while (serverUrl && (await sql`select 1 from marks limit 1`.execute(db.query)).rows.length > 0) await pause(100);
    },
    drop: async (): Promise<void> => {
      if (serverUrl) await db.close();
      if (serverUrl) await inServer(`drop database if exists "${name}" with (force)`);
      else rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Measures, through the built server, a first sync of everything until the last figure is right, and a sync with nothing new. */
export const measure = async (
  kind: ConnectionKind,
  words: string,
  source: Source,
  serverUrl: string | undefined,
  goals: Goals,
): Promise<Result[]> => {
  const place = await makePlace(serverUrl);
  const server = await startServer({ PUBLIC_URL: 'http://127.0.0.1:8080', ...place.env, ...source.env });
  try {
    let token = '';
    /** Signs in again if needed, because on a busy machine a first sync can outlast a token. */
    const call = async (path: string, options: object = {}): Promise<Answer> => {
      const answer = await ask(`${server.url}/api/v1${path}`, { token, ...options });
      if (answer.status !== 401) return answer;
      const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: ADMIN, password: PASSWORD } });
      token = json<{ access_token: string }>(login).access_token;
      return call(path, options);
    };
    const own = `/integrations/${kind}`;
    const from = performance.now();
    const began = await call(own, { method: 'POST', body: source.form });
    if (began.status >= 300) throw new Error(began.text);
    await source.signIn?.(json(began), call);
    const { id } = json<{ data: Integration[] }>(await call(own)).data[0] as Integration;
    const sync = async (): Promise<void> => {
      await call(`${own}/${id}/sync`, { method: 'POST' });
      for (;;) {
        const [run] = json<SyncRunPage>(await call(`${own}/${id}/runs`)).data;
        if (run?.status === 'completed') return place.computed();
        if (run?.status === 'failed') throw new Error(`${kind}: ${run.error}`);
        await pause(50);
      }
    };
    const seconds = async (begun = performance.now()): Promise<number> => {
      await sync();
      return (performance.now() - begun) / 1000;
    };
    const label = `${words}, ${serverUrl ? 'PostgreSQL' : 'embedded'}`;
    const figure = (name: string, value: number, limit?: number): Result => ({
      what: `${label}: ${name}`,
      value,
      ...(limit === undefined ? {} : { limit }),
    });
    const first = figure('first sync until the last figure is right, s', await seconds(from), goals.first);
    await source.pass?.();
    return [first, figure('a repeat with nothing new, s', await seconds(), goals.repeat)];
  } finally {
    await server.stop();
    await place.drop();
    await source.close();
  }
};

/** First syncs and repeats of each connector against its stand-in, with rate limits on. */
export const benchConnectors = async (serverUrl: string | undefined, invoices: number): Promise<Result[]> => [
  ...(await measure('googlesheets', '20,000 rows of a sheet', await fillSheet(20_000), serverUrl, { first: 30, repeat: 3 })),
  ...(await measure('googlesheets', '20,000 rows of a sheet', await fillSheet(20_000), undefined, { first: 30, repeat: 3 })),
  ...(await measure('hubspot', '10,000 deals of HubSpot', await fillCrm(10_000), serverUrl, { first: 60, repeat: 3 })),
  ...(await measure('mercury', '12,000 transactions of Mercury', await fillBank(12_000), serverUrl, { repeat: 3 })),
  ...(await measure('quickbooks', `${invoices} invoices of QuickBooks and their payments`, await fillBooks(invoices), serverUrl, {
    first: 240,
    repeat: 3,
  })),
];
