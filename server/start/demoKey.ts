import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDirectory } from '../db/embedded/directory.ts';
import { StartRefused } from '../db/startRefused.ts';
import { parseSecretKey, type SecretKey } from './secrets.ts';

const NAME = 'demo-encryption.key';

/**
 * The demo's own key, created at its first start in the data directory (decisions 7.09), outside backups.
 * @throws StartRefused if the file contains no key, or other users may write to the directory
 */
export const loadDemoKey = (dataDir: string): SecretKey => {
  const path = join(prepareDataDirectory(dataDir), NAME);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = parseSecretKey(readFileSync(path, 'utf8').trim());
  if (typeof key === 'string') throw new StartRefused(`${path} holds no key: remove it, and connect again what the demo was connected to.`);
  return key;
};
