// npm run soak -- trace [HISTORIES] [SEED]: every number both ways, over random histories of a person's quota period.
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { tracedHistories, traceHolds } from '../tests/contract/support/trace.ts';

const BUDGET_MS = 15 * 60_000;
const [wanted = 100_000, seed = 20_261_122] = process.argv.slice(2).map(Number);
if (!(wanted > 0) || Number.isNaN(seed)) {
  console.error('usage: npm run soak -- trace [HISTORIES] [SEED]');
  process.exit(2);
}
const began = performance.now();
const sums = { histories: 0, records: 0, links: 0, needs: 0 };
const minutes = (): string => ((performance.now() - began) / 60_000).toFixed(1);
const found = fc.check(
  fc.property(tracedHistories, (history) => {
    const traced = traceHolds(history);
    sums.histories += 1;
    sums.records += traced.records;
    sums.links += traced.links;
    sums.needs += traced.needs;
    if (sums.histories % 10_000 === 0) console.log(`trace: ${sums.histories} histories (${minutes()} min)`);
  }),
  { numRuns: wanted, seed, interruptAfterTimeLimit: BUDGET_MS, markInterruptAsFailure: true },
);
if (found.failed && found.counterexample) console.log(fc.defaultReportMessage(found));
console.log(
  `trace: ${sums.histories} of ${wanted} histories, ${sums.records} records, ${sums.links} links both ways, ${sums.needs} smallest changes, ${found.failed ? 'MISSED' : 'all hold'}, ${minutes()} min, seed ${seed}`,
);
process.exit(found.failed ? 1 : 0);
