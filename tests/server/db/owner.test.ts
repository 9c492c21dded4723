import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimDirectory } from '../../../server/db/embedded/owner.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { freshPlace, testDatabaseKind } from '../support/testDatabase.ts';
import { spawnChild } from './support/spawnChild.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'owner test ')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const directory = (name: string): string => {
  const path = join(root, name);
  mkdirSync(path);
  return path;
};

describe.runIf(testDatabaseKind() === 'embedded')('one owner per data directory', { timeout: 120_000 }, () => {
  test('refuses a second claim with a message that names the directory and the process', async () => {
    const path = directory('second');
    const claim = await claimDirectory(path);
    await expect(claimDirectory(path)).rejects.toThrow(`The data directory ${path} is already open in process ${process.pid};`);
    await claim.release();
    await (await claimDirectory(path)).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test('guards a path longer than a socket name allows', async () => {
    const path = directory(`long ${'d'.repeat(180)}`);
    const claim = await claimDirectory(path);
    await expect(claimDirectory(path)).rejects.toThrow('already open in process');
    await claim.release();
    await (await claimDirectory(path)).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test('never grants two of many simultaneous claims', async () => {
    const path = directory('many');
    for (let round = 0; round < 4; round += 1) {
      const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDirectory(path)));
      const claimed = claims.filter((claim) => claim.status === 'fulfilled');
      expect(claimed.length).toBeLessThanOrEqual(1);
      await Promise.all(claimed.map((claim) => claim.value.release()));
    }
    await (await claimDirectory(path)).release();
  });

  test('refuses a second process while the first is alive, and opens after kill -9 of the first', async () => {
    const { place, remove } = await freshPlace();
    const owner = spawnChild(place.dataDir, 'hold');
    expect(await owner.line(0)).toBe('ready');
    await expect(openDatabase(place)).rejects.toThrow(
      `The data directory ${realpathSync(place.dataDir)} is already open in process ${owner.process.pid};`,
    );
    await owner.kill();
    const db = await openDatabase(place);
    await expect(db.ping()).resolves.toBeUndefined();
    const late = spawnChild(place.dataDir, 'hold');
    expect(await late.line(0)).toContain(`is already open in process ${process.pid};`);
    await db.close();
    await remove();
  });
});
