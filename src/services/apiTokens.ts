import type { ApiToken, ApiTokenBody, IssuedToken, TokenOwners } from '../../contract/entities/apiToken.ts';
import type { Http } from './http.ts';

const path = '/api/v1/tokens';

/** Available with the feature `api-tokens` (decisions 4.11). */
export const createApiTokens = (http: Http) => ({
  list: async (owners: TokenOwners, signal?: AbortSignal): Promise<readonly ApiToken[]> =>
    (await http<{ data: ApiToken[] }>(`${path}?of=${owners}`, { ...(signal ? { signal } : {}) })).data,
  create: (body: ApiTokenBody): Promise<IssuedToken> => http(path, { method: 'POST', body }),
  revoke: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
});
