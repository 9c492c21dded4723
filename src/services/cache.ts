import { QueryClient } from '@tanstack/query-core';
import { limits } from '../../contract/limits.ts';

/** spec 9.01: fresh for five minutes, no refetch on focus. */
const createClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: limits.query.staleMs, refetchOnWindowFocus: false, retry: false, networkMode: 'always' } },
  });

/** A cache of responses. A response in flight during `forget` still reaches its caller but is not cached, because it may be outdated. */
export const createCache = () => {
  let client = createClient();
  const fetchQuery: QueryClient['fetchQuery'] = (options) => client.fetchQuery(options);
  const forget = (): void => {
    client = createClient();
  };
  return { fetchQuery, forget };
};
