import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { StartRefused } from '../db/startRefused.ts';
import { Problem } from '../domain/shared/problem.ts';
import type { Config } from '../start/environment.ts';

/** Runs `work` on the configured database and always closes it; a use case's refusal becomes the command's message. */
export const withDatabase = async <T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const db = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof Problem) throw new StartRefused(error.message.replace(/\.?$/, '.'));
    throw error;
  } finally {
    await db.close();
  }
};
