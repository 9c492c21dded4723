import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { commissionStatuses } from '../contract/entities/commission.ts';
import { parseConfig } from '../contract/rules/config.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { listCommissions } from '../server/domain/listCommissions.ts';
import { recompute, touchedBy } from '../server/domain/recompute.ts';
import { recomputeAll } from '../server/domain/recomputeAll.ts';
import { summariseCommissions } from '../server/domain/summariseCommissions.ts';
import type { Result } from './result.ts';

const TODAY = '2026-11-21';
const PASSWORD_HASH = 'nobody signs in with this';
const ROUNDS = 25;
const ADMIN = { id: '1', role: 'admin' } as const;
const OTHER_RATES = JSON.stringify({
  plans: [{ id: 'default', name: 'Other rates', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 }],
});
const MONTH = 'start_date=2026-10-01&end_date=2026-10-31';

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  for (let round = 0; round < 5; round += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  return median(times);
};

/** A database of its own on the server, filled with a demo company of about `records` records, and dropped afterwards. */
const withCompany = async <T>(serverUrl: string, records: number, work: (db: Database) => Promise<T>): Promise<T> => {
  const name = `quotaboard_bench_${process.pid}_${records}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  try {
    const db = await openDatabase({ databaseUrl: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, dataDir: '' });
    try {
      await migrate(db);
      await loadDemo(db, { today: TODAY, scale: records / 12_000, passwordHash: PASSWORD_HASH, progress: (text) => console.log(text) });
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await inServer(`drop database if exists "${name}" with (force)`);
  }
};

/** Medians of a page with its summary, for everybody and for one person, under every filter. */
const lists = async (db: Database): Promise<Map<string, number>> => {
  const services = { store: openStore(db) };
  const range = Object.fromEntries(new URLSearchParams(MONTH));
  const people = await db.query.selectFrom('users').select('id').where('role', '=', 'salesperson').orderBy('id').limit(1).execute();
  const medians = new Map<string, number>();
  for (const status of [undefined, ...commissionStatuses])
    for (const user_id of [undefined, String(people[0]?.id)]) {
      const asked = { ...range, ...(status ? { status } : {}), ...(user_id ? { user_id } : {}), limit: 25 };
      const name = `list, ${status ?? 'all'}, ${user_id ? 'one person' : 'everybody'}`;
      medians.set(name, await medianOf(() => listCommissions(services, ADMIN, asked)));
    }
  medians.set('summary', await medianOf(() => summariseCommissions(services, ADMIN, range)));
  return medians;
};

/** Booking an invoice of today with all that follows, each in its own transaction. */
const addOne = async (db: Database): Promise<number> => {
  const people = await db.query
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'salesperson')
    .where('active', '=', true)
    .limit(50)
    .execute();
  let made = 0;
  return medianOf(() =>
    db.query.transaction().execute(async (trx) => {
      made += 1;
      const { id } = await trx
        .insertInto('invoices')
        .values({
          invoice_number: `BENCH-${made}`,
          customer_name: 'Acme School',
          salesperson_id: people[made % people.length]?.id ?? null,
          gross_cents: 1_200_000,
          net_cents: 1_000_000,
          booking_date: TODAY,
          state: 'sent',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const within = openStore({ ...db, query: trx });
      const cause = { actorId: 1, at: new Date(), origin: { network: 'bench', requestId: 'bench' }, why: 'bench' };
      await recompute(within, await touchedBy(within, [id]), cause);
    }),
  );
};

/** Everything under other rates, so that every record is written. */
const everything = async (db: Database): Promise<{ seconds: number; records: number; rss: number }> => {
  const { config } = parseConfig(OTHER_RATES);
  if (config === null) throw new Error('the configuration of the benchmark is not right');
  let rss = 0;
  const sampler = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss);
  }, 200);
  let records = 0;
  let told = 0;
  const progress = (done: number, total: number): void => {
    if (done - told < total / 10) return;
    told = done;
    console.log(`recomputed ${done} of ${total} people`);
  };
  const ms = await timed(() =>
    openStore(db).transaction(async (within) => {
      await within.periods.lockOut();
      records = await recomputeAll(within, { current: { version: 2, config }, today: TODAY, progress }, new Date());
    }),
  ).finally(() => clearInterval(sampler));
  return { seconds: ms / 1000, records, rss: rss / 1e6 };
};

/**
 * Lists, one booking and the whole recomputation on PostgreSQL at the given sizes; the last is the largest. The figures of the mission are
 * those at a million.
 */
export const benchCommissions = async (serverUrl: string, sizes: readonly number[]): Promise<Result[]> => {
  const results: Result[] = [];
  const first = new Map<string, number>();
  for (const [at, size] of sizes.entries())
    await withCompany(serverUrl, size, async (db) => {
      const scale = `${size / 1000}k records`;
      for (const [name, ms] of await lists(db)) {
        results.push({ what: `${name}, ${scale}, ms`, value: ms });
        if (at === 0) first.set(name, ms);
        else results.push({ what: `${name}, ${scale} ÷ ${(sizes[0] ?? 0) / 1000}k`, value: ms / (first.get(name) ?? ms), limit: 1.3 });
      }
      results.push({ what: `booking an invoice, ${scale}, ms`, value: await addOne(db), limit: 50 });
      const { seconds, records, rss } = await everything(db);
      results.push({ what: `recomputing ${records} records, s`, value: seconds, limit: 60 });
      results.push({ what: `memory meanwhile, the loader's included, MB`, value: rss, limit: 400 });
    });
  return results;
};
