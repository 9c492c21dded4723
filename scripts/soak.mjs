// npm run soak -- NAME: one of the long tests under soak/ (kills, faults, races, fuzz, mutants), each with a time limit, each ending with
// one line of figures.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root, runBin } from './lib.mjs';

const names = readdirSync(join(root, 'soak'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3));
const [name, ...args] = process.argv.slice(2);
if (!name || !existsSync(join(root, 'soak', `${name}.ts`))) {
  console.error(`usage: npm run soak -- NAME, where NAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
ensureInstalled();
await ensureBuilt();
runBin('tsx', [`soak/${name}.ts`, ...args]);
