import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { buildApp, openapi } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import type { Schema } from '../../server/db/schema.ts';
import type { Pages } from './pages.ts';

const nothing = (): never => {
  throw new Error('the documents ask no database');
};

/** A database that is never asked: the routes are only listed. */
const noDatabase: Database = {
  kind: 'postgres',
  query: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  reads: null,
  named: nothing,
  script: nothing,
  ping: nothing,
  close: async () => {},
};

/** OpenAPI as the server itself writes it under /api/docs. */
export const openApiPages = async (): Promise<Pages> => {
  const app = buildApp({ db: noDatabase, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  const document = await openapi(app);
  await app.close();
  return { 'openapi.json': `${JSON.stringify(document, null, 2)}\n` };
};
