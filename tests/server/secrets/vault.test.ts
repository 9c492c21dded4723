import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { loadDemoKey } from '../../../server/start/demoKey.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { refuseUnsafe, rotateKeys } from '../../../server/start/safeStart.ts';
import { parseSecretKey, type SecretKey } from '../../../server/start/secrets.ts';
import { createVault } from '../../../server/start/vault.ts';
import { testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const randomText = (): string => randomBytes(32).toString('base64');
const newKey = (): SecretKey => parseSecretKey(randomText()) as SecretKey;
const NAME = 'connection:12:refresh_token';
let db: TestDatabase;
let store: Store;
const clock = testClock();
const scratch = mkdtempSync(join(tmpdir(), 'quotaboard-vault-'));

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db);
});
afterAll(async () => {
  await db.drop();
  rmSync(scratch, { recursive: true });
});
beforeEach(async () => {
  await db.query.deleteFrom('secrets').execute();
});
const stored = () => db.query.selectFrom('secrets').selectAll().orderBy('name').execute();

describe('vault', () => {
  it('encrypts a text, decrypts it, counts its versions and deletes it', async () => {
    const vault = createVault([newKey()]);
    expect(await vault.open(store, NAME)).toBeNull();
    expect(await vault.seal(store, NAME, 'rt-first-secret', clock())).toBe(1);
    expect(await vault.seal(store, NAME, 'rt-second-secret', clock())).toBe(2);
    expect(await vault.open(store, NAME)).toEqual({ text: 'rt-second-secret', version: 2 });
    expect(JSON.stringify(await stored())).not.toContain('second');
    await vault.seal(store, 'connection:121:refresh_token', 'other', clock());
    await vault.forget(store, 'connection:12:');
    expect((await stored()).map(({ name }) => name)).toEqual(['connection:121:refresh_token']);
  });

  it('lets one of ten concurrent token exchanges store the result', async () => {
    const vault = createVault([newKey()]);
    await vault.seal(store, NAME, 'old', clock());
    const { version } = (await vault.open(store, NAME))!;
    const replaced = await Promise.all(
      Array.from({ length: 10 }, (_, index) => vault.replaceIfVersion(store, NAME, version, `new ${index}`, clock())),
    );
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect(await vault.open(store, NAME)).toEqual({ text: `new ${replaced.indexOf(true)}`, version: version + 1 });
    expect(await vault.replaceIfVersion(store, 'nothing', 1, 'x', clock())).toBe(false);
  });

  it('refuses a ciphertext under another name, with a changed bit or another key, and stores nothing without a key', async () => {
    const vault = createVault([newKey()]);
    await vault.seal(store, NAME, 'secret', clock());
    const [row] = await stored();
    await db.query.insertInto('secrets').values({ name: 'elsewhere', sealed: row!.sealed }).execute();
    await expect(vault.open(store, 'elsewhere')).rejects.toMatchObject({ code: 'secret_unreadable' });
    await expect(createVault([newKey()]).open(store, NAME)).rejects.toMatchObject({ status: 409 });
    await expect(createVault([]).seal(store, NAME, 'x', clock())).rejects.toMatchObject({ code: 'no_encryption_key' });
  });
});

describe('keys:rotate', () => {
  it('re-encrypts everything with the newest key, so that the old one can be removed; versions stay', async () => {
    const [old, next] = [newKey(), newKey()];
    await db.script('update start_checks set sealed = null');
    const lines: string[] = [];
    const look = (keys: SecretKey[]) => refuseUnsafe(db, { encryptionKeys: keys }, (line) => void lines.push(line));
    await look([old]);
    const vault = createVault([old]);
    for (let index = 0; index < 20; index += 1) await vault.seal(store, `connection:${index}:token`, `secret ${index}`, clock());
    await look([next, old]);
    expect(lines).toEqual(['Secrets are still sealed with an older key: run npm run keys:rotate.']);
    expect(await rotateKeys(db, [next, old])).toEqual({ id: next.id, count: 20 });
    const alone = createVault([next]);
    for (let index = 0; index < 20; index += 1)
      expect(await alone.open(store, `connection:${index}:token`)).toEqual({ text: `secret ${index}`, version: 1 });
    await look([next]);
    expect(lines).toHaveLength(1);
  });

  it('names a secret that no key opens, and changes nothing', async () => {
    const [old, next, lost] = [newKey(), newKey(), newKey()];
    await db.script('update start_checks set sealed = null');
    await refuseUnsafe(db, { encryptionKeys: [old] }, () => {});
    await createVault([old]).seal(store, 'connection:1:token', 'one', clock());
    await createVault([lost]).seal(store, 'connection:2:token', 'two', clock());
    const before = await stored();
    await expect(rotateKeys(db, [next, old])).rejects.toThrow('None of ENCRYPTION_KEYS opens the secret connection:2:token');
    expect(await stored()).toEqual(before);
  });
});

describe('encryption keys', () => {
  it('come from ENCRYPTION_KEY_FILE, newest first; errors name the variable and no key', () => {
    const path = join(scratch, 'key');
    const [first, second] = [randomText(), randomText()];
    writeFileSync(path, `${first}\n${second}\n`);
    const keysIn = (env: Record<string, string>) => readEnvironment(env, []).encryptionKeys.map(({ id }) => id);
    expect(keysIn({ ENCRYPTION_KEY_FILE: path })).toEqual([first, second].map((text) => (parseSecretKey(text) as SecretKey).id));
    expect(() => keysIn({ ENCRYPTION_KEY_FILE: join(scratch, 'none') })).toThrow(/^ENCRYPTION_KEY_FILE .* cannot be read \(ENOENT\)/);
    expect(() => keysIn({ ENCRYPTION_KEY_FILE: path, ENCRYPTION_KEY: first })).toThrow('not both ENCRYPTION_KEY and ENCRYPTION_KEY_FILE');
    writeFileSync(path, '\n');
    expect(() => keysIn({ ENCRYPTION_KEY_FILE: path })).toThrow('is empty');
    writeFileSync(path, 'very-secret-but-short');
    expect(() => keysIn({ ENCRYPTION_KEY_FILE: path })).toThrow(/^ENCRYPTION_KEY_FILE(?!.*very-secret)/);
  });

  it('decisions 7.09: are created by the demo at its first start beside its data, readable only by itself, and kept', () => {
    const dataDir = join(scratch, 'demo');
    const { id } = loadDemoKey(dataDir);
    expect(loadDemoKey(dataDir).id).toBe(id);
    expect(loadDemoKey(join(scratch, 'other')).id).not.toBe(id);
    const path = join(dataDir, 'demo-encryption.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(parseSecretKey(readFileSync(path, 'utf8').trim())).toMatchObject({ id });
    writeFileSync(path, 'nothing');
    expect(() => loadDemoKey(dataDir)).toThrow('holds no key');
  });
});
