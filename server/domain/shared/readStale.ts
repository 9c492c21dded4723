import { isCanceledStatement } from '../../db/unreachable.ts';
import { type Heads, headsOf } from './heads.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

/**
 * Reads figures that may be a few seconds old: from the replica if it follows closely, from the primary otherwise or if that fails.
 * `read` gets the heads of the database that it reads, because caches store answers under them; it must not write.
 */
export const readStale = async <S extends Pick<Services, 'store' | 'staleReads'>, T>(
  services: S,
  heads: Heads,
  read: (services: S, heads: Heads) => Promise<T>,
): Promise<T> => {
  const store = await services.staleReads?.current();
  if (!store) return read(services, heads);
  try {
    return await read({ ...services, store }, headsOf(await store.principals.heads()));
  } catch (error) {
    // It would run out of time on the primary, too.
    if (isCanceledStatement(error)) throw error;
    if (!(error instanceof Problem)) services.staleReads?.fail(error);
    return read(services, heads);
  }
};
