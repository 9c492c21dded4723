// npm run check: types; lint, including import directions and cycles, and formatting; citations; dead code and unused packages; stale
// generated docs; complete charts; the API description as an outside developer reads it.
import { checkApi } from './api.mjs';
import { checkCitations } from './citations.mjs';
import { ensureInstalled, runBin } from './lib.mjs';
import { checkProse } from './prose.mjs';

ensureInstalled();
console.log('check: citations');
checkCitations();
console.log('check: comments and names');
checkProse();
const steps = [
  // Each checker reads the shared types itself; the default of four takes nearly twice the processor time of two.
  ['types', 'tsc', ['-p', '.', '--checkers', '2']],
  ['lint, directions, cycles, formatting', 'biome', ['check', '--error-on-warnings', '.']],
  ['dead code and unused packages', 'knip', ['--no-progress']],
  ['generated documents and their charts', 'tsx', ['scripts/docs.ts', '--check']],
];
for (const [label, name, args] of steps) {
  console.log(`check: ${label}`);
  runBin(name, args);
}
console.log('check: the API as others read it');
checkApi();
console.log('check: all right');
