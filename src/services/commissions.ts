import type { Commission } from '../../contract/entities/commission.ts';
import type { Comparison } from '../../contract/entities/comparison.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import { commission, commissionSummaryShape } from './answers/money.ts';
import { readPageOf } from './answers/read.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';
import { tryTwice } from './tryTwice.ts';

const readPage = readPageOf(commission, commissionSummaryShape);
export type PageOfCommissions = ReturnType<typeof readPage>;

/** spec 7.20. Pages are cached for five minutes, or until a save in this tab. */
export const createCommissions = (http: Http) => {
  const cache = createCache();
  return {
    page: (request: PageRequest): Promise<PageOfCommissions> => {
      const query = toPageQuery(request);
      return cache.fetchQuery({
        queryKey: ['commissions', query],
        queryFn: ({ signal }) => tryTwice(async () => readPage(await http('/api/v1/commissions', { query, signal }))),
      });
    },
    /** A record that may be outside the current page, for links; with `asOf`, as it was known on that day. */
    one: async (id: string, asOf: Day | null = null): Promise<Commission> =>
      commission(await http(`/api/v1/commissions/${encodeURIComponent(id)}`, asOf === null ? {} : { query: { asOf } })),
    /** Feature `as-of`: compares the range at the end of two days. */
    compare: (query: Readonly<Record<string, string>>): Promise<Comparison> => http('/api/v1/commissions/comparison', { query }),
    forget: cache.forget,
  };
};
