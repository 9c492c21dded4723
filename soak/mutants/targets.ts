import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** A file to mutate and the tests that cover it, those without a screen first. */
export type Target = Readonly<{
  name: string;
  file: string;
  kind: 'machine' | 'rule';
  tests: readonly string[];
  screens: readonly string[];
}>;

const filesUnder = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .sort()
    : [];

const imported = new Map<string, readonly string[]>();
const importsOf = (file: string): readonly string[] => {
  const known = imported.get(file);
  if (known) return known;
  const result = [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => relative(root, resolve(root, dirname(file), path!)))
    .filter((path) => existsSync(join(root, path)));
  imported.set(file, result);
  return result;
};

/** Number of imports between two files; null if no path exists. */
const importDistance = (from: string, to: string): number | null => {
  const seen = new Set([from]);
  let level = [from];
  for (let steps = 0; level.length > 0; steps += 1) {
    if (level.includes(to)) return steps;
    level = level.flatMap(importsOf).filter((file) => !seen.has(file) && seen.add(file));
  }
  return null;
};

const nearest = (tests: readonly string[], file: string): string[] =>
  tests
    .map((test) => ({ test, steps: importDistance(test, file) }))
    .filter(({ steps }) => steps !== null)
    .sort((a, b) => a.steps! - b.steps!)
    .map(({ test }) => test);

const isTest = (file: string) => file.endsWith('.test.ts');
const isScreen = (file: string) => file.endsWith('.test.tsx');

export const targets = (): Target[] => {
  const machines = filesUnder('src/machines').filter((file) => file.endsWith('.machine.ts'));
  const models = filesUnder('tests/models');
  // Property tests run hundreds of cases, too slow for hundreds of mutants, so the tables must catch them alone.
  const rules = filesUnder('tests/contract').filter((test) => isTest(test) && !test.includes('.property.'));
  const screens = filesUnder('tests').filter(isScreen);
  const ofMachine = (file: string): Target => {
    const name = file.replace(/^.*\//, '').replace('.machine.ts', '');
    const own = models.filter((test) => test.startsWith(`tests/models/${name}/`));
    return { name, file, kind: 'machine', tests: own.filter(isTest), screens: own.filter(isScreen) };
  };
  const ofLifecycle = (file: string): Target => {
    const name = file.replace(/^.*\//, '').replace('.ts', '');
    const tests = models.filter((test) => test.startsWith('tests/models/lifecycles/') && isTest(test));
    const isStep = name === 'step';
    return {
      name: `lifecycles/${name}`,
      file,
      kind: isStep ? 'rule' : 'machine',
      tests: isStep ? tests : tests.filter((test) => test.endsWith(`/${name}.test.ts`)),
      screens: [],
    };
  };
  const ofRule = (file: string): Target => ({
    name: file.replace('contract/', '').replace('.ts', ''),
    file,
    kind: 'rule',
    tests: nearest(rules, file),
    // Only the screens that test the rule directly.
    screens: nearest(screens, file).filter((test) => importsOf(test).includes(file)),
  });
  // Examples are data for users to copy.
  const ruleFiles = filesUnder('contract/rules').filter((file) => !file.endsWith('/examples.ts'));
  return [...machines.map(ofMachine), ...filesUnder('contract/lifecycles').map(ofLifecycle), ...ruleFiles.map(ofRule)];
};
