import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../server/db/database.ts';
import type { Schema } from '../../../server/db/schema/index.ts';

type Query = Kysely<Schema>;
type Work<T> = (trx: Query) => Promise<T>;

/** Runs one transaction at a time, as the embedded database does. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
};

/** A database whose transactions are savepoints of one outer transaction that is never committed. */
const nestedIn = (outer: Transaction<Schema>): Query => {
  const run = (text: string) => outer.executeQuery(CompiledQuery.raw(text));
  const turn = createQueue();
  const execute = <T>(work: Work<T>): Promise<T> =>
    turn(async () => {
      await run('savepoint inner_transaction');
      try {
        const answer = await work(outer);
        // As a commit does.
        await run('set constraints all immediate');
        await run('set constraints all deferred');
        await run('release savepoint inner_transaction');
        return answer;
      } catch (error) {
        await run('rollback to savepoint inner_transaction');
        await run('release savepoint inner_transaction');
        throw error;
      }
    });
  const builder = { execute, setIsolationLevel: () => builder, setAccessMode: () => builder };
  return new Proxy(outer as Query, {
    get: (target, name) => {
      if (name === 'transaction') return () => builder;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

/**
 * A database that returns to the state at `keep` on each `rewind`, without being recreated. Nothing is ever committed, so only this handle
 * sees the data. Cache counters continue across a rewind, so a cache never returns undone data.
 */
export const createRewindingDatabase = async (db: Database) => {
  const outer = await db.query.startTransaction().execute();
  const query = nestedIn(outer);
  let rewinds = 0;
  const script = async (text: string): Promise<void> => void (await outer.executeQuery(CompiledQuery.raw(text)));
  const rewindableDatabase: Database = {
    kind: db.kind,
    past: false,
    query,
    yieldingQuery: () => query,
    named: async <Row>(_name: string | null, text: string, params: readonly unknown[]) =>
      (await outer.executeQuery<Row>(CompiledQuery.raw(text, [...params]))).rows,
    script,
    ping: async () => {},
    connections: () => [],
    close: async () => {},
  };
  return {
    db: rewindableDatabase,
    keep: () => script('savepoint kept'),
    rewind: async (): Promise<void> => {
      rewinds += 1;
      await script('rollback to savepoint kept');
      const by = rewinds * 1000;
      await script(`update heads set config = config + ${by}, periods = periods + ${by}, people = people + ${by}`);
    },
    /** Undoes everything and releases the connection. */
    close: async (): Promise<void> => void (await outer.rollback().execute()),
  };
};
