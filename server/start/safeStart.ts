import type { Database } from '../db/database.ts';
import { usersRepository } from '../db/repositories/people/users.ts';
import { secretsRepository } from '../db/repositories/secrets/secrets.ts';
import { settingsRepository } from '../db/repositories/settings/settings.ts';
import { StartRefused } from '../db/startRefused.ts';
import { createPasswords } from '../domain/session/passwords.ts';
import { systemClock } from '../domain/shared/clock.ts';
import { type Config, publicPassword } from './environment.ts';
import { type SecretKey, seal, unseal } from './secrets.ts';
import { secretContext } from './vault.ts';

/** A text encrypted at the first start, and decrypted at every later one to verify the key. */
const PROOF_NAME = 'start_checks.sealed';
const PROOF = 'quotaboard';

/** @throws StartRefused in production without a key, because it has secrets to store */
export const assertHasKey = ({ demo, encryptionKeys }: Pick<Config, 'demo' | 'encryptionKeys'>): void => {
  if (!demo && encryptionKeys.length === 0)
    throw new StartRefused('ENCRYPTION_KEY is not set: make one with openssl rand -base64 32 and keep it apart from the backups.');
};

const refuseDemoData = async (db: Database): Promise<void> => {
  if (await usersRepository(db.query).hasDemoAccounts())
    throw new StartRefused(
      'This database holds the demo company, whose passwords are public: choose another DATABASE_URL or DATA_DIR, or run npm start.',
    );
};

/** True if one of the keys sealed the proof of the first start. */
export const canOpenProof = (keys: readonly SecretKey[], sealed: string): boolean => unseal(keys, PROOF_NAME, sealed)?.text === PROOF;

/** Checks that the key is still the same; the first start stores the proof. */
const checkKey = async (db: Database, keys: readonly SecretKey[], print: (line: string) => void): Promise<void> => {
  const sealed = await settingsRepository(db.query).keepSealed(seal(keys, PROOF_NAME, PROOF));
  const openedText = unseal(keys, PROOF_NAME, sealed);
  if (openedText?.text !== PROOF)
    throw new StartRefused('ENCRYPTION_KEY is not the key that this database was started with: set that one, or it among ENCRYPTION_KEYS.');
  const needsRotation = openedText.keyId !== keys[0]?.id || (await secretsRepository(db.query).hasOtherKey(keys[0]?.id ?? ''));
  if (needsRotation) print('Secrets are still sealed with an older key: run npm run keys:rotate.');
};

/** Hashing is slow, so each password is checked only once after it is set. */
const refusePublicPasswords = async (db: Database): Promise<void> => {
  const settings = settingsRepository(db.query);
  const now = systemClock();
  const { verify } = createPasswords();
  const { passwords_checked_at } = await settings.startChecks();
  for (const { email, password_hash } of await usersRepository(db.query).passwordsSince(passwords_checked_at))
    if (await verify(password_hash, publicPassword))
      throw new StartRefused(`${email} has the demo password, which is public: run npm run password:reset -- ${email}.`);
  await settings.savePasswordsChecked(now);
};

/** @throws StartRefused for the first thing that makes this database unsafe for production */
export const refuseUnsafe = async (db: Database, { encryptionKeys }: Pick<Config, 'encryptionKeys'>, print: (line: string) => void) => {
  await refuseDemoData(db);
  await checkKey(db, encryptionKeys, print);
  await refusePublicPasswords(db);
};

/**
 * Re-encrypts everything with the newest key, all or nothing.
 * @returns the id of the newest key, and the number of secrets
 * @throws StartRefused if none of the keys decrypts a secret
 */
export const rotateKeys = async (db: Database, keys: readonly SecretKey[]): Promise<Readonly<{ id: string; count: number }>> => {
  const [latestKey] = keys;
  if (!latestKey) throw new StartRefused('Set ENCRYPTION_KEYS: the new key first, then the one of before.');
  await checkKey(db, keys, () => {});
  const count = await db.query.transaction().execute(async (trx) => {
    const secrets = secretsRepository(trx);
    const allSecrets = await secrets.lockAll();
    for (const { name, sealed } of allSecrets) {
      const openedText = unseal(keys, secretContext(name), sealed);
      if (!openedText)
        throw new StartRefused(`None of ENCRYPTION_KEYS opens the secret ${name}: set the key it was sealed with behind the new one.`);
      await secrets.reseal(name, seal(keys, secretContext(name), openedText.text));
    }
    await settingsRepository(trx).saveSealed(seal(keys, PROOF_NAME, PROOF));
    return allSecrets.length;
  });
  return { id: latestKey.id, count };
};
