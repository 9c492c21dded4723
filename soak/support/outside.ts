import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConnectionKind, Integration, SyncRunPage } from '../../contract/entities/connection.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { PASSWORD } from './company.ts';
import { privatePostgres } from './postgres.ts';
import { ask, json, type RequestOptions, type Started, startServer } from './server.ts';

const ADMIN = 'ada@example.test';
const REPEAT_MS = 3000;
/** Time reserved for the syncs after the kills; a busy machine manages fewer kills. */
const AFTER_KILLS_MS = 150_000;

/** A fault with its expected results: the status of the run that hits it, and the connection's status afterwards. */
export type Case = Readonly<{ name: string; run: string; status: string; arrange: () => void; heal?: () => Promise<void> | void }>;
type Options = Readonly<{
  kind: ConnectionKind;
  env: Readonly<Record<string, string>>;
  longestMs: number;
  /** Differences between the vendor's data and ours; '' if everything exists here exactly once. */
  difference: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<string>;
}>;

/** One connection of the built server against its stand-in; collects every mismatch and prints them at the end. */
export const outsideSoak = async ({ kind, env, longestMs, difference }: Options) => {
  const postgres = await privatePostgres();
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const wrong: string[] = [];
  const startedAt = Date.now();
  let server: Started;
  let token = '';
  let id = '';

  const start = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://127.0.0.1:8080', ...env });
  };
  const call = async (path: string, options: RequestOptions = {}) => {
    for (;;) {
      const answer = await ask(`${server.url}/api/v1${path}`, { ...options, token });
      if (answer.status !== 401) return answer;
      const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: ADMIN, password: PASSWORD } });
      token = json<{ access_token: string }>(login).access_token;
    }
  };
  const own = `/integrations/${kind}`;
  const connection = async (): Promise<Integration> => json<{ data: Integration[] }>(await call(own)).data[0] as Integration;
  const lastRun = async () => json<SyncRunPage>(await call(`${own}/${id}/runs`)).data[0];
  const waitUntilOver = async (): Promise<string> => {
    for (;;) {
      const run = await lastRun();
      if (run && run.status !== 'queued' && run.status !== 'processing') return run.status;
      if (Date.now() - startedAt > longestMs) return 'too late';
      await pause(50);
    }
  };
  /** Simulates a minute's wait: resets all call allowances, circuits and pauses. */
  const rest = async (): Promise<void> => {
    await sql`delete from call_allowances`.execute(db.query);
    await sql`update call_circuits set state = 'closed', failures = 0, until = null, paused_until = null`.execute(db.query);
  };
  const sync = async (): Promise<string> => {
    await rest();
    await call(`${own}/${id}/sync`, { method: 'POST' });
    return waitUntilOver();
  };
  const expect = (label: string, actual: unknown, expected: unknown): void => {
    if (actual !== expected) wrong.push(`${label}: ${String(actual)}, wanted ${String(expected)}`);
  };
  const check = async (after: string): Promise<void> => {
    const differs = await difference(db);
    if (differs !== '') wrong.push(`${after}: ${differs}`);
  };

  await migrate(db);
  const password_hash = await createPasswords().hash(PASSWORD);
  await db.query
    .insertInto('users')
    .values({ first_name: 'Ada', last_name: 'Admin', email: ADMIN, role: 'admin', password_hash })
    .execute();
  await start();

  /** Adds new data with `more` before the fault; the next sync after it must import everything. */
  const testFault = async ({ name, run, status, arrange, heal }: Case, more: (name: string) => void): Promise<void> => {
    more(name);
    await rest();
    arrange();
    expect(`${name}: the run`, await sync(), run);
    const from = performance.now();
    await call('/notifications?limit=10');
    if (performance.now() - from > 1000) wrong.push(`${name}: others waited`);
    expect(`${name}: the connection`, (await connection()).status, status);
    await heal?.();
    expect(`${name}: the next run`, await sync(), 'completed');
    await check(name);
    console.log(`${name}: ${run}, then completed`);
  };

  /** Kills and restarts the server in the middle of syncs; `more` gives each sync something to read. */
  const killAll = async (times: number, more: (kill: number) => void): Promise<{ kills: number; inside: number }> => {
    let [kills, killsDuringSync] = [0, 0];
    while (kills < times && Date.now() - startedAt < longestMs - AFTER_KILLS_MS) {
      more(kills);
      await rest();
      await call(`${own}/${id}/sync`, { method: 'POST' });
      for (let looks = 0; looks < 60 && (await lastRun())?.status === 'queued'; looks += 1) await pause(25);
      await pause((kills * 37) % 300);
      if ((await lastRun())?.status === 'processing') killsDuringSync += 1;
      process.kill(server.pid, 'SIGKILL');
      await server.exit;
      kills += 1;
      // Simulates half a minute: the job's lease has ended.
      await sql`update jobs set lease_until = now() where state = 'processing'`.execute(db.query);
      await start();
    }
    await rest();
    await waitUntilOver();
    expect('after the kills', await sync(), 'completed');
    await check('after the kills');
    return { kills, inside: killsDuringSync };
  };

  return {
    db,
    call,
    connection,
    sync,
    untilOver: waitUntilOver,
    expect,
    check,
    suffer: testFault,
    killAll,
    lastRun,
    /** Connects the kinds that only need a form. */
    add: async (form: object): Promise<void> => {
      const added = await call(own, { method: 'POST', body: form });
      if (added.status !== 201) throw new Error(added.text);
      id = json<Integration>(added).id;
      expect('the first sync', await sync(), 'completed');
      await check('the first sync');
    },
    /** Uses an existing connection. */
    adopt: async (): Promise<void> => {
      id = (await connection()).id;
      await waitUntilOver();
      expect('the first sync', await sync(), 'completed');
      await check('the first sync');
    },
    reconnect: async (form: object): Promise<void> => {
      await call(`${own}/${id}/reconnect`, { method: 'POST', body: form });
      await waitUntilOver();
    },
    /** Syncs once without changes, prints the line of figures and ends the process. */
    end: async (figures: string): Promise<never> => {
      const from = performance.now();
      expect('a repeat', await sync(), 'completed');
      const repeat = Math.round(performance.now() - from);
      if (repeat > REPEAT_MS) wrong.push(`a repeat with no news took ${repeat} ms`);
      await server.stop();
      await db.close();
      await postgres.remove();
      for (const item of wrong) console.error(item);
      console.log(`${kind}: ${figures}, repeat ${repeat} ms, ${wrong.length} wrong, ${Math.round((Date.now() - startedAt) / 1000)} s`);
      process.exit(wrong.length === 0 ? 0 : 1);
    },
  };
};
