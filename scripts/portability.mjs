// Counts the statements in migrations and repositories that Citus, YugabyteDB or CockroachDB reject or run differently.
// `node scripts/portability.mjs --all` lists every occurrence.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const folders = ['server/db'];
const [CITUS, YUGABYTE, COCKROACH] = ['Citus', 'YugabyteDB', 'CockroachDB'];
const MAX_EXAMPLES = 3;

/** `on`: the systems where the statement is refused, restricted on distributed tables, or means something else. */
const features = [
  { name: 'trigger', pattern: /create (?:or replace )?(?:constraint )?trigger/gi, on: [CITUS] },
  { name: 'constraint trigger', pattern: /create constraint trigger/gi, on: [CITUS, COCKROACH] },
  { name: 'transition table of a trigger', pattern: /referencing (?:old|new) table/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'function in PL/pgSQL', pattern: /language\s+'?plpgsql|\bplpgsql\b/gi, on: [COCKROACH] },
  { name: 'anonymous block (do $$)', pattern: /\bdo \$\$/gi, on: [CITUS] },
  { name: 'advisory lock', pattern: /pg_(?:try_)?advisory_\w+/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'lock table', pattern: /\block table\b/gi, on: [YUGABYTE, COCKROACH] },
  { name: 'for update skip locked', pattern: /skip locked|skipLocked\(/gi, on: [CITUS] },
  { name: 'for update, for share', pattern: /for (?:no key )?(?:update|share)\b|forUpdate\(|forShare\(/gi, on: [CITUS] },
  { name: 'listen, notify', pattern: /\blisten [a-z_]+;|pg_notify\(|\bnotify [a-z_]+;/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'deferrable constraint', pattern: /\bdeferrable\b|set constraints/gi, on: [CITUS, COCKROACH] },
  { name: 'exclusion constraint', pattern: /exclude using/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'extension', pattern: /create extension/gi, on: [CITUS, COCKROACH] },
  {
    name: 'snapshot of transactions (xid8)',
    pattern: /pg_current_snapshot|pg_current_xact_id|pg_visible_in_snapshot|pg_snapshot_\w+|\bxid8\b/gi,
    on: [CITUS, YUGABYTE, COCKROACH],
  },
  { name: 'system column (ctid, xmin)', pattern: /\bctid\b|\.xmin\b|\bxmax\b/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'identity or serial key', pattern: /generated (?:always|by default) as identity|\b(?:big)?serial\b/gi, on: [COCKROACH] },
  { name: 'foreign key', pattern: /\breferences [a-z_]+/gi, on: [CITUS] },
  { name: 'unique index or constraint', pattern: /create unique index|\bunique\s*\(/gi, on: [CITUS] },
  { name: 'index of GIN, GiST or BRIN', pattern: /using (?:gin|gist|brin)\b/gi, on: [YUGABYTE, COCKROACH] },
  { name: 'trigram or full text search', pattern: /gin_trgm_ops|to_tsvector|to_tsquery|\bsimilarity\(/gi, on: [COCKROACH] },
  { name: 'recursive query', pattern: /with recursive/gi, on: [CITUS] },
  { name: 'lateral join', pattern: /\blateral\b/gi, on: [CITUS] },
  { name: 'merge', pattern: /\bmerge into\b/gi, on: [CITUS, YUGABYTE, COCKROACH] },
  { name: 'schema in the search path (lens)', pattern: /search_path/gi, on: [CITUS] },
  { name: 'isolation level repeatable read', pattern: /repeatable read/gi, on: [COCKROACH] },
  { name: 'SQL function with a body of its own', pattern: /language\s+'?sql\b/gi, on: [CITUS] },
  { name: 'generated column', pattern: /generated always as \(/gi, on: [CITUS] },
  { name: 'type, domain or range', pattern: /create type|create domain|\b(?:date|int8|ts|tstz)range\(/g, on: [COCKROACH] },
];

const paths = spawnSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((path) => path.endsWith('.ts'));
const texts = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Skips comment lines. */
const placesOf = (pattern) =>
  texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !/^\s*(?:\/\/|\*|\/\*|--)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1)))
      .map(({ index }) => `${path.replace('server/db/', '')}:${lineOf(text, index)}`),
  );

const all = process.argv.includes('--all');
const totals = new Map([CITUS, YUGABYTE, COCKROACH].map((system) => [system, 0]));
console.log(`${paths.length} files of ${folders.join(', ')}\n`);
for (const { name, pattern, on } of features) {
  const places = placesOf(pattern);
  if (places.length === 0) continue;
  for (const system of on) totals.set(system, totals.get(system) + places.length);
  console.log(`${String(places.length).padStart(5)}  ${name.padEnd(38)} ${on.join(', ')}`);
  for (const place of all ? places : places.slice(0, MAX_EXAMPLES)) console.log(`         ${place}`);
}
console.log(`\n${[...totals].map(([system, count]) => `${system}: ${count} places`).join('; ')}`);
