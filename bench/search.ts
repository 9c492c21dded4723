import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Actor } from '../contract/permissions.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { searchEverything } from '../server/domain/search/searchEverything.ts';
import { TODAY } from './recomputing.ts';
import type { Result } from './result.ts';

const WARM = 5;
const ROUNDS = 41;
/** Prefixes that match few and very many items. */
const TEXTS = ['1', '21', '2190', '21906', 'm', 'me', 'mesa', 'flagstaff public', 'ann', '%', 'zzzz', 'over quota'];
const LIMIT_MS = 20;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The palette's search on PostgreSQL for each kind of reader: the slowest median over all texts. */
export const benchSearch = async (serverUrl: string, records: number): Promise<Result[]> => {
  const name = `quotaboard_search_${process.pid}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  const db = await openDatabase({ databaseUrl: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, dataDir: '' });
  try {
    await migrate(db);
    await loadDemo(db, {
      today: TODAY,
      scale: records / 12_000,
      passwordHash: 'nobody signs in with this',
      progress: (text) => console.log(text),
    });
    await db.script('vacuum analyze');
    const services = { store: openStore(db), clock: () => new Date(`${TODAY}T12:00:00Z`) };
    const people = await db.query.selectFrom('users').select(['id', 'role']).orderBy('id').execute();
    const results: Result[] = [];
    for (const role of ['admin', 'sales_manager', 'salesperson', 'events_manager'] as const) {
      const person = people.find((one) => one.role === role);
      const actor: Actor = { id: String(person?.id), role };
      const medians: number[] = [];
      for (const text of TEXTS) {
        const times: number[] = [];
        for (let round = 0; round < WARM + ROUNDS; round += 1) {
          const from = performance.now();
          await searchEverything(services, actor, text, { config: 0, periods: 0, people: 0, moment: '' });
          if (round >= WARM) times.push(performance.now() - from);
        }
        medians.push(median(times));
        console.log(`search ${role} ${JSON.stringify(text)}: ${median(times).toFixed(1)} ms`);
      }
      results.push({
        what: `search as ${role}, ${records / 1000}k records, slowest text, ms`,
        value: Math.max(...medians),
        limit: LIMIT_MS,
      });
    }
    return results;
  } finally {
    await db.close();
    await inServer(`drop database if exists "${name}" with (force)`);
  }
};
