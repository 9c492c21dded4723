import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { pageStatement } from '../server/db/repositories/commissions/commissions.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { createPasswords } from '../server/domain/session/passwords.ts';
import { ask, json, startServer } from '../soak/support/server.ts';
import { TODAY } from './recomputing.ts';
import type { Result } from './result.ts';

const PASSWORD = 'four clouds over a lake';
const IN_FLIGHT = 8;
const TURN_MS = 3000;
const TURNS = 5;
const RANGE = { start_date: '2026-10-01', end_date: '2026-10-31' };

type Target = Readonly<{ url: string; pid: number; headers: Readonly<Record<string, string>> }>;
type Turn = Readonly<{ perSecond: number; cpuMs: number }>;

/** The processor time that a process has used, in milliseconds. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const get = ({ url, headers }: Target, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`))));
    })
      .once('error', reject)
      .end();
  });

/** Sends `IN_FLIGHT` requests at a time for `ms` milliseconds. */
const load = async (target: Target, ms: number): Promise<Turn> => {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const [from, cpu] = [performance.now(), cpuOf(target.pid)];
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - from < ms) {
      await get(target, agent);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  agent.destroy();
  return { perSecond: (count * 1000) / (performance.now() - from), cpuMs: (cpuOf(target.pid) - cpu) / count };
};
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const bareServer = async (databaseUrl: string): Promise<Target & Readonly<{ stop: () => void }>> => {
  const { name, text, params } = pageStatement({
    ...RANGE,
    userId: null,
    managerId: null,
    status: null,
    search: null,
    after: null,
    limit: 25,
  });
  const script = join(import.meta.dirname, 'bareList.mjs');
  const child = spawn(process.execPath, [script, databaseUrl, name, text, JSON.stringify(params)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const ready = /^ready (http:\S+)/m.exec(chunk.toString());
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', () => reject(new Error('the bare server ended')));
  });
  return { url, pid: child.pid ?? 0, headers: {}, stop: () => child.kill('SIGTERM') };
};

/** The list page over HTTP with eight requests in flight, alternating with a bare server that runs the page's one statement. */
export const benchHttp = async (serverUrl: string): Promise<Result[]> => {
  const name = `quotaboard_bench_http_${process.pid}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  try {
    const db = await openDatabase({ databaseUrl, dataDir: '' });
    await migrate(db);
    await loadDemo(db, { today: TODAY, passwordHash: await createPasswords().hash(PASSWORD) });
    // The server refuses to start with the demo company's public accounts.
    await db.script("update users set email = replace(email, '@demo.test', '@bench.test')");
    await db.script('vacuum analyze');
    await db.close();
    const server = await startServer({ DATABASE_URL: databaseUrl });
    const bare = await bareServer(databaseUrl);
    try {
      const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: 'vp@bench.test', password: PASSWORD } });
      const { access_token: token } = json<{ access_token: string }>(login);
      const product: Target = {
        url: `${server.url}/api/v1/commissions?start_date=${RANGE.start_date}&end_date=${RANGE.end_date}&limit=25`,
        pid: server.pid,
        headers: { authorization: `Bearer ${token}` },
      };
      const turns: { product: Turn; bare: Turn }[] = [];
      await load(product, TURN_MS);
      await load(bare, TURN_MS);
      for (let turn = 0; turn < TURNS; turn += 1) turns.push({ product: await load(product, TURN_MS), bare: await load(bare, TURN_MS) });
      const ours = median(turns.map((turn) => turn.product.perSecond));
      const theirs = median(turns.map((turn) => turn.bare.perSecond));
      return [
        { what: 'list page over HTTP, a second', value: ours },
        { what: 'its one statement behind bare node:http, a second', value: theirs },
        { what: 'bare ÷ list page', value: median(turns.map((turn) => turn.bare.perSecond / turn.product.perSecond)), limit: 2 },
        { what: 'processor of the list page ÷ bare', value: median(turns.map((turn) => turn.product.cpuMs / turn.bare.cpuMs)), limit: 1.5 },
      ];
    } finally {
      bare.stop();
      await server.stop();
    }
  } finally {
    await inServer(`drop database if exists "${name}" with (force)`);
  }
};
