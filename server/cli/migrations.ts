import { migrate, tryMigrations } from '../db/migrate.ts';
import type { Config } from '../start/environment.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run db:migrate`; `--dry-run` runs the migrations in a transaction and rolls it back. */
export const runMigrate = (config: Config, print: (line: string) => void): Promise<void> =>
  withDatabase(config, async (db) => {
    const names = config.dryRun ? await tryMigrations(db) : (await migrate(db)).applied;
    const resultText = config.dryRun ? 'would be applied: it was tried and rolled back' : 'was applied';
    for (const name of names) print(`${name} ${resultText}.`);
    if (names.length === 0) print('The database is up to date.');
  });
