import type { Database } from '../database.ts';
import type { Replica } from '../replica.ts';
import { openStore, type Store } from './store.ts';

/** The repositories for reads that may be a few seconds old. */
export type StaleReads = Readonly<{
  /** The replica's repositories; null: read from the primary. */
  current: () => Promise<Store | null>;
  /** Reports a read that failed there. */
  fail: (error: unknown) => void;
}>;

/** @param toDatabase for background work: `yieldingDatabase` */
export const createStaleReads = (replica: Replica, toDatabase: (db: Database) => Database = (db) => db): StaleReads => {
  // One store per database, because caches belong to their repositories.
  const stores = new WeakMap<Database, Store>();
  return {
    current: async () => {
      const db = await replica.current();
      if (!db) return null;
      const store = stores.get(db) ?? openStore(toDatabase(db));
      stores.set(db, store);
      return store;
    },
    fail: replica.fail,
  };
};
