// npm run bench: the benchmarks, each compared with a limit or a peer in the same run; prints a table and writes bench/results.json.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, runBin } from './lib.mjs';

ensureInstalled();
await ensureBuilt();
runBin('tsx', ['bench/run.ts', ...process.argv.slice(2)]);
