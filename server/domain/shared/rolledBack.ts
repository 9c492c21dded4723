import type { Repositories } from '../../db/repositories/store.ts';
import type { Services } from './services.ts';

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rolled back');
    this.result = result;
  }
}

/** Runs work in a transaction that is always rolled back. @returns the result of `work` */
export const runRolledBack = async <T>({ store }: Pick<Services, 'store'>, work: (tx: Repositories) => Promise<T>): Promise<T> => {
  try {
    return await store.transaction(async (tx): Promise<never> => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
};
