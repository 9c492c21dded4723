/**
 * Parses each parameterized statement once and, if PostgreSQL decides so, plans it once. PGlite's own `query` parses and plans every time,
 * which took most of a short statement's time. The protocol messages are the same, sent in fewer batches.
 */
import { parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;
/** Plans take memory, so the least recently used one is dropped. */
const MAX_STATEMENTS = 200;
/** A plan made for an empty table would scan a full one, so all plans are remade after this many new rows and this relative growth. */
const replanGrowth = { rows: 100, times: 0.25 };

/** @param {import('@electric-sql/pglite').PGlite} database */
export const createPreparedStatements = (database) => {
  /** @type {Map<string, { name: string; types: number[] }>} */
  const statements = new Map();
  let count = 0;
  /** Until the transaction ends, table names mean the lens tables (lens.ts), which must not share plans with the real ones. */
  let hasLensTables = false;
  let rows = 0;
  let nextReplanRows = replanGrowth.rows;

  const send = (/** @type {Uint8Array[]} */ ...messages) => database.execProtocolStream(Buffer.concat(messages), { syncToFs: false });

  const prepare = async (/** @type {string} */ text) => {
    count += 1;
    const name = `s${count}`;
    const description = await send(serialize.parse({ text, name }), serialize.describe({ type: 'S', name }), serialize.sync());
    const statement = { name, types: parse.parseDescribeStatementResults(description) };
    statements.set(text, statement);
    const [oldest] = statements;
    if (statements.size > MAX_STATEMENTS && oldest) {
      statements.delete(oldest[0]);
      await send(serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync());
    }
    return statement;
  };

  const getStatement = async (/** @type {string} */ text) => {
    const statement = statements.get(text);
    if (!statement) return prepare(text);
    // Moves it to the most recently used end.
    statements.delete(text);
    statements.set(text, statement);
    return statement;
  };

  return {
    query: async (/** @type {string} */ text, /** @type {readonly unknown[]} */ params) => {
      if (text.includes('search_path')) hasLensTables = true;
      if (hasLensTables) return database.query(text, [...params]);
      return database.runExclusive(async () => {
        const { name, types } = await getStatement(text);
        const values = params.map((value, index) => (value == null ? null : (database.serializers[types[index] ?? 0] ?? String)(value)));
        const bindMessage = serialize.bind({ statement: name, values });
        const results = await send(bindMessage, serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync());
        const result = parse.parseResults(results, database.parsers)[0];
        if (result?.command === 'INSERT') rows += result.affectedRows ?? 0;
        if (rows >= nextReplanRows) {
          nextReplanRows = rows + Math.max(replanGrowth.rows, rows * replanGrowth.times);
          await send(serialize.query('discard plans'));
        }
        return result;
      });
    },
    /** A statement without parameters; it may end a transaction or change tables. */
    exec: async (/** @type {string} */ text) => {
      const results = await database.exec(text);
      if (/^(commit|rollback)$/i.test(text)) hasLensTables = false;
      else if (/\b(create|alter|drop)\b/i.test(text)) {
        statements.clear();
        await database.exec('deallocate all');
      }
      return results;
    },
  };
};
