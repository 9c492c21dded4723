import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
};
const numbers = (version: string): number[] => version.split('-')[0]!.split('.').map(Number);
const isAtLeast = (version: string, minimum: string): boolean => {
  const [actual, required] = [numbers(version), numbers(minimum)];
  const index = actual.findIndex((part, place) => part !== required[place]);
  return index < 0 || actual[index]! > required[index]!;
};

it('orders versions by number, not by text', () => {
  expect(isAtLeast('5.12.10', '5.12.2')).toBe(true);
  expect(isAtLeast('5.9.9', '5.12.2')).toBe(false);
  expect(isAtLeast('5.12.2', '5.12.2')).toBe(true);
});

it.each([
  ['fastify', '5.12.2'],
  ['@fastify/static', '10.1.3'],
  ['kysely', '0.28.17'],
])('the lockfile has only copies of %s at %s or later', (name, minimum) => {
  const copies = Object.entries(lock.packages).filter(
    ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );
  expect(copies.length).toBeGreaterThan(0);
  for (const [, { version }] of copies) expect(isAtLeast(version ?? '0', minimum), `${name} ${version}`).toBe(true);
});

it('pdfmake, if installed, is 0.3.11 or later; xlsx and @fastify/jwt are not installed', () => {
  const pdfmake = lock.packages['node_modules/pdfmake'];
  if (pdfmake) expect(isAtLeast(pdfmake.version ?? '0', '0.3.11')).toBe(true);
  expect(lock.packages).not.toHaveProperty('node_modules/xlsx');
  expect(Object.keys(lock.packages)).not.toContain('node_modules/@fastify/jwt');
});

it('every package in the lockfile has an integrity hash', () => {
  const bare = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry.resolved?.startsWith('http') && !entry.integrity,
  );
  expect(bare).toEqual([]);
});
