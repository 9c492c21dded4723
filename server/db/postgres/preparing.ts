import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Each prepared statement takes memory in every connection; statements beyond this limit are planned each time. */
const MAX_PARAMETERS = 200;
/** A statement with more parameters has values for a varying number of rows, so its text rarely repeats. */
const MOST_VALUES = 40;
/** SQLSTATEs of a prepared statement that became invalid (a table changed, or it was removed): the connection would fail again. */
const stale: readonly unknown[] = ['0A000', '26000'];

type Row = Record<string, unknown>;
/** Builds a row from column values. */
type Maker = (values: readonly unknown[]) => Row;
const makers = new Map<string, Maker>();
/**
 * One object literal per list of columns. For every row pg copies an empty object column by column and then fills it in, which took a
 * fifth of the time to read a million rows. Compiled once, as ajv and Fastify's serializer do; column names are quoted as JSON.
 */
const makerOf = (fields: readonly pg.FieldDef[]): Maker => {
  const text = fields.map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`).join(', ');
  const known = makers.get(text);
  if (known) return known;
  const made = new Function('values', `return { ${text} };`) as Maker;
  makers.set(text, made);
  return made;
};

/**
 * The same connections for repeated statements: each parameterized text is parsed once per connection and, if PostgreSQL decides so after
 * five runs, planned once. Parsing and planning took a seventh of a computation's statement time. Not for bulk loads: a plan made while a
 * table is small stays until it is analyzed, and an import of 100,000 rows took four times as long.
 */
export const preparing = (pool: pg.Pool): PostgresPool => {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PARAMETERS) return known;
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
  const over = (client: pg.PoolClient): PostgresPoolClient => {
    let isStale = false;
    return {
      query: (text: unknown, values: readonly unknown[] = []) => {
        if (typeof text !== 'string') throw new Error('no cursors here');
        const name = values.length === 0 || values.length > MOST_VALUES ? undefined : nameOf(text);
        const answer = client
          .query({ text, values: [...values], rowMode: 'array', ...(name !== undefined && { name }) })
          .then((result) => Object.assign(result, { rows: result.rows.map(makerOf(result.fields)) }));
        answer.catch((error: unknown) => {
          isStale ||= stale.includes((error as { code?: string }).code);
        });
        // biome-ignore lint/suspicious/noExplicitAny: Kysely declares one function for texts and cursors.
        return answer as any;
      },
      release: () => client.release(isStale),
    };
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? over(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
