// Rejects comments that begin with a relative clause, meaningless names, and names that two files export.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const folders = ['bench', 'contract', 'scripts', 'server', 'soak', 'src', 'tests'];
const opening = /(?:^|[\s;{}(,])(?:\/\/|\/\*\*?)\s*(?:\*\s*)?(What|Who|Whose|Whoever|So many|Of)\b/g;
const bannedNames = 'of|kept|told|wanted|asked|said|nothing|beside|MOST|FEW|WHOLE|LONGEST|AT_ONCE';
const declaration = new RegExp(`\\b(?:const|let) (${bannedNames})\\b`, 'g');

const exported = /^export (?:declare )?(?:async )?(?:const|function\*?|class|type|interface|enum) (\w+)/gm;
/** Each migration exports `up`, and the index of the charts exports a lazy version of each chart. */
const mayRepeat = /^server\/db\/migrations\/|^src\/ui\/chart\/index\.tsx$/;

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** @returns the faults of one file, as `12: a comment begins with "What"` */
export const proseFaults = (text) => [
  ...[...text.matchAll(opening)].map(
    (match) => `${lineOf(text, match.index + match[0].indexOf('/'))}: a comment begins with "${match[1]}"`,
  ),
  ...[...text.matchAll(declaration)].map((match) => `${lineOf(text, match.index)}: the name "${match[1]}" says nothing`),
];

/** @param texts by path. @returns the names that several files of the product export, as `Step: contract/a.ts, src/b.ts` */
export const exportFaults = (texts) => {
  const pathsByName = new Map();
  for (const [path, text] of texts) {
    if (mayRepeat.test(path) || !/^(?:contract|server|src)\//.test(path)) continue;
    for (const [, name] of text.matchAll(exported)) pathsByName.set(name, (pathsByName.get(name) ?? new Set()).add(path));
  }
  return [...pathsByName].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
};

const tracked = () =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...folders], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('/prose.test.ts') && existsSync(join(root, path)));

/** Ends the process with 1 and a line for each fault. */
export const checkProse = () => {
  const texts = new Map(tracked().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const faults = [
    ...[...texts].flatMap(([path, text]) => proseFaults(text).map((fault) => `${path}:${fault}`)),
    ...exportFaults(texts).map((fault) => `several files export ${fault}`),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`check: ${faults.length} comments or names to rewrite`);
    process.exit(1);
  }
};

if (process.argv[1] === import.meta.filename) checkProse();
