import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { todayIn } from '../../server/domain/shared/clock.ts';
import { type Answer, ask, isOurs503, json, type Started } from './server.ts';

const READERS = 4;
const WRITERS = 2;
const REST_MS = 60;
const READY_WITHIN_MS = 30_000;
const month = todayIn('America/Phoenix', new Date()).slice(0, 7);
export const monthRange = { start_date: `${month}-01`, end_date: `${month}-28` };
const query = new URLSearchParams(monthRange).toString();
const paths = [
  ...['/auth/me', '/auth/sessions', '/adjustments?limit=20', '/notifications?limit=10', '/public/settings', '/disputes'],
  ...[`/commissions?${query}`, `/commissions/summary?${query}`, `/events?${query}`],
];
const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

export const selectFrom = async <Row extends object>(databaseUrl: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
};

/** Reads, and writes that are retried until they are acknowledged, on any of several servers. Only 2xx and our 503 are valid answers. */
export const createLoad = ({ invoice, vp }: Readonly<{ invoice: string; vp: string }>) => {
  const counts = { reads: 0, unavailable: 0 };
  const wrong: string[] = [];
  const acknowledged = new Map<string, string>();
  let written = 0;

  const call = async (label: string, url: string, options: Parameters<typeof ask>[1]): Promise<Answer | null> => {
    try {
      const answer = await ask(url, options);
      if (isOurs503(answer)) counts.unavailable += 1;
      else if (answer.status >= 300) wrong.push(`${label}: ${answer.status} ${json<{ message?: string }>(answer).message}`);
      return answer;
    } catch (error) {
      wrong.push(`${label}: ${(error as Error).message}`);
      await pause(100);
      return null;
    }
  };
  const write = async (urls: readonly string[], token: string): Promise<void> => {
    written += 1;
    const key = `soak-${written}`;
    const body = { adjustment_amount: '1.00', adjustment_reason: `Written as ${key}`, related_invoice_id: invoice };
    for (let tries = 0; tries < 200; tries += 1) {
      const answer = await call('write', `${pick(urls)}/api/v1/adjustments`, {
        method: 'POST',
        token,
        body,
        headers: { 'idempotency-key': key },
      });
      if (answer?.status === 201) return void acknowledged.set(key, json<{ id: string }>(answer).id);
      await pause(50);
    }
    wrong.push(`${key} was never acknowledged`);
  };
  const read = async (urls: readonly string[], token: string): Promise<void> => {
    const path = pick(paths);
    await call(path, `${pick(urls)}/api/v1${path}`, { token });
    counts.reads += 1;
  };
  /** Returns the function that ends the load, after the calls in progress. */
  const begin = (urls: readonly string[], token: string): (() => Promise<void>) => {
    let isRunning = true;
    const repeat = async (work: typeof read): Promise<void> => {
      while (isRunning) {
        await work(urls, token);
        await pause(REST_MS);
      }
    };
    const all = [...Array.from({ length: READERS }, () => repeat(read)), ...Array.from({ length: WRITERS }, () => repeat(write))];
    return async () => {
      isRunning = false;
      await Promise.all(all);
    };
  };
  /** Measures the milliseconds until every server is ready, and until each has then saved something. */
  const healthyAfter = async (servers: readonly Started[], token: string, began: number): Promise<{ ready: number; healthy: number }> => {
    const readies = servers.map(async ({ url }) => {
      while ((await call('readyz', `${url}/readyz`, {}))?.status !== 200) {
        if (performance.now() - began > READY_WITHIN_MS) throw new Error(`not ready after ${READY_WITHIN_MS / 1000} s`);
        await pause(25);
      }
      const ready = performance.now() - began;
      const saved = { method: 'PATCH', token, body: { commissions: { reason: 100 } } };
      while ((await call('save', `${url}/api/v1/users/${vp}/preferences/table_column_widths`, saved))?.status !== 200) await pause(25);
      return ready;
    });
    const ready = Math.max(...(await Promise.all(readies)));
    return { ready, healthy: performance.now() - began };
  };
  /** Counts the acknowledged writes that the database lacks, and those that it has twice. */
  const missingIn = async (databaseUrl: string): Promise<{ lost: number; doubled: number }> => {
    const rows = await selectFrom<{ id: string; reason: string }>(databaseUrl, 'select id, reason from adjustments');
    const ids = new Map(rows.map(({ id, reason }) => [reason.replace('Written as ', ''), String(id)]));
    const lost = [...acknowledged].filter(([key, id]) => ids.get(key) !== id).length;
    return { lost, doubled: rows.length - ids.size };
  };
  return { counts, wrong, acknowledged, call, begin, healthyAfter, missingIn };
};
