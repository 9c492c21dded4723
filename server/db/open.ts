import type { Database, OnStatement } from './database.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { openPostgres } from './postgres/openPostgres.ts';

export type OpenOptions = Readonly<{
  databaseUrl?: string;
  dataDir: string;
  log?: (text: string) => void;
  /** PostgreSQL only; 10 s by default. */
  statementTimeoutMs?: number;
  onStatement?: OnStatement;
  /** PostgreSQL only: refuses writes, as a replica does. */
  readOnly?: boolean;
}>;

/**
 * Opens PostgreSQL if there is a `databaseUrl`, else the embedded database in `dataDir`. Does not migrate.
 * @throws StartRefused with a message for the operator
 */
export const openDatabase = ({
  databaseUrl,
  dataDir,
  log = () => {},
  statementTimeoutMs,
  onStatement,
  readOnly,
}: OpenOptions): Promise<Database> =>
  databaseUrl
    ? openPostgres(databaseUrl, {
        log,
        ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
        ...(onStatement ? { onStatement } : {}),
        ...(readOnly ? { readOnly } : {}),
      })
    : openEmbedded(dataDir, log, onStatement);
