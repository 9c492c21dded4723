import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Role } from '../../contract/entities/user.ts';
import { ask, startServer } from '../../soak/support/server.ts';
import type { Result } from '../result.ts';
import { DEMO_RECORDS, loadCompany, signIn, withOwnId } from './company.ts';
import { listenToScreens } from './requests.ts';

const MAX_ROUNDS = 20;
const MIN_ROUNDS = 2;
/** The time limit for one URL; the minimum number of rounds may exceed it. */
const MAX_MS = 3000;
/** `ask` gives up after 30 s. */
const NO_ANSWER_MS = 30_000;
/** The goal for a screen's first answer. */
const LIMIT_MS = 150;
const SHOWN = 20;

type Measured = Readonly<{ path: string; p95: number; first: number; rounds: number; bytes: number; status: number }>;

/** Ends a transaction that may have written, which invalidates the server's cached answers. */
type EndWrite = () => Promise<unknown>;

/** Measures one request. Each round follows a write, because in a busy company somebody is always writing. */
const measure = async (url: string, path: string, token: string, endWrite: EndWrite): Promise<Measured> => {
  const times: number[] = [];
  let [bytes, status] = [0, 0];
  const startedAt = performance.now();
  while (times.length < MIN_ROUNDS || (times.length < MAX_ROUNDS && performance.now() - startedAt < MAX_MS)) {
    await endWrite();
    const from = performance.now();
    const answer = await ask(`${url}${path}`, { token }).catch(() => null);
    times.push(answer ? performance.now() - from : NO_ANSWER_MS);
    [bytes, status] = [answer?.text.length ?? 0, answer?.status ?? 0];
  }
  const [first = 0] = times;
  const p95 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
  return { path, p95, first, rounds: times.length, bytes, status };
};

const lineOf = ({ path, p95, first, rounds, bytes, status }: Measured): string =>
  `${p95.toFixed(0).padStart(7)} ms, first ${first.toFixed(0).padStart(6)} ms (${rounds}) ${String(Math.round(bytes / 1000)).padStart(4)} kB ${status} ${path}`;

/** Measures every GET of the screens as each role, in a company that is already loaded. */
export const measureScreens = async (databaseUrl: string, requests: ReadonlyMap<Role, readonly string[]>): Promise<Result[]> => {
  const server = await startServer({ DATABASE_URL: databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const results: Result[] = [];
  try {
    for (const [role, paths] of requests) {
      const { access_token, id } = await signIn(server.url, role);
      const measured: Measured[] = [];
      for (const path of paths)
        measured.push(await measure(server.url, withOwnId(path, id), access_token, () => client.query('select pg_current_xact_id()')));
      measured.sort((a, b) => b.p95 - a.p95);
      const slow = measured.filter(({ p95 }) => p95 > LIMIT_MS).length;
      console.log(`screens: ${role}: ${measured.length} requests, ${slow} above ${LIMIT_MS} ms (load ${loadavg()[0]?.toFixed(1)})`);
      for (const one of measured.slice(0, Math.max(SHOWN, slow))) console.log(lineOf(one));
      results.push({ what: `slowest GET of a screen as ${role}, p95, ms`, value: measured[0]?.p95 ?? 0, limit: LIMIT_MS });
      results.push({ what: `GETs of screens as ${role} above ${LIMIT_MS} ms`, value: slow, limit: 0 });
    }
  } finally {
    await client.end();
    await server.stop();
  }
  return results;
};

/** The p95 of every GET that a screen makes, as each role, with `records` invoices on PostgreSQL. */
export const benchScreens = async (serverUrl: string, records: number): Promise<Result[]> => {
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  /** Loads a company for the duration of `work`. */
  const withCompany = async <T>(size: number, work: (databaseUrl: string) => Promise<T>): Promise<T> => {
    const name = `quotaboard_screens_${process.pid}_${size}`;
    await inServer(`create database "${name}"`);
    try {
      const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
      await loadCompany(databaseUrl, size);
      return await work(databaseUrl);
    } finally {
      await inServer(`drop database if exists "${name}" with (force)`);
    }
  };
  const requests = await withCompany(DEMO_RECORDS, listenToScreens);
  return withCompany(records, (databaseUrl) => measureScreens(databaseUrl, requests));
};
