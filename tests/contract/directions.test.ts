import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const imports = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Every import between our own files as [importer, imported], relative to the root. */
const edges: readonly (readonly [string, string])[] = ['contract', 'src', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .flatMap((name) => {
      const file = join(root, folder, name);
      return [...readFileSync(file, 'utf8').matchAll(imports)].map(
        ([, to = '']) => [relative(root, file), relative(root, join(dirname(file), to))] as const,
      );
    }),
);
const screenOf = (path: string): string | undefined => /^src\/screens\/([^/]+)/.exec(path)?.[1];
const within =
  (...folders: string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

/** Rules that a linter pattern can't express, because it sees `../users/columns.tsx` and not the resolved path. */
const forbidden: readonly (readonly [what: string, is: (from: string, to: string) => boolean])[] = [
  [
    'a screen to another screen',
    (from, to) => screenOf(from) !== undefined && screenOf(to) !== undefined && screenOf(from) !== screenOf(to),
  ],
  [
    'the app to a screen, except for the table that loads them',
    (from, to) => within('src/app')(from) && screenOf(to) !== undefined && !['src/app/Inside.tsx', 'src/app/Root.tsx'].includes(from),
  ],
  ['what screens share to a screen', (from, to) => within('src/shared')(from) && screenOf(to) !== undefined],
  [
    'a use case to an opener of a database',
    (from, to) => within('server/domain')(from) && within('server/db/embedded', 'server/db/postgres')(to),
  ],
  ['a use case to a route', (from, to) => within('server/domain')(from) && within('server/http')(to)],
  ['a use case to a connector', (from, to) => within('server/domain')(from) && within('server/connectors')(to)],
  ['the contract to what is not the contract', (from, to) => within('contract')(from) && !within('contract')(to)],
  ['the browser to the server', (from, to) => within('src')(from) && within('server')(to)],
  ['the server to the browser', (from, to) => within('server')(from) && within('src')(to)],
  ['a machine to what is no machine', (from, to) => within('src/machines')(from) && !within('src/machines', 'contract')(to)],
  ['a service to what is no service', (from, to) => within('src/services')(from) && !within('src/services', 'contract')(to)],
  [
    'a widget to what knows the domain',
    (from, to) => within('src/ui')(from) && within('src/app', 'src/shared', 'src/screens', 'src/services')(to),
  ],
];

/** Folders with one subfolder per subject: no two subjects import each other, `shared` and `support` import none. */
const folderPaths = ['server/domain', 'server/db/repositories', 'src/machines', 'src/screens/commissions'];
const subjectOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) && path.split('/').length > folder.split('/').length + 1
    ? path.slice(folder.length + 1).split('/')[0]
    : undefined;

it.each(folderPaths)('no two subjects in %s depend on each other (ARCHITECTURE, Subjects)', (folder) => {
  const arrows = new Set(
    edges
      .map(([from, to]) => [subjectOf(folder, from), subjectOf(folder, to)] as const)
      .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
      .map(([from, to]) => `${from} → ${to}`),
  );
  expect(arrows.size).toBeGreaterThan(0);
  expect([...arrows].filter((arrow) => arrows.has(arrow.split(' → ').reverse().join(' → ')))).toEqual([]);
});

/** The folder within a subject that contains the file, such as `server/domain/commissions/recompute`. */
const innerFolderOf = (path: string): string | undefined => {
  const folderPath = folderPaths.find((one) => path.startsWith(`${one}/`));
  const [subject, folder, file] = folderPath ? path.slice(folderPath.length + 1).split('/') : [];
  return file === undefined ? undefined : `${folderPath}/${subject}/${folder}`;
};

it('code outside a folder of a subject imports it only through its index (ARCHITECTURE, Subjects)', () => {
  const arrows = edges.flatMap(([from, to]) => {
    const folder = innerFolderOf(to);
    return folder === undefined || from.startsWith(`${folder}/`) ? [] : [[from, to.slice(folder.length + 1)]];
  });
  expect(arrows.length).toBeGreaterThan(0);
  expect(arrows.filter(([, file]) => file !== 'index.ts')).toEqual([]);
});

it.each(forbidden)('nothing imports from %s (ARCHITECTURE, Directions)', (_what, isForbidden) => {
  expect(edges.filter(([from, to]) => isForbidden(from, to))).toEqual([]);
});

/** Functions that only the facts module may call (docs/adr/0015-the-door-of-facts.md). */
const doorFunctions = ['recomputeOrMark', 'affectedBy', 'markAffected', 'markEverybody', 'extendMarkRun', 'personAmounts'];
const FACTS_FOLDER = 'server/domain/facts/';
/** Use cases that lock months for something that isn't a fact: a signature, a payout run, a question, a match, a root. */
const holders = [
  'server/domain/bank/decideTransaction.ts',
  'server/domain/disputes/stepDispute.ts',
  'server/domain/payPeriods/periods.ts',
  'server/domain/payPeriods/signPeriod.ts',
  'server/domain/payouts/changeRun.ts',
  'server/domain/payouts/proposeRun.ts',
  'server/domain/statements/publishRoot.ts',
];
const useCases = edges.map(([from]) => from).filter((from, index, all) => within('server/domain')(from) && all.indexOf(from) === index);
const findCallersOutsideDoor = (matches: (text: string) => boolean): string[] =>
  useCases
    .filter((file) => !file.startsWith(FACTS_FOLDER) && !within('server/domain/commissions/recompute')(file))
    .filter((file) => matches(readFileSync(join(root, file), 'utf8')))
    .sort();

it('only the door writes facts that decide pay: no other code finds affected people, recomputes or marks', () => {
  const imported = (text: string): string[] =>
    [...text.matchAll(/import \{([^}]*)\} from '[^']*recompute\/index\.ts'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().replace(/^type /, '')),
    );
  const exported = readFileSync(join(root, 'server/domain/commissions/recompute/index.ts'), 'utf8');
  expect(doorFunctions.filter((name) => !new RegExp(`\\b${name}\\b[ ,}]`).test(exported.replace(/\/\*[\s\S]*?\*\//, '')))).toEqual([]);
  expect(findCallersOutsideDoor((text) => imported(text).some((name) => doorFunctions.includes(name)))).toEqual([]);
});

it('only the door locks a period for facts', () => {
  expect(findCallersOutsideDoor((text) => /periods\.lockShared\(\)/.test(text))).toEqual(holders);
});

it('the door writes the audit rows of invoices, events, splits, holds, adjustments and payments', () => {
  const folders = ['adjustments', 'events', 'holds', 'invoices', 'payments', 'splits'].map((folder) => `server/domain/${folder}`);
  const writers = findCallersOutsideDoor((text) => /audit\.write(All)?\(/.test(text));
  expect(writers.filter(within(...folders))).toEqual([]);
});

it('finds the imports that it judges', () => {
  expect(edges).toContainEqual(['src/app/Inside.tsx', 'src/screens/users/index.tsx']);
  expect(edges.length).toBeGreaterThan(1000);
});
