import { limits } from '../../contract/limits.ts';
import { migrate } from '../db/migrate.ts';
import { openStore } from '../db/repositories/store.ts';
import { StartRefused } from '../db/startRefused.ts';
import { resetFromConsole } from '../domain/people/resetFromConsole.ts';
import { createPasswords } from '../domain/session/passwords.ts';
import { systemClock } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';
import type { Config } from '../start/environment.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run password:reset -- E-MAIL` */
export const runResetPassword = async (config: Config, print: (line: string) => void): Promise<void> => {
  const { subject: email } = config;
  if (!email) throw new StartRefused('Say whose: npm run password:reset -- somebody@example.com.');
  await withDatabase(config, async (db) => {
    await migrate(db);
    const services = { store: openStore(db), passwords: createPasswords(), clock: systemClock };
    const password = await resetFromConsole(services, email).catch((error: unknown) => {
      throw error instanceof Problem ? new StartRefused(error.message) : error;
    });
    print(`Temporary password of ${email}: ${password}`);
    print(`It holds for ${limits.auth.temporaryPasswordHours} hours, must be changed at the first sign-in, and is shown only now.`);
  });
};
