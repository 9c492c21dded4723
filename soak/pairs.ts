// npm run soak -- pairs [--write]: the pairs of transitions of every machine and lifecycle, taken on live actors by the walks of npm test.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Pairs = Readonly<{ pairs: number; forbidden: Readonly<Record<string, number>>; untried: number }>;

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'quotaboard-pairs-'));
const start = Date.now();
const run = spawnSync('npx', ['vitest', 'run', '--project', 'models', 'walk.test', 'tests/models/lifecycles', '-t', 'takes every two'], {
  cwd: root,
  env: { ...process.env, PAIRS_FOLDER: folder },
  encoding: 'utf8',
});
if (run.status !== 0) {
  console.error(run.stdout, run.stderr);
  process.exit(1);
}
const found: Record<string, Pairs> = {};
for (const file of readdirSync(folder).sort()) found[file.replace(/\.json$/, '')] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
rmSync(folder, { recursive: true });
if (process.argv.includes('--write')) {
  const untaken = Object.entries(found)
    .filter(([, machine]) => machine.untried > 0 || Object.keys(machine.forbidden).length > 0)
    .map(([name, { forbidden, untried }]) => [name, { forbidden, untried }]);
  writeFileSync(join(root, 'tests/models/support/pairs.json'), `${JSON.stringify(Object.fromEntries(untaken), null, 2)}\n`);
}

const all = Object.values(found);
const sum = (count: (pairs: Pairs) => number): number => all.reduce((total, pairs) => total + count(pairs), 0);
const [pairs, forbidden, untried] = [
  sum((machine) => machine.pairs),
  sum((machine) => Object.values(machine.forbidden).reduce((total, count) => total + count, 0)),
  sum((machine) => machine.untried),
];
console.log(
  `pairs: ${all.length} machines · ${pairs} pairs of transitions · ${pairs - forbidden - untried} taken · ${forbidden} forbidden by guards · ` +
    `${untried} untried, with reasons · ${Math.round((Date.now() - start) / 1000)} s`,
);
