import { migrate } from '../db/migrate.ts';
import { openStore } from '../db/repositories/store.ts';
import { StartRefused } from '../db/startRefused.ts';
import { createAdmin, type NewAdmin } from '../domain/people/createAdmin.ts';
import { createPasswords } from '../domain/session/passwords.ts';
import { systemClock } from '../domain/shared/clock.ts';
import type { Config } from '../start/environment.ts';
import { startInTimeZone } from '../start/firstConfig.ts';
import { openTerminal } from './ask.ts';
import { withDatabase } from './withDatabase.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** From ADMIN_EMAIL and ADMIN_PASSWORD if both are set, else prompted on the terminal. */
const readAdmin = async (env: Env): Promise<NewAdmin> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (email && password)
    return { email, password, first_name: env.ADMIN_FIRST_NAME ?? 'System', last_name: env.ADMIN_LAST_NAME ?? 'Administrator' };
  if (!process.stdin.isTTY) throw new StartRefused('Set ADMIN_EMAIL and ADMIN_PASSWORD, or run this at a terminal.');
  const { ask, close } = openTerminal();
  try {
    return {
      email: await ask('Email: '),
      first_name: await ask('First name: '),
      last_name: await ask('Last name: '),
      password: await ask('Password (12 characters or more): ', { hidden: true }),
    };
  } finally {
    close();
  }
};

/** `npm run admin:create`. @throws StartRefused with a message if no account was created */
export const runCreateAdmin = async (config: Config, env: Env, print: (line: string) => void): Promise<void> => {
  const admin = await readAdmin(env);
  await withDatabase(config, async (db) => {
    await migrate(db);
    await startInTimeZone(db, config);
    await createAdmin({ store: openStore(db), passwords: createPasswords(), clock: systemClock }, admin);
    print(`${admin.email.trim()} can sign in as an administrator.`);
  });
};
