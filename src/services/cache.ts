import { QueryClient } from '@tanstack/query-core';
import { limits } from '../../contract/limits.ts';

/** spec 9.01: no refetch on focus, five minutes. */
export const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: limits.query.staleMs, refetchOnWindowFocus: false, retry: false, networkMode: 'always' } },
  });
