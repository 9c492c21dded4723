// Rejects comments that begin with a relative clause, and meaningless names.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const folders = ['bench', 'contract', 'scripts', 'server', 'soak', 'src', 'tests'];
const opening = /(?:^|[\s;{}(,])(?:\/\/|\/\*\*?)\s*(?:\*\s*)?(What|Who|Whose|Whoever|So many|Of)\b/g;
const emptyNames = 'of|kept|told|wanted|asked|said|nothing|beside|MOST|FEW|WHOLE|LONGEST|AT_ONCE';
const declaration = new RegExp(`\\b(?:const|let) (${emptyNames})\\b`, 'g');

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** @returns the faults of one file, as `12: a comment begins with "What"` */
export const proseFaults = (text) => [
  ...[...text.matchAll(opening)].map(
    (match) => `${lineOf(text, match.index + match[0].indexOf('/'))}: a comment begins with "${match[1]}"`,
  ),
  ...[...text.matchAll(declaration)].map((match) => `${lineOf(text, match.index)}: the name "${match[1]}" says nothing`),
];

const tracked = () =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...folders], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('/prose.test.ts') && existsSync(join(root, path)));

/** Ends the process with 1 and a line for each fault. */
export const checkProse = () => {
  const faults = tracked().flatMap((path) => proseFaults(readFileSync(join(root, path), 'utf8')).map((fault) => `${path}:${fault}`));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`check: ${faults.length} comments or names to rewrite`);
    process.exit(1);
  }
};

if (process.argv[1] === import.meta.filename) checkProse();
