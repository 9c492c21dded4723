import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestPlace } from '../../support/testDatabase.ts';

export type Column = Readonly<{ name: string; dataTypeID: number }>;
/** `columns`: the columns of the result; empty without a result. */
export type Described = Readonly<{ columns: readonly Column[] }> | Readonly<{ error: string }>;
export type Describer = Readonly<{ describe: (sql: string) => Promise<Described>; close: () => Promise<void> }>;

type Wire = Readonly<{
  parse: (message: object, more: boolean) => void;
  describe: (message: object, more: boolean) => void;
  sync: () => void;
}>;

/** Prepares a statement over PostgreSQL's protocol, without running it. */
class Description {
  columns: readonly Column[] = [];
  readonly #sql: string;
  readonly #done: (described: Described) => void;
  constructor(sql: string, done: (described: Described) => void) {
    this.#sql = sql;
    this.#done = done;
  }
  submit(connection: Wire): void {
    connection.parse({ text: this.#sql, name: '', types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }
  /** After a failed statement the database sends no further messages. */
  handleError({ message }: Error): void {
    this.#done({ error: message });
  }
  handleReadyForQuery(): void {
    this.#done({ columns: this.columns });
  }
}

const onPostgres = async (connectionString: string): Promise<Describer> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    describe: (sql) => new Promise((resolve) => void client.query(new Description(sql, resolve) as unknown as pg.Submittable)),
    close: () => client.end(),
  };
};

const embedded = async (dataDir: string): Promise<Describer> => {
  const db = await PGlite.create(dataDir);
  return {
    describe: (sql) =>
      db.describeQuery(sql).then(
        ({ resultFields }) => ({ columns: resultFields.map(({ name, dataTypeID }) => ({ name, dataTypeID })) }),
        (error: Error) => ({ error: error.message }),
      ),
    close: () => db.close(),
  };
};

export const describerOf = ({ databaseUrl, dataDir }: TestPlace): Promise<Describer> =>
  databaseUrl === undefined ? embedded(dataDir) : onPostgres(databaseUrl);
