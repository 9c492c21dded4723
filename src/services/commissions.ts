import type { Commission } from '../../contract/entities/commission.ts';
import { commission, commissionSummary } from './answers/money.ts';
import { pageOf } from './answers/read.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';
import { type PageRequest, queryOf } from './pages.ts';
import { triedTwice } from './triedTwice.ts';

const pageRead = pageOf(commission, commissionSummary);
export type PageOfCommissions = ReturnType<typeof pageRead>;

/** spec 7.20. Pages that were seen are answered from the cache for five minutes. */
export const createCommissions = (http: Http) => {
  const cache = createCache();
  return {
    page: (asked: PageRequest): Promise<PageOfCommissions> => {
      const query = queryOf(asked);
      return cache.fetchQuery({
        queryKey: ['commissions', query],
        queryFn: ({ signal }) => triedTwice(async () => pageRead(await http('/api/v1/commissions', { query, signal }))),
      });
    },
    /** For a link to a record that is not on the page. */
    one: async (id: string): Promise<Commission> => commission(await http(`/api/v1/commissions/${encodeURIComponent(id)}`)),
    forget: (): void => cache.clear(),
  };
};
