// npm run soak -- clauses [HISTORIES] [SEED]: the money invariants over random histories with rates, manual splits, memos, holds, bonuses
// and draws.
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { checkClauseMoney, clauseHistories } from '../tests/contract/support/clauseMoney.ts';

const BUDGET_MS = 9 * 60_000;
const [maxHistories = 100_000, seed = 20_261_122] = process.argv.slice(2).map(Number);
if (!(maxHistories > 0) || Number.isNaN(seed)) {
  console.error('usage: npm run soak -- clauses [HISTORIES] [SEED]');
  process.exit(2);
}
const startedAt = performance.now();
const sums = { histories: 0, records: 0 };
const minutes = (): string => ((performance.now() - startedAt) / 60_000).toFixed(1);
const result = fc.check(
  fc.property(clauseHistories, (history) => {
    sums.records += checkClauseMoney(history);
    sums.histories += 1;
    if (sums.histories % 10_000 === 0) console.log(`clauses: ${sums.histories} histories (${minutes()} min)`);
  }),
  { numRuns: maxHistories, seed, interruptAfterTimeLimit: BUDGET_MS },
);
if (result.failed && result.counterexample) console.log(fc.defaultReportMessage(result));
console.log(
  `clauses: ${sums.histories} of ${maxHistories} histories${sums.histories < maxHistories ? ' (a sample: the time was up)' : ''}, ${sums.records} records, ${result.failed ? 'MISSED' : '0 cents lost'}, ${minutes()} min, seed ${seed}`,
);
process.exitCode = result.failed ? 1 : 0;
