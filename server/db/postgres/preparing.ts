import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Each takes memory in every connection; statements beyond the first so many texts are planned each time, as all were before. */
const MOST = 200;
/** A statement with more has a value of each of its rows: the next one has another text. */
const MOST_VALUES = 40;
/** A table got another column since, or somebody else removed the statement: the connection would fail again. */
const stale: readonly unknown[] = ['0A000', '26000'];

type Row = Record<string, unknown>;
/** Makes a row of the values of its columns. */
type Maker = (values: readonly unknown[]) => Row;
const makers = new Map<string, Maker>();
/**
 * One object literal per list of columns. For every row pg copies an empty object column by column and then fills it in, which was a fifth of
 * what reading a million rows took. Compiled once, as ajv and Fastify's serializer do; the names are quoted as JSON.
 */
const makerOf = (fields: readonly pg.FieldDef[]): Maker => {
  const text = fields.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ');
  const known = makers.get(text);
  if (known) return known;
  const made = new Function('values', `return { ${text} };`) as Maker;
  makers.set(text, made);
  return made;
};

/**
 * The same connections for statements that come again and again: each text with parameters is parsed once per connection and, where PostgreSQL
 * finds that as good after five times, planned once. Of a computation's statements parsing and planning was a seventh of the time. Not for what
 * fills tables: a plan made while one is small stays until it is analyzed, and an import of 100,000 took four times as long.
 */
export const preparing = (pool: pg.Pool): PostgresPool => {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST) return known;
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
