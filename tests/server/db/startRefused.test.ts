import { execSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { StartRefused } from '../../../server/db/startRefused.ts';
import { loadDemoKey } from '../../../server/start/demoKey.ts';
import { freshPlace, type TestPlace, testDatabaseKind } from '../support/testDatabase.ts';

const refusal = async (place: TestPlace): Promise<string> => {
  const error: unknown = await openDatabase(place).then(
    (db) => db.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartRefused);
  return (error as StartRefused).message;
};
const postgres = (databaseUrl: string): Promise<string> => refusal({ databaseUrl, dataDir: '' });

describe('an unusable DATABASE_URL', () => {
  let silent: net.Server;
  let port: number;
  beforeAll(async () => {
    silent = net.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    port = (silent.address() as net.AddressInfo).port;
  });
  afterAll(() => silent.close());

  test('is refused with host and name, without the password, if nothing listens', async () => {
    const message = await postgres('postgres://quota:s3cret@127.0.0.1:1/board');
    expect(message).toBe('The database at 127.0.0.1:1/board (DATABASE_URL) cannot be used: nothing listens there.');
  });

  test('is refused after 5 s if the server accepts but never answers', async () => {
    const message = await postgres(`postgres://quota:s3cret@127.0.0.1:${port}/board`);
    expect(message).toBe(`The database at 127.0.0.1:${port}/board (DATABASE_URL) cannot be used: it did not answer within 5 s.`);
  });

  test('is refused for an unknown host', async () => {
    const message = await postgres('postgres://quota:s3cret@no-such-host.invalid/board');
    expect(message).toBe('The database at no-such-host.invalid:5432/board (DATABASE_URL) cannot be used: the host is unknown.');
  });

  test.each(['mysql://quota:s3cret@127.0.0.1/board', 'quota:s3cret@board', 'not an address'])('is refused for %s', async (url) => {
    const message = await postgres(url);
    expect(message).toContain('DATABASE_URL is not an address of a PostgreSQL database');
    expect(message).not.toContain('s3cret');
  });

  test.runIf(testDatabaseKind() === 'postgres')('is refused for a missing database', async () => {
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: '/quotaboard_no_such' });
    expect(await postgres(url.href)).toContain('cannot be used: there is no such database.');
  });
});

describe.runIf(testDatabaseKind() === 'embedded')('an unusable data directory', { timeout: 120_000 }, () => {
  test.each([
    ['{"postgres":17}', 'belongs to PostgreSQL 17 and this server embeds 18'],
    ['{"postgres"', 'belongs to PostgreSQL (version unknown) and this server embeds 18'],
  ])('refuses the stamp %s, and opens again with the right one', async (stamp, sentence) => {
    const { place, remove } = await freshPlace();
    writeFileSync(join(place.dataDir, 'version.json'), stamp);
    expect(await refusal(place)).toContain(sentence);
    writeFileSync(join(place.dataDir, 'version.json'), '{"postgres":18}');
    await (await openDatabase(place)).close();
    await remove();
  });

  test('removes leftovers of a killed first start', async () => {
    const { place, remove } = await freshPlace();
    mkdirSync(join(place.dataDir, 'database.new-1', 'base'), { recursive: true });
    await (await openDatabase(place)).close();
    expect(readdirSync(place.dataDir).sort()).toEqual(['database', 'version.json']);
    await remove();
  });

  test.each([
    ['0755', 0o755],
    ['0770', 0o770],
    ['0777', 0o777],
    ['0701', 0o701],
  ])('refuses mode %s, accessible to others, with the command that fixes it', async (name, mode) => {
    const { place, remove } = await freshPlace();
    const directory = realpathSync(place.dataDir);
    chmodSync(directory, mode);
    const refused = await refusal(place);
    expect(refused).toBe(
      `Other users of this machine may read or change the data directory ${directory} (mode ${name}): ` +
        `run chmod 700 '${directory}', or set DATA_DIR to a new directory.`,
    );
    execSync(/run (.*), or set/.exec(refused)?.[1] ?? 'false');
    await (await openDatabase(place)).close();
    await remove();
  });

  test.each([
    ['0700', 0o700],
    ['0750', 0o750],
  ])('opens mode %s, and closes the database in it to others', async (_, mode) => {
    const { place, remove } = await freshPlace();
    chmodSync(place.dataDir, mode);
    chmodSync(join(place.dataDir, 'database'), 0o777);
    await (await openDatabase(place)).close();
    expect(statSync(join(place.dataDir, 'database')).mode & 0o777).toBe(0o700);
    await remove();
  });

  test('creates a missing one closed to others, including parent directories', async () => {
    const { place, remove } = await freshPlace();
    const dataDir = join(place.dataDir, 'new', 'data');
    await (await openDatabase({ dataDir })).close();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700);
    await remove();
  });

  test('refuses a demo directory before writing its key', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-open-'));
    chmodSync(dataDir, 0o755);
    expect(() => loadDemoKey(dataDir)).toThrow(`run chmod 700 ${realpathSync(dataDir)}, or`);
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  test('refuses a path that is a file', async () => {
    const { place, remove } = await freshPlace();
    const file = join(place.dataDir, 'version.json');
    expect(await refusal({ dataDir: file })).toContain(`The data directory ${file} cannot be made or read`);
    await remove();
  });
});
