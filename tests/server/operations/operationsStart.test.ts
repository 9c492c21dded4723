import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runResetPassword } from '../../../server/cli/resetPassword.ts';
import { runRotateKeys } from '../../../server/cli/rotateKeys.ts';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { settingsRepository } from '../../../server/db/repositories/settings/settings.ts';
import { isCommonPassword } from '../../../server/domain/session/commonPasswords.ts';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { startServer } from '../../../server/server.ts';
import { publicPassword, readEnvironment } from '../../../server/start/environment.ts';
import { refuseUnsafe, rotateKeys } from '../../../server/start/safeStart.ts';
import { parseSecretKey, type SecretKey, seal, unseal } from '../../../server/start/secrets.ts';
import { addPerson } from '../support/testApp.ts';
import { freshPlace, type TestDatabase, type TestPlace } from '../support/testDatabase.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const keysOf = (...texts: string[]): SecretKey[] => texts.map((text) => parseSecretKey(text) as SecretKey);
const cleanups: (() => Promise<void>)[] = [];
let place: TestPlace;
beforeEach(async () => {
  const { place: where, remove } = await freshPlace();
  cleanups.push(remove);
  place = where;
});
afterAll(async () => {
  for (const remove of cleanups) await remove();
});

const configOf = (keys: string, argv: string[] = []) =>
  readEnvironment(
    { PORT: '0', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ENCRYPTION_KEYS: keys, LOG_LEVEL: 'silent' },
    argv,
  );
const start = async (keys: string): Promise<void> => {
  const server = await startServer({ config: configOf(keys), webRoot: undefined, print: () => {} });
  await server.close();
};
const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase(place);
  return work(db).finally(() => db.close());
};
/** The checks of a start, on an open database. @returns its output */
const runStartChecks = async (db: Database, ...keys: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await refuseUnsafe(db, { encryptionKeys: keysOf(...keys) }, (line) => void lines.push(line));
  return lines;
};
const readSeal = async (db: Database) => (await settingsRepository(db.query).startChecks()).sealed ?? '';

describe('production and its encryption key', { timeout: 90_000 }, () => {
  it('does not start without the key or with a different one', async () => {
    await expect(start('')).rejects.toThrow('ENCRYPTION_KEY is not set');
    const [key, other] = [newKey(), newKey()];
    await start(key);
    await expect(start(other)).rejects.toThrow('ENCRYPTION_KEY is not the key that this database was started with');
    expect(await withDatabase((db) => runStartChecks(db, key))).toEqual([]);
  });

  it('says how to sign in until someone can', async () => {
    const key = newKey();
    const linesOfStart = async (): Promise<string[]> => {
      const lines: string[] = [];
      const server = await startServer({ config: configOf(key), webRoot: undefined, print: (line) => void lines.push(line) });
      await server.close();
      return lines;
    };
    const stop = place.databaseUrl ? '' : 'stop this server, ';
    expect(await linesOfStart()).toEqual([`Nobody can sign in yet: ${stop}run npm run admin:create.`]);
    await withDatabase((db) => addPerson(db as TestDatabase, { email: 'boss@example.test', role: 'admin' }));
    expect(await linesOfStart()).toEqual([]);
  });

  it('agrees on one key when two instances first start at once', async () => {
    await withDatabase(async (db) => {
      const both = await Promise.allSettled([runStartChecks(db, newKey()), runStartChecks(db, newKey())]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });

  it('rotates with the new key first and the old one after it until everything is re-encrypted', async () => {
    const [old, next] = [newKey(), newKey()];
    await withDatabase(async (db) => {
      await runStartChecks(db, old);
      const before = await readSeal(db);
      expect(await runStartChecks(db, next, old)).toEqual(['Secrets are still sealed with an older key: run npm run keys:rotate.']);
      expect(await readSeal(db)).toBe(before);
      await expect(rotateKeys(db, keysOf(next))).rejects.toThrow('is not the key');
      await expect(rotateKeys(db, [])).rejects.toThrow('Set ENCRYPTION_KEYS');
    });
    const lines: string[] = [];
    await runRotateKeys(configOf(`${next},${old}`, ['keys:rotate']), (line) => void lines.push(line));
    expect(lines[0]).toMatch(/^Sealed with key [0-9a-f]{8}\./);
    await withDatabase(async (db) => {
      expect(await runStartChecks(db, next)).toEqual([]);
      await expect(runStartChecks(db, old)).rejects.toThrow('is not the key');
      const row = await db.query.selectFrom('audit_log').selectAll().where('action', '=', 'keys.rotated').executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain(next.slice(0, 20));
    });
  });
});

describe('production and the demo company', { timeout: 90_000 }, () => {
  it('a single demo.test address may be anyone; all demo accounts together are the demo company', async () => {
    const key = newKey();
    await withDatabase(async (db) => {
      await addPerson(db as TestDatabase, { email: 'x@demo.test', role: 'salesperson' });
      await addPerson(db as TestDatabase, { email: 'admin@demo.test', role: 'admin' });
      expect(await runStartChecks(db, key)).toEqual([]);
      await addPerson(db as TestDatabase, { email: 'vp@demo.test', role: 'vp_sales' });
      await addPerson(db as TestDatabase, { email: 'finance@demo.test', role: 'finance' });
      await expect(runStartChecks(db, key)).rejects.toThrow('holds the demo company');
    });
  });
});

describe('production and the demo password', { timeout: 90_000 }, () => {
  it('does not start while an active account has it; the console gives that account another', async () => {
    const key = newKey();
    const password_hash = await createPasswords().hash(publicPassword);
    await withDatabase(async (db) => {
      const id = await addPerson(db as TestDatabase, { email: 'boss@example.test', role: 'admin' });
      await db.query.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    });
    await expect(start(key)).rejects.toThrow('boss@example.test has the demo password, which is public');
    const lines: string[] = [];
    await runResetPassword(configOf(key, ['password:reset', 'Boss@example.test']), (line) => void lines.push(line));
    expect(lines[0]).toMatch(/^Temporary password of Boss@example.test: ([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    await expect(runResetPassword(configOf(key, ['password:reset', 'nobody@example.test']), () => {})).rejects.toThrow('no such user');
    await expect(runResetPassword(configOf(key, ['password:reset']), () => {})).rejects.toThrow('Say whose');

    await withDatabase(async (db) => {
      expect(await runStartChecks(db, key)).toEqual([]);
      // A password is checked once after it is set, and again when it changes.
      const back = (updatedMs: number) =>
        db.query
          .updateTable('users')
          .set({ password_hash, updated_at: new Date(updatedMs).toISOString() })
          .execute();
      await back(Date.now() - 3_600_000);
      expect(await runStartChecks(db, key)).toEqual([]);
      await back(Date.now());
      await expect(runStartChecks(db, key)).rejects.toThrow('demo password');
      await db.query.updateTable('users').set({ active: false }).execute();
      expect(await runStartChecks(db, key)).toEqual([]);
    });
  });

  it('does not let anyone choose it', () => expect(isCommonPassword(publicPassword)).toBe(true));
});

describe('encrypted text', () => {
  const keyOf = (text = newKey()): SecretKey => parseSecretKey(text) as SecretKey;

  it('opens with its key among several, and tells which one', () => {
    const [one, two] = [keyOf(), keyOf()];
    const text = 'Ünïcode and more';
    expect(unseal([two, one], 'a', seal([one], 'a', text))).toEqual({ text, keyId: one.id });
    expect(seal([one], 'a', text)).not.toBe(seal([one], 'a', text));
    expect(() => seal([], 'a', text)).toThrow('without a key');
  });

  it('does not open elsewhere, with another key, or with any changed bit', () => {
    const [one, two] = [keyOf(), keyOf()];
    const text = seal([one], 'users|1|token', 'secret');
    expect(unseal([one], 'users|2|token', text)).toBeNull();
    expect(unseal([two], 'users|1|token', text)).toBeNull();
    const [version, id, iv = '', body = ''] = text.split('.');
    for (const [index, part] of [iv, body].entries()) {
      const bytes = Buffer.from(part, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const parts = index === 0 ? [changed.toString('base64url'), body] : [iv, changed.toString('base64url')];
        expect(unseal([one], 'users|1|token', [version, id, ...parts].join('.'))).toBeNull();
      }
    }
    for (const broken of ['', 'v1', `v2${text.slice(2)}`, text.slice(0, -24), `${version}.${id}..`])
      expect(unseal([one], 'users|1|token', broken)).toBeNull();
  });
});
