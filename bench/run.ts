import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchBytes } from './bytes.ts';
import { benchCommissions } from './commissions.ts';
import { benchConnectors } from './connectors/connectors.ts';
import { benchEvents } from './events.ts';
import { benchGrid } from './grid.ts';
import { benchHttp } from './http.ts';
import { benchImport } from './import/import.ts';
import { benchInp } from './inp.ts';
import { benchPayouts } from './payouts.ts';
import { type Product, startProduct } from './product.ts';
import { benchReports } from './reports.ts';
import { type Result, tableOf } from './result.ts';
import { benchScreens } from './screens/screens.ts';
import { benchSearch } from './search.ts';
import { benchTeam } from './team.ts';
import { benchWhy } from './why.ts';

const port = 18_080;
/** A PostgreSQL server that allows creating databases; without one, the benchmarks that need it are skipped. Sizes in ascending order. */
const {
  BENCH_DATABASE_URL,
  BENCH_RECORDS = '10000,100000,1000000',
  BENCH_EVENTS = '10000,1000000',
  BENCH_REPORT_ROWS = '100000',
  BENCH_PAYOUTS = '5000',
  BENCH_INVOICES = '100000',
} = process.env;
const sizes = (text: string): number[] => text.split(',').map(Number);

/** First-load bytes and startup times. */
const benchStart = async (): Promise<Result[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-bench-'));
  try {
    const first = await startProduct(port, dataDir);
    const bytes = await benchBytes(first);
    await first.stop();
    const repeated = await startProduct(port, dataDir);
    await repeated.stop();
    return [
      ...bytes,
      { what: 'first start with the demo company, s', value: first.readyMs / 1000 },
      { what: 'start again on existing data, s', value: repeated.readyMs / 1000, limit: 2 },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Runs a browser benchmark on the product with its demo company. */
const onProduct = (measure: (product: Product) => Promise<Result[]>) => async (): Promise<Result[]> => {
  const product = await startProduct(port);
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
};

const parts: Readonly<Record<string, () => Promise<Result[]>>> = {
  start: benchStart,
  grid: benchGrid,
  inp: onProduct(benchInp),
  why: onProduct(benchWhy),
  import: () => benchImport(BENCH_DATABASE_URL),
  connectors: () => benchConnectors(BENCH_DATABASE_URL, Number(BENCH_INVOICES)),
  payouts: () => benchPayouts(BENCH_DATABASE_URL, Number(BENCH_PAYOUTS)),
  ...(BENCH_DATABASE_URL
    ? {
        events: () => benchEvents(BENCH_DATABASE_URL, sizes(BENCH_EVENTS)),
        http: () => benchHttp(BENCH_DATABASE_URL),
        reports: () => benchReports(BENCH_DATABASE_URL, Number(BENCH_REPORT_ROWS)),
        search: () => benchSearch(BENCH_DATABASE_URL, Math.max(...sizes(BENCH_RECORDS))),
        commissions: () => benchCommissions(BENCH_DATABASE_URL, sizes(BENCH_RECORDS)),
        screens: () => benchScreens(BENCH_DATABASE_URL, Math.max(...sizes(BENCH_RECORDS))),
        team: () => benchTeam(BENCH_DATABASE_URL, Math.max(...sizes(BENCH_RECORDS))),
      }
    : {}),
};

const file = join(import.meta.dirname, 'results.json');
/** Earlier results, except those just measured again. */
const earlierResults = (results: readonly Result[]): Result[] => {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { results: Result[] }).results : [];
  return before.filter(({ what }) => results.every((result) => result.what !== what));
};

// `npm run bench -- grid start` runs only those parts and keeps the other figures in bench/results.json.
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `bench: no part ${unknown.join(', ')} here; there are ${Object.keys(parts).join(', ')}. Those on PostgreSQL need BENCH_DATABASE_URL.`,
  );
  process.exit(2);
}
const results: Result[] = [];
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  console.log(`bench: ${name} (load ${loadavg()[0]?.toFixed(1)})`);
  results.push(...((await parts[name]?.()) ?? []));
}
const all = named.length === 0 ? results : [...earlierResults(results), ...results];
writeFileSync(file, `${JSON.stringify({ node: process.version, results: all }, null, 2)}\n`);
console.log(tableOf(results));
