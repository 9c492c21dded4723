import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchBytes } from './bytes.ts';
import { benchCommissions } from './commissions.ts';
import { startProduct } from './product.ts';
import { type Result, tableOf } from './result.ts';

const port = 18_080;
/** A PostgreSQL server on which databases may be made; without it the figures of commissions are left out. `BENCH_RECORDS`: sizes, ascending. */
const { BENCH_DATABASE_URL, BENCH_RECORDS = '10000,100000,1000000' } = process.env;
const commissions = () => (BENCH_DATABASE_URL ? benchCommissions(BENCH_DATABASE_URL, BENCH_RECORDS.split(',').map(Number)) : []);

/** Everything, into bench/results.json. */
const all = async (): Promise<Result[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-bench-'));
  try {
    const first = await startProduct(port, dataDir);
    const bytes = await benchBytes(first);
    await first.stop();
    const again = await startProduct(port, dataDir);
    await again.stop();
    const results = [
      ...bytes,
      ...(await commissions()),
      { what: 'first start with the demo company, s', value: first.readyMs / 1000 },
      { what: 'start again on existing data, s', value: again.readyMs / 1000, limit: 2 },
    ];
    writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
    return results;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

// `tsx bench/run.ts commissions`: that part alone, without a build.
console.log(tableOf(process.argv.includes('commissions') ? await commissions() : await all()));
