import { QueryClient } from '@tanstack/query-core';
import { limits } from '../../contract/limits.ts';

const isRefusal = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
};

/** spec 9.01: tried once more, at once; what the server refused is not asked again. (The library's own retry waits while a tab is hidden.) */
export const triedTwice = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (let left: number = limits.query.retries; ; left -= 1)
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || isRefusal(error)) throw error;
    }
};

/** spec 9.01: no refetch on focus, five minutes. */
export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: limits.query.staleMs, refetchOnWindowFocus: false, retry: false, networkMode: 'always' } },
  });
