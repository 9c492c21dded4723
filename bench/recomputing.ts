import { performance } from 'node:perf_hooks';
import { parseConfig } from '../contract/rules/commission/config.ts';
import type { Database } from '../server/db/database.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { computeMarks, markEverybody } from '../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../server/domain/plans/config.ts';
import { bareRecords } from './bareRecords.ts';

export const TODAY = '2026-11-21';
const clock = (): Date => new Date(`${TODAY}T19:00:00Z`);
/** A company's full recomputation: wall time, p99 of its transactions, processor time and this process's peak memory. */
export type Recomputing = Readonly<{ seconds: number; p99: number; cpuSeconds: number; records: number; rss: number }>;

const OTHER_RATES = JSON.stringify({
  plans: [{ id: 'default', name: 'Other rates', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 }],
});

/**
 * Saves a configuration and recomputes everything it marks, as the product does (decisions 7.08).
 * @returns milliseconds of each transaction, and the number of records written
 */
export const computeUnder = async (db: Database, text: string): Promise<Readonly<{ took: number[]; records: number }>> => {
  const { config } = parseConfig(text);
  if (config === null) throw new Error('the configuration of the benchmark is not right');
  const store = openStore(db);
  await store.transaction(async (tx) => {
    await tx.periods.lockExclusively();
    const before = await currentConfig(tx);
    const [admin = 0] = await tx.periods.peopleOf(['admin']);
    await tx.config.save(text, admin, clock());
    const cause = { actorId: admin, at: clock(), origin: { network: 'bench', requestId: 'bench' }, why: 'bench' };
    await markEverybody(tx, { config, setUpOn: before.setUpOn ?? null }, before.config, cause);
  });
  const took: number[] = [];
  const { written } = await computeMarks(store, clock, { took: (ms) => void took.push(ms) });
  return { took, records: written };
};

/** Recomputes everything under different rates, so that nearly every record is written. */
const runRecomputation = async (databaseUrl: string): Promise<Recomputing> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  let rss = 0;
  const sampler = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss);
  }, 100);
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const { took, records } = await computeUnder(db, OTHER_RATES);
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  await db.close();
  const p99 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  return { seconds, p99, cpuSeconds: (user + system) / 1e6, records, rss: rss / 1e6 };
};

/** The baseline, in an equivalent process. */
const runBaseline = async (databaseUrl: string): Promise<number> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  return bareRecords(db).finally(db.close);
};

/** Started as a separate process, so that the measured memory excludes the loader. */
const [databaseUrl, kind] = process.argv.slice(2);
if (databaseUrl && import.meta.filename === process.argv[1])
  console.log(JSON.stringify(await (kind === 'bare' ? runBaseline : runRecomputation)(databaseUrl)));
