import type { Commission, CommissionPage } from '../../contract/entities/commission.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';
import { type Asked, queryOf } from './pages.ts';
import { triedTwice } from './triedTwice.ts';

/** spec 7.20. Pages that were seen are answered from the cache for five minutes. */
export const createCommissions = (http: Http) => {
  const cache = createCache();
  return {
    page: (asked: Asked): Promise<CommissionPage> => {
      const query = queryOf(asked);
      return cache.fetchQuery({
        queryKey: ['commissions', query],
        queryFn: ({ signal }) => triedTwice(() => http<CommissionPage>('/api/v1/commissions', { query, signal })),
      });
    },
    /** For a link to a record that is not on the page. */
    one: (id: string): Promise<Commission> => http<Commission>(`/api/v1/commissions/${encodeURIComponent(id)}`),
    forget: (): void => cache.clear(),
  };
};
