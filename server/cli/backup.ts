import { backUp, restore } from '../db/embedded/backup.ts';
import { StartRefused } from '../db/startRefused.ts';
import { systemClock } from '../domain/shared/clock.ts';
import { noteBackup } from '../start/backedUp.ts';
import type { Config } from '../start/environment.ts';

const pathOf = ({ command, subject, databaseUrl }: Config): string => {
  if (databaseUrl) throw new StartRefused('DATABASE_URL is a PostgreSQL database: back it up with pg_dump, as docs/operations.md says.');
  if (!subject) throw new StartRefused(`Say where: npm run ${command} -- /path/of/the/backup.`);
  return subject;
};

/** `npm run db:backup -- DIRECTORY`, with the server stopped */
export const runBackup = async (config: Config, print: (line: string) => void): Promise<void> => {
  const target = pathOf(config);
  const at = systemClock();
  const count = await backUp(config.dataDir, target, at);
  noteBackup(config.dataDir, at);
  print(`${count} files of ${config.dataDir} are in ${target}. ENCRYPTION_KEY is not among them: keep it elsewhere.`);
};

/** `npm run db:restore -- DIRECTORY` */
export const runRestore = async (config: Config, print: (line: string) => void): Promise<void> => {
  const source = pathOf(config);
  const madeAt = await restore(source, config.dataDir);
  print(`The backup of ${madeAt} is in ${config.dataDir}. Start with the ENCRYPTION_KEY of that time.`);
};
