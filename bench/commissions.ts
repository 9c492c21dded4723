import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import pg from 'pg';
import { build } from 'vite';
import { breakdowns } from '../contract/entities/analytics.ts';
import { commissionStatuses } from '../contract/entities/commission.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { readAnalytics } from '../server/domain/analytics/analytics.ts';
import { listCommissions } from '../server/domain/commissions/listCommissions.ts';
import { affectedBy, recomputeAffected } from '../server/domain/commissions/recompute/index.ts';
import { summarizeCommissions } from '../server/domain/commissions/summarizeCommissions.ts';
import { type Recomputing, TODAY } from './recomputing.ts';
import type { Result } from './result.ts';

const BUILT = join(import.meta.dirname, '../dist/bench');
const PASSWORD_HASH = 'nobody signs in with this';
const WARM = 10;
const ROUNDS = 151;
const ANALYTICS_ROUNDS = 7;
const ADMIN = { id: '1', role: 'admin' } as const;
/** A full month, and a range that cuts a month at both ends. */
const RANGES = {
  month: { start_date: '2026-10-01', end_date: '2026-10-31' },
  'cut range': { start_date: '2026-01-12', end_date: '2026-10-20' },
};

type Company = Readonly<{ records: number; url: string; db: Database; drop: () => Promise<void> }>;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
/** Medians of interleaved runs, so that background load on the machine affects all of them. */
const mediansOf = async (works: readonly (() => Promise<unknown>)[]): Promise<number[]> => {
  const times = works.map((): number[] => []);
  for (let round = 0; round < WARM + ROUNDS; round += 1)
    for (const [index, work] of works.entries()) {
      const ms = await measureMs(work);
      if (round >= WARM) times[index]?.push(ms);
    }
  return times.map(median);
};

/** A separate database on the server, filled with a demo company of about `records` records. */
const createCompany = async (serverUrl: string, records: number): Promise<Company> => {
  const name = `quotaboard_bench_${process.pid}_${records}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  const drop = () => inServer(`drop database if exists "${name}" with (force)`);
  try {
    const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
    const db = await openDatabase({ databaseUrl: url, dataDir: '' });
    await migrate(db);
    await loadDemo(db, { today: TODAY, scale: records / 12_000, passwordHash: PASSWORD_HASH, progress: (text) => console.log(text) });
    // Does what autovacuum would do on a running server.
    await db.script('vacuum analyze');
    return { records, url, db, drop: () => db.close().then(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
};

const nameOf = ({ records }: Company): string => `${records / 1000}k`;

/**
 * Median times of a page with its summary, and of the summary alone, for everybody and for one person, under every filter, by company size.
 */
const measureLists = async (companies: readonly Company[]): Promise<Result[]> => {
  const all = await Promise.all(
    companies.map(async ({ db }) => {
      const [person] = await db.query.selectFrom('users').select('id').where('role', '=', 'salesperson').orderBy('id').limit(1).execute();
      return { services: { store: openStore(db), clock: () => new Date() }, user_id: String(person?.id) };
    }),
  );
  const results: Result[] = [];
  const compare = async (label: string, work: (company: (typeof all)[number]) => Promise<unknown>): Promise<void> => {
    const medians = await mediansOf(all.map((item) => () => work(item)));
    const [smallest = 0] = medians;
    for (const [index, company] of companies.entries()) {
      const ms = medians[index] ?? 0;
      results.push({ what: `${label}, ${nameOf(company)} records, ms`, value: ms });
      if (index > 0)
        results.push({ what: `${label}, ${nameOf(company)} ÷ ${companies[0] && nameOf(companies[0])}`, value: ms / smallest, limit: 1.3 });
    }
  };
  for (const [name, range] of Object.entries(RANGES))
    for (const whose of ['everybody', 'one person']) {
      const filterOf = ({ user_id }: (typeof all)[number]) => ({ ...range, ...(whose === 'everybody' ? {} : { user_id }) });
      for (const status of [undefined, ...commissionStatuses]) {
        const page = (item: (typeof all)[number], limit: number) =>
          listCommissions(item.services, ADMIN, { ...filterOf(item), ...(status ? { status } : {}), limit });
        // The same number of rows for each size: a small company may have fewer of a status than a page holds.
        const rows = Math.min(...(await Promise.all(all.map(async (item) => (await page(item, 25)).data.length))));
        await compare(`list, ${name}, ${status ?? 'all'}, ${whose}`, (item) => page(item, Math.max(1, rows)));
      }
      await compare(`summary, ${name}, ${whose}`, (item) => summarizeCommissions(item.services, ADMIN, filterOf(item)));
    }
  return results;
};

/** Everybody's analytics for a range that cuts months: the first view and the breakdowns. */
const measureAnalytics = async (company: Company): Promise<Result[]> => {
  const services = { store: openStore(company.db), clock: () => new Date() };
  const results: Result[] = [];
  for (const by of breakdowns) {
    const look = () => measureMs(() => readAnalytics(services, ADMIN, { ...RANGES['cut range'], by }));
    const times: number[] = [];
    for (let round = 0; round < ANALYTICS_ROUNDS; round += 1) times.push(await look());
    results.push({ what: `analytics, cut range, by ${by}, everybody, ${nameOf(company)} records, ms`, value: median(times), limit: 1000 });
  }
  return results;
};

/** Books an invoice dated today with all its effects, each in its own committed transaction. */
const addOne = async ({ db }: Company): Promise<number> => {
  const people = await db.query
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'salesperson')
    .where('active', '=', true)
    .limit(50)
    .execute();
  let counter = 0;
  const book = () =>
    db.query.transaction().execute(async (trx) => {
      counter += 1;
      const { id } = await trx
        .insertInto('invoices')
        .values({
          invoice_number: `BENCH-${counter}`,
          customer_name: 'Acme School',
          salesperson_id: people[counter % people.length]?.id ?? null,
          gross_cents: 1_200_000,
          net_cents: 1_000_000,
          booking_date: TODAY,
          state: 'sent',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const tx = openStore({ ...db, query: trx });
      const cause = { actorId: 1, at: new Date(), origin: { network: 'bench', requestId: 'bench' }, why: 'bench' };
      await recomputeAffected(tx, await affectedBy(tx, { invoices: [id] }), cause);
    });
  return (await mediansOf([book]))[0] ?? 0;
};

const buildOnce = (): Promise<unknown> =>
  // Built like the server, because compiling in a loader costs a third more processor time.
  build({
    logLevel: 'warn',
    build: { ssr: true, outDir: BUILT, rolldownOptions: { input: { recomputing: join(import.meta.dirname, 'recomputing.ts') } } },
  });
const runBuilt = async <T>({ url }: Company, ...kind: readonly string[]): Promise<T> => {
  // With a single V8 worker thread, as `npm start` and `npm run serve` run it.
  const { stdout } = await promisify(execFile)(process.execPath, ['--v8-pool-size=1', join(BUILT, 'recomputing.js'), url, ...kind]);
  return JSON.parse(stdout) as T;
};

/** Vacuums, and flushes earlier writes if the role allows it, so that they don't affect the next measurement. */
const settleDatabase = async ({ db }: Company): Promise<void> => {
  await db.script('vacuum analyze');
  await db.script('checkpoint').catch(() => {});
};

/**
 * Lists, one booking and a full recomputation on PostgreSQL at the given sizes, ascending. The mission's limits apply to a million records.
 */
export const benchCommissions = async (serverUrl: string, sizes: readonly number[]): Promise<Result[]> => {
  const companies: Company[] = [];
  try {
    for (const size of sizes) companies.push(await createCompany(serverUrl, size));
    const results = await measureLists(companies);
    for (const company of companies) results.push(...(await measureAnalytics(company)));
    for (const company of companies)
      results.push({ what: `booking an invoice, ${nameOf(company)} records, ms`, value: await addOne(company), limit: 50 });
    await buildOnce();
    for (const company of companies) {
      await settleDatabase(company);
      const { seconds, p99, cpuSeconds, records, rss } = await runBuilt<Recomputing>(company);
      await settleDatabase(company);
      const peer = await runBuilt<number>(company, 'bare');
      results.push({ what: `recomputing ${records} records, s`, value: seconds, limit: 150, peer });
      results.push({ what: `${records} records read and written without computing, s`, value: peer });
      results.push({ what: `recomputing ${records} records: transactions, p99, ms`, value: p99, limit: 300 });
      results.push({ what: `recomputing ${records} records: processor time of the server, s`, value: cpuSeconds });
      results.push({ what: `recomputing ${records} records: memory of the server, MB`, value: rss, limit: 350 });
    }
    return results;
  } finally {
    for (const { drop } of companies) await drop();
  }
};
