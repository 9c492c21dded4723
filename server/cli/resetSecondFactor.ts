import { migrate } from '../db/migrate.ts';
import { openStore } from '../db/repositories/store.ts';
import { StartRefused } from '../db/startRefused.ts';
import { resetFactorFromConsole } from '../domain/secondFactor/resetFactor.ts';
import { systemClock } from '../domain/shared/clock.ts';
import type { Config } from '../start/environment.ts';
import { createVault } from '../start/vault.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run second-factor:reset -- E-MAIL` */
export const runResetSecondFactor = async (config: Config, print: (line: string) => void): Promise<void> => {
  const { subject: email } = config;
  if (!email) throw new StartRefused('Say whose: npm run second-factor:reset -- somebody@example.com.');
  await withDatabase(config, async (db) => {
    await migrate(db);
    await resetFactorFromConsole({ store: openStore(db), clock: systemClock, vault: createVault(config.encryptionKeys) }, email);
    print(`The second factor of ${email} is removed, and their recovery codes and passkeys with it.`);
    print('Their password alone lets them in until they set one up again.');
  });
};
