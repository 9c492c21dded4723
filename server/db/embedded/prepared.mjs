/**
 * Each text with parameters is parsed and, where PostgreSQL finds that as good, planned once: that was most of the time of a short
 * statement, as PGlite's own `query` does both anew. It sends the same messages, fewer of them at a time.
 */
import { parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;
/** Plans take memory: what was not asked for longest goes. */
const MOST = 200;
/** A plan for an empty table reads a full one through: after so many new rows, and so many times as many, all are made again. */
const growth = { rows: 100, times: 0.25 };

/** @param {import('@electric-sql/pglite').PGlite} database */
export const preparedOn = (database) => {
  /** @type {Map<string, { name: string; types: number[] }>} */
  const known = new Map();
  let made = 0;
  /** The tables are others until the transaction ends (lens.ts): no plan is for both. */
  let otherTables = false;
  let rows = 0;
  let nextPlans = growth.rows;

  const send = (/** @type {Uint8Array[]} */ ...messages) => database.execProtocolStream(Buffer.concat(messages), { syncToFs: false });

  const prepare = async (/** @type {string} */ text) => {
    made += 1;
    const name = `s${made}`;
    const described = await send(serialize.parse({ text, name }), serialize.describe({ type: 'S', name }), serialize.sync());
    const statement = { name, types: parse.parseDescribeStatementResults(described) };
    known.set(text, statement);
    const [oldest] = known;
    if (known.size > MOST && oldest) {
      known.delete(oldest[0]);
      await send(serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync());
    }
    return statement;
  };

  const statementOf = async (/** @type {string} */ text) => {
    const statement = known.get(text);
    if (!statement) return prepare(text);
    // The last of those that were asked for.
    known.delete(text);
    known.set(text, statement);
    return statement;
  };

  return {
    query: async (/** @type {string} */ text, /** @type {readonly unknown[]} */ params) => {
      if (text.includes('search_path')) otherTables = true;
      if (otherTables) return database.query(text, [...params]);
      return database.runExclusive(async () => {
        const { name, types } = await statementOf(text);
        const values = params.map((value, at) => (value == null ? null : (database.serializers[types[at] ?? 0] ?? String)(value)));
        const asked = serialize.bind({ statement: name, values });
        const answered = await send(asked, serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync());
        const result = parse.parseResults(answered, database.parsers)[0];
        if (result?.command === 'INSERT') rows += result.affectedRows ?? 0;
        if (rows >= nextPlans) {
          nextPlans = rows + Math.max(growth.rows, rows * growth.times);
          await send(serialize.query('discard plans'));
        }
        return result;
      });
    },
    /** A text without parameters: the end of a transaction, or tables that become others. */
    exec: async (/** @type {string} */ text) => {
      const results = await database.exec(text);
      if (/^(commit|rollback)$/i.test(text)) otherTables = false;
      else if (/\b(create|alter|drop)\b/i.test(text)) {
        known.clear();
        await database.exec('deallocate all');
      }
      return results;
    },
  };
};
