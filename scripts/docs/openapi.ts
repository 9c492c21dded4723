import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { buildApp, openapi } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import type { Schema } from '../../server/db/schema/index.ts';
import type { Pages } from './pages.ts';

const refuse = (): never => {
  throw new Error('the documents ask no database');
};

/** A database that is never queried: the routes are only listed. */
const noDatabase: Database = {
  kind: 'postgres',
  past: false,
  query: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  yieldingQuery: refuse,
  named: refuse,
  script: refuse,
  ping: refuse,
  connections: () => [],
  close: async () => {},
};

/** Prints a value on one line if it fits, which makes the file a third as long and keeps a change to a single line. */
const printed = (value: unknown, indent = ''): string => {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || (indent !== '' && line.length + indent.length <= 120)) return line;
  const inner = `${indent}  `;
  const open = Array.isArray(value);
  const parts = open
    ? value.map((item) => inner + printed(item, inner))
    : Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${printed(each, inner)}`);
  return `${open ? '[' : '{'}\n${parts.join(',\n')}\n${indent}${open ? ']' : '}'}`;
};

/** The OpenAPI document that the server serves under /api/docs. */
export const openApiPages = async (): Promise<Pages> => {
  const app = buildApp({ db: noDatabase, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  const document = await openapi(app);
  await app.close();
  return { 'openapi.json': `${printed(document)}\n` };
};
