import type { OpenDeal, Projection, ProjectionBody } from '../../contract/entities/projection.ts';
import type { Http } from './http.ts';

/** Feature `projections`: open deals and their projected commission. */
export const createProjections = (http: Http) => ({
  deals: async (userId: string, signal?: AbortSignal): Promise<readonly OpenDeal[]> =>
    (await http<{ data: OpenDeal[] }>('/api/v1/deals/open', { query: { user_id: userId }, ...(signal ? { signal } : {}) })).data,
  calculate: (body: ProjectionBody, signal?: AbortSignal): Promise<Projection> =>
    http('/api/v1/commissions/projections', { method: 'POST', body, ...(signal ? { signal } : {}) }),
});
