import { QueryClient } from '@tanstack/query-core';
import { limits } from '../../contract/limits.ts';

const isRefusal = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
};

/** spec 9.01: no refetch on focus, one retry, five minutes. What the server refused is not asked again. */
export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.query.staleMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < limits.query.retries && !isRefusal(error),
        retryDelay: 300,
      },
    },
  });
