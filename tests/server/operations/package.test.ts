import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { environmentOf, startProcess, stop } from '../support/process.ts';
import { freshPlace } from '../support/testDatabase.ts';

const folder = mkdtempSync(join(tmpdir(), 'quotaboard-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('starts the server and its app from the package alone', { timeout: 120_000 }, async () => {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
  const { name, version, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    name: string;
    version: string;
    bin: { quotaboard: string };
  };
  execFileSync('tar', ['-xzf', join(folder, `${name}-${version}.tgz`), '-C', folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const { place, remove } = await freshPlace();
  const server = startProcess([], environmentOf(place), join(folder, 'package', bin.quotaboard));
  try {
    const response = await fetch(await server.ready);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Quotaboard needs JavaScript.')]);
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  } finally {
    await stop(server);
    await remove();
  }
});
