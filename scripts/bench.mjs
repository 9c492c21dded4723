// npm run bench: the benchmarks, each with a ratio against a figure or a peer of the same run; a table and bench/results.json.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, runBin } from './lib.mjs';

ensureInstalled();
await ensureBuilt();
runBin('tsx', ['bench/run.ts', ...process.argv.slice(2)]);
