import { performance } from 'node:perf_hooks';
import { parseConfig } from '../contract/rules/commission/config.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { recomputeEverybody } from '../server/domain/commissions/recompute/index.ts';

export const TODAY = '2026-11-21';
/** Whole recomputation of a company: wall time with its commit, processor time and the largest memory of this process. */
export type Recomputing = Readonly<{ seconds: number; cpuSeconds: number; records: number; rss: number }>;

const OTHER_RATES = JSON.stringify({
  plans: [{ id: 'default', name: 'Other rates', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 }],
});

/** Everything under other rates, so that nearly every record is written. */
const recomputing = async (databaseUrl: string): Promise<Recomputing> => {
  const { config } = parseConfig(OTHER_RATES);
  if (config === null) throw new Error('the configuration of the benchmark is not right');
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  let rss = 0;
  const sampler = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss);
  }, 100);
  let records = 0;
  let told = 0;
  const progress = (done: number, total: number): void => {
    if (done - told < total / 10) return;
    told = done;
    console.error(`recomputed ${done} of ${total} people`);
  };
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  await openStore(db).transaction(async (within, committed) => {
    await within.periods.lockOut();
    records = await recomputeEverybody(within, { current: { version: 2, config }, today: TODAY, committed, progress }, new Date());
  });
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  await db.close();
  return { seconds, cpuSeconds: (user + system) / 1e6, records, rss: rss / 1e6 };
};

/** Started as a process of its own, so that its memory is the recomputation's and not the loader's. */
const [databaseUrl] = process.argv.slice(2);
if (databaseUrl && import.meta.filename === process.argv[1]) console.log(JSON.stringify(await recomputing(databaseUrl)));
