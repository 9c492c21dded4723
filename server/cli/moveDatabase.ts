import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { moveDatabase } from '../db/moveDatabase.ts';
import { openDatabase } from '../db/open.ts';
import { StartRefused } from '../db/startRefused.ts';
import type { Config } from '../start/environment.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run db:move`: from the embedded database in DATA_DIR to PostgreSQL at DATABASE_URL. */
export const runMove = async ({ dataDir, databaseUrl }: Config, print: (line: string) => void): Promise<void> => {
  if (!databaseUrl) throw new StartRefused('Set DATABASE_URL to the new, empty PostgreSQL database.');
  if (!existsSync(join(dataDir, 'database')))
    throw new StartRefused(`There is no embedded database in ${dataDir}: set DATA_DIR to where it is.`);
  const target = await openDatabase({ databaseUrl, dataDir });
  try {
    await withDatabase({ dataDir, databaseUrl: undefined }, (source) => moveDatabase(source, target, print));
  } finally {
    await target.close();
  }
  print(`Moved. Start with DATABASE_URL from now on; ${dataDir} is as it was, for you to keep or remove.`);
};
