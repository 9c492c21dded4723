import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCharts } from './docs/charts.ts';
import { machinePages } from './docs/machines.ts';
import { openApiPages } from './docs/openapi.ts';
import type { Pages } from './docs/pages.ts';
import { permissionPages } from './docs/permissions.ts';
import { trustPages } from './docs/trust.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/generated');

const existing = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

const read = (name: string): Promise<string | null> => readFile(join(folder, name), 'utf8').catch(() => null);

/** Files of docs/generated that don't match the code, including leftover ones. */
const staleOf = async (pages: Pages): Promise<string[]> => {
  const names = [...new Set([...Object.keys(pages), ...(await existing())])].sort();
  const stale = await Promise.all(names.map(async (name) => ((await read(name)) === (pages[name] ?? null) ? [] : [name])));
  return stale.flat();
};

const write = async (pages: Pages, stale: readonly string[]): Promise<void> => {
  for (const name of stale) {
    const text = pages[name];
    if (text === undefined) await rm(join(folder, name));
    else {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  }
};

const machines = await machinePages(root);
const pages: Pages = { ...machines.pages, ...permissionPages(), ...trustPages(root), ...(await openApiPages()) };
const stale = await staleOf(pages);
if (!process.argv.includes('--check')) {
  await write(pages, stale);
  console.log(`docs/generated: ${Object.keys(pages).length} files, ${stale.length} written`);
} else if (stale.length > 0) {
  console.error(`Stale, run "npm run diagrams":\n${stale.map((name) => `  docs/generated/${name}`).join('\n')}`);
  process.exitCode = 1;
} else console.log('docs/generated is up to date');
if (process.argv.includes('--check') && !(await checkCharts(machines.charts))) process.exitCode = 1;
// A built server may leave timers running.
process.exit();
