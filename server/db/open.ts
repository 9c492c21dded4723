import type { Database } from './database.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { openPostgres } from './postgres/openPostgres.ts';

export type OpenOptions = Readonly<{
  databaseUrl?: string;
  dataDir: string;
  log?: (text: string) => void;
  /** PostgreSQL only; 10 s by default. */
  statementTimeoutMs?: number;
}>;

/**
 * PostgreSQL where there is a `databaseUrl`, else the embedded database in `dataDir`. It does not migrate.
 * @throws StartRefused with a sentence for the person who started us
 */
export const openDatabase = ({ databaseUrl, dataDir, log = () => {}, statementTimeoutMs }: OpenOptions): Promise<Database> =>
  databaseUrl
    ? openPostgres(databaseUrl, { log, ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }) })
    : openEmbedded(dataDir, log);
