import type { SearchHit, SearchHits } from '../../contract/entities/search.ts';
import type { Http } from './http.ts';

/** Feature `search`. */
export const createSearch = (http: Http) => ({
  find: async (text: string, signal?: AbortSignal): Promise<readonly SearchHit[]> => {
    const { data } = await http<SearchHits>('/api/v1/search', { query: { q: text }, ...(signal ? { signal } : {}) });
    return data;
  },
});
