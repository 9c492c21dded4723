// npm run soak -- trace [HISTORIES] [SEED]: every number traced in both directions, over random histories of a person's quota period and
// all records of the demo company.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { openEmbedded } from '../server/db/embedded/openEmbedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { checkTrace, tracedHistories } from '../tests/contract/support/trace.ts';
import { type Traced, traceRecords, traceSummary } from '../tests/server/support/worlds/traces.ts';

/** Histories end at the first limit, the company's records at the second; both together finish within ten minutes. */
const HISTORIES_MS = 3 * 60_000;
const RECORDS_MS = 8.5 * 60_000;
const TODAY = '2026-11-21';
const RECORDS_AT_ONCE = 100;
const PROGRESS_EVERY = 1000;
const [wanted = 100_000, seed = 20_261_122] = process.argv.slice(2).map(Number);
if (!(wanted > 0) || Number.isNaN(seed)) {
  console.error('usage: npm run soak -- trace [HISTORIES] [SEED]');
  process.exit(2);
}
const startMs = performance.now();
const sums = { histories: 0, records: 0, links: 0, needs: 0 };
const sampleOf = (done: number, all: number): string => (done < all ? ' (a sample: the time was up)' : '');
const minutes = (): string => ((performance.now() - startMs) / 60_000).toFixed(1);
const result = fc.check(
  fc.property(tracedHistories, (history) => {
    const traced = checkTrace(history);
    sums.histories += 1;
    sums.records += traced.records;
    sums.links += traced.links;
    sums.needs += traced.needs;
    if (sums.histories % 10_000 === 0) console.log(`trace: ${sums.histories} histories (${minutes()} min)`);
  }),
  { numRuns: wanted, seed, interruptAfterTimeLimit: HISTORIES_MS },
);
if (result.failed && result.counterexample) console.log(fc.defaultReportMessage(result));
console.log(
  `trace: ${sums.histories} of ${wanted} histories${sampleOf(sums.histories, wanted)}, ${sums.records} records, ${sums.links} links both ways, ${sums.needs} smallest changes, ${result.failed ? 'MISSED' : 'all hold'}, ${minutes()} min, seed ${seed}`,
);

/** Shuffles a sample, repeatably by seed. */
const shuffled = (ids: readonly number[]): number[] =>
  fc.sample(fc.shuffledSubarray([...ids], { minLength: ids.length }), { seed, numRuns: 1 })[0] ?? [];

/** Everybody's and each person's summary, and as many records of the demo company as time allows. */
const traceDemo = async (): Promise<boolean> => {
  const dir = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
  const db = await openEmbedded(dir, console.error);
  try {
    await migrate(db);
    await loadDemo(db, { today: TODAY, passwordHash: 'none', progress: console.error });
    const ids = shuffled((await db.query.selectFrom('commission_records').select('id').orderBy('id').execute()).map(({ id }) => id));
    const people = (await db.query.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
    const all = { records: 0, links: 0, sums: 0, broken: 0 };
    const add = ({ records, links, sums: held, broken }: Traced): void => {
      for (const line of broken.slice(0, 20)) console.log(`trace: ${line}`);
      all.records += records;
      all.links += links;
      all.sums += held;
      all.broken += broken.length;
    };
    for (const id of [null, ...people]) add({ ...(await traceSummary(db, id, 2026, TODAY)), records: 0 });
    for (let done = 0; done < ids.length && performance.now() - startMs < RECORDS_MS; done += RECORDS_AT_ONCE) {
      add(await traceRecords(db, ids.slice(done, done + RECORDS_AT_ONCE), TODAY));
      if (done % PROGRESS_EVERY === 0) console.log(`trace: ${all.records} of ${ids.length} records of the demo company (${minutes()} min)`);
    }
    console.log(
      `trace: ${all.records} of ${ids.length} records of the demo company${sampleOf(all.records, ids.length)}, ${all.links} links both ways, ${all.sums} sums, ${all.broken === 0 ? 'all hold' : `${all.broken} MISSED`}, ${minutes()} min`,
    );
    return all.broken === 0;
  } finally {
    await db.close();
    rmSync(dir, { recursive: true, force: true });
  }
};
const holds = await traceDemo();
process.exit(result.failed || !holds ? 1 : 0);
