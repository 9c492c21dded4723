import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../server/db/database.ts';
import type { Schema } from '../../../server/db/schema/index.ts';

type Query = Kysely<Schema>;
type Work<T> = (trx: Query) => Promise<T>;

/** One transaction at a time, as on the embedded database. */
const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
};

/** A database whose transactions become savepoints of one outer transaction that is never committed. */
const nestedIn = (outer: Transaction<Schema>): Query => {
  const run = (text: string) => outer.executeQuery(CompiledQuery.raw(text));
  const turn = inTurn();
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
 * A database that returns to where `keep` was called as often as `rewind` is, without making it anew. Nothing of it is ever committed, so
 * only this handle sees it. Counters of what is cached go on across a rewind: a cache never answers with what was undone.
 */
export const rewinding = async (db: Database) => {
  const outer = await db.query.startTransaction().execute();
  const query = nestedIn(outer);
  let rewinds = 0;
  const script = async (text: string): Promise<void> => void (await outer.executeQuery(CompiledQuery.raw(text)));
  const rewound: Database = {
    kind: db.kind,
    url: null,
    past: false,
    query,
    queryBehind: () => query,
    atOnce: () => 1,
    named: async <Row>(_name: string, text: string, params: readonly unknown[]) =>
      (await outer.executeQuery<Row>(CompiledQuery.raw(text, [...params]))).rows,
    script,
    ping: async () => {},
    close: async () => {},
  };
  return {
    db: rewound,
    keep: () => script('savepoint kept'),
    rewind: async (): Promise<void> => {
      rewinds += 1;
      await script('rollback to savepoint kept');
      const by = rewinds * 1000;
      await script(`update heads set config = config + ${by}, periods = periods + ${by}, people = people + ${by}`);
    },
    /** Undoes everything and gives the connection back. */
    close: async (): Promise<void> => void (await outer.rollback().execute()),
  };
};
