import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Template } from './place.ts';
import { type PlantedFault, plantedFaults } from './plantedFaults.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['contract', 'server', 'soak', 'tests/server/support', 'tests/stand-ins', 'package.json', 'tsconfig.json'] as const;
type Search = Readonly<{ seed: number; seeds: number; days: number; template: Template; lanes: number; only?: string | undefined }>;

/** Shortly before a month ends, so that the first days include the start of the next month, when it is closed and paid. */
const FIRST = '2025-07-27';

/** Returns the source with the fault planted. @throws unless the original line exists exactly once */
export const plant = (source: string, { name, from, to }: PlantedFault): string => {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${name}: its line is there ${parts.length - 1} times; change soak/company/plantedFaults.ts`);
  return parts.join(to);
};

/** Copies the sources with the fault planted. @throws for an unknown fault */
export const copyWithFault = (name: string): Readonly<{ folder: string; remove: () => void }> => {
  const fault = plantedFaults.find((planted) => planted.name === name);
  if (!fault) throw new Error(`no planted fault is named ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'quotaboard-planted-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  for (const item of copied) cpSync(join(root, item), join(folder, item), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, fault.file);
  writeFileSync(file, plant(readFileSync(file, 'utf8'), fault));
  return { folder, remove };
};

/** Runs the simulation in a copy of the sources with the fault. @returns its output, or null if it found nothing */
const simulateWithFault = async ({ name, acts }: PlantedFault, { seed, seeds, days, template }: Search): Promise<string | null> => {
  const { folder, remove } = copyWithFault(name);
  try {
    for (let index = 0; index < seeds; index += 1) {
      const search = ['--seed', String(seed + index), '--days', String(days), '--first', FIRST, '--every', '2', '--focus', acts.join(',')];
      const args = ['--import', 'tsx', 'soak/company.ts', ...search];
      const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, COMPANY_TEMPLATE: JSON.stringify(template) } });
      const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      if (code !== 0) return output.trim() || errors.trim();
    }
    return null;
  } finally {
    remove();
  }
};

/** Plants each fault in its own copy of the sources, several in parallel. @returns true if the simulation found all of them */
export const findPlanted = async (search: Search): Promise<boolean> => {
  const faults = plantedFaults.filter(({ name }) => search.only === undefined || name === search.only);
  if (faults.length === 0) throw new Error(`no planted fault is named ${search.only}`);
  const began = performance.now();
  const waiting = [...faults];
  let found = 0;
  const lane = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const output = await simulateWithFault(fault, search);
      const violated = output?.split('\n').find((line) => line.includes(': violated: '));
      if (violated) found += 1;
      console.log(`${fault.name}: ${violated ?? (output === null ? 'NOT FOUND' : `no simulation: ${output.slice(-400)}`)}`);
    }
  };
  await Promise.all(Array.from({ length: search.lanes }, lane));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(
    `company: ${found} of ${faults.length} planted faults found within ${search.seeds} seeds from ${search.seed}, ${minutes} min`,
  );
  return found === faults.length;
};
