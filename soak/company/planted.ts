import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Plugin } from 'vite';
import type { Template } from './place.ts';
import { type PlantedFault, plantedFaults } from './plantedFaults.ts';
import { FIRST, type Finding, type SearchOrder, seek } from './seek.ts';

const root = join(import.meta.dirname, '../..');
/** Beside the records of `npm run trust`, which allow changes of generated files only. */
const FOUND_FILE = join(root, 'docs/generated/trust/found.json');
/** The goal of issue 53: 38 of 40. */
const MIN_SHARE = 0.95;
const ERROR_CHARACTERS = 400;
const SHOWN_CHARACTERS = 300;
type Search = Readonly<{
  seed: number;
  seeds: number;
  days: number;
  template: Template;
  lanes: number;
  only?: string | undefined;
  missing: boolean;
}>;

/** Returns the source with the fault planted. @throws unless the original line exists exactly once */
export const plant = (source: string, { name, from, to }: PlantedFault): string => {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${name}: its line is there ${parts.length - 1} times; change soak/company/plantedFaults.ts`);
  return parts.join(to);
};

const planting = (fault: PlantedFault): Plugin => ({
  name: 'planted-fault',
  enforce: 'pre',
  transform: (source, id) => (id === join(root, fault.file) ? plant(source, fault) : null),
});

type Bundle = Readonly<{ file: string; remove: () => void }>;
/** Bundles a program of the simulation with the fault in it, beside the scripts of the built server's threads. */
const bundle = async (program: 'findFault' | 'watch', fault: PlantedFault): Promise<Bundle> => {
  const { build } = await import('vite');
  const folder = join(root, 'dist/planted', `${fault.name.replaceAll(' ', '-')}-${process.pid}`);
  cpSync(join(root, 'dist/server'), folder, { recursive: true });
  const input = { [program]: join(import.meta.dirname, `${program}.ts`) };
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [planting(fault)],
    build: {
      ...{ ssr: true, target: 'node20', outDir: folder, emptyOutDir: false },
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: 'planted-[name].js' } },
    },
  });
  return { file: join(folder, `${program}.js`), remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The program that shows a simulation, with the fault in it. @throws for an unknown fault */
export const bundleWatch = (name: string): Promise<Bundle> => {
  const fault = plantedFaults.find((planted) => planted.name === name);
  if (!fault) throw new Error(`no planted fault is named ${name}`);
  return bundle('watch', fault);
};

/** Findings of the newest search by fault; null: not found. */
type Found = Record<string, Pick<Finding, 'seed' | 'day' | 'act' | 'invariant'> | null>;
const readFound = (): Found => (existsSync(FOUND_FILE) ? JSON.parse(readFileSync(FOUND_FILE, 'utf8')) : {});
const writeFound = (found: Found): void => {
  mkdirSync(dirname(FOUND_FILE), { recursive: true });
  const inOrder = plantedFaults.map(({ name }) => [name, found[name] ?? null]);
  writeFileSync(FOUND_FILE, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
};

/** The seeds of a search; one that found the fault before comes first, so that a second search is fast. */
const seedsFor = ({ seed, seeds }: Search, known: number | undefined): number[] => {
  const all = Array.from({ length: seeds }, (_, index) => seed + index);
  return known !== undefined && all.includes(known) ? [known, ...all.filter((one) => one !== known)] : all;
};

const describe = (finding: Finding | null): string =>
  finding === null
    ? 'NOT FOUND'
    : `seed ${finding.seed}, ${finding.day}, act ${finding.act}: ${finding.invariant}: ${finding.facts.join(' | ').slice(0, SHOWN_CHARACTERS)}`;

/** Runs the bundle. @returns null if no seed violates an invariant. @throws the errors of the process */
const seekIn = async (file: string, order: SearchOrder): Promise<Finding | null> => {
  const child = spawn(process.execPath, [file, JSON.stringify(order)]);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`no simulation: ${errors.slice(-ERROR_CHARACTERS)}`);
  return JSON.parse(output);
};

/** Companies without a fault, each lived once for as long as somebody asked. @returns true if the company holds until then */
const createControl = () => {
  const held = new Map<string, number>();
  return async (order: SearchOrder): Promise<boolean> => {
    const key = `${order.seeds.join(',')} ${order.first} ${order.focus.join(',')}`;
    if ((held.get(key) ?? 0) >= order.days) return true;
    const violation = await seek(order);
    if (violation) console.log(`without a fault, focus ${order.focus.join(',')}: ${describe(violation)}`);
    else held.set(key, order.days);
    return violation === null;
  };
};

type Control = ReturnType<typeof createControl>;
/** The first finding that the same company without the fault does not have. */
const seekWith = async (fault: PlantedFault, search: Search, known: number | undefined, holdsWithout: Control): Promise<Finding | null> => {
  const { file, remove } = await bundle('findFault', fault);
  const { days, template } = search;
  try {
    for (let seeds = seedsFor(search, known); seeds.length > 0; ) {
      const order: SearchOrder = { seeds, days, template, focus: fault.acts, first: fault.first ?? FIRST };
      const finding = await seekIn(file, order);
      if (!finding || (await holdsWithout({ ...order, seeds: [finding.seed], days: finding.days }))) return finding;
      seeds = seeds.slice(seeds.indexOf(finding.seed) + 1);
    }
    return null;
  } finally {
    remove();
  }
};

/** Plants each fault alone, some of them at the same time, and writes found.json. @returns true if enough were found */
export const findPlanted = async (search: Search): Promise<boolean> => {
  const found = readFound();
  const faults = plantedFaults.filter(
    ({ name }) => (search.only === undefined || name.includes(search.only)) && !(search.missing && found[name]),
  );
  if (faults.length === 0) throw new Error(`no planted fault is left, or none is named ${search.only}`);
  const began = performance.now();
  const waiting = [...faults];
  const holdsWithout = createControl();
  let count = 0;
  const lane = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const finding = await seekWith(fault, search, found[fault.name]?.seed, holdsWithout);
      console.log(`${fault.name}: ${describe(finding)}`);
      if (finding) count += 1;
      found[fault.name] = finding && { seed: finding.seed, day: finding.day, act: finding.act, invariant: finding.invariant };
      writeFound(found);
    }
  };
  await Promise.all(Array.from({ length: search.lanes }, lane));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(
    `planted: ${count} of ${faults.length} planted faults found within seeds ${search.seed} to ${search.seed + search.seeds - 1}, ${minutes} min`,
  );
  return count >= faults.length * MIN_SHARE;
};
