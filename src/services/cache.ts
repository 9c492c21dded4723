import { QueryClient } from '@tanstack/query-core';
import { limits } from '../../contract/limits.ts';

/** spec 9.01: no refetch on focus, five minutes. */
const begin = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: limits.query.staleMs, refetchOnWindowFocus: false, retry: false, networkMode: 'always' } },
  });

/** What was read and may be shown again. An answer under way when it is forgotten still reaches who asked, and is not kept: it may be older. */
export const createCache = () => {
  let client = begin();
  const fetchQuery: QueryClient['fetchQuery'] = (options) => client.fetchQuery(options);
  const forget = (): void => {
    client = begin();
  };
  return { fetchQuery, forget };
};
