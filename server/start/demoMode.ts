import { roleLabels } from '../../contract/entities/user.ts';
import type { Database } from '../db/database.ts';
import { usersRepository } from '../db/repositories/people/users.ts';
import { StartRefused } from '../db/startRefused.ts';
import { createPasswords } from '../domain/session/passwords.ts';
import { systemClock, todayIn } from '../domain/shared/clock.ts';
import type { Config } from './environment.ts';

const names = ['admin', 'vp', 'manager', 'sales', 'finance', 'events'] as const;
const emailOf = (name: (typeof names)[number]): string => `${name}@demo.test`;

/** Loads the demo company into an empty database. @throws StartRefused if the database holds a real company */
export const prepareDemo = async (db: Database, config: Config, print: (line: string) => void): Promise<void> => {
  // Loaded on demand: production never reads the demo company's code.
  const [{ isEmpty, loadDemo }, { addDemoBank }] = await Promise.all([import('../demo/loadDemo.ts'), import('../demo/money/bank.ts')]);
  if (!(await isEmpty(db))) {
    if (await usersRepository(db.query).hasDemoAccounts()) return;
    throw new StartRefused('This database holds a company of its own, not the demo company: start it with npm run serve.');
  }
  const now = systemClock();
  const today = todayIn(config.timeZone, now);
  const passwordHash = await createPasswords().hash(config.demoPassword);
  await loadDemo(db, { today, now, scale: config.demoScale, passwordHash, progress: print });
  if (config.demoScale <= 1) await addDemoBank(db, today, now);
};

/** The six demo accounts, with their password if it is still the configured one. */
export const demoLines = async (db: Database, { demoPassword }: Config): Promise<string[]> => {
  const users = usersRepository(db.query);
  const accounts = await Promise.all(names.map((name) => users.byEmail(emailOf(name))));
  const isDemoPassword = await createPasswords().verify(accounts[0]?.password_hash ?? null, demoPassword);
  const title = isDemoPassword
    ? `Demo accounts, password ${demoPassword}:`
    : 'Demo accounts (their password is the one of the first start):';
  return [title, ...accounts.flatMap((user) => (user ? [`  ${user.email.padEnd(18)} ${roleLabels[user.role]}`] : []))];
};
