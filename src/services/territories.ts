import type { Territories } from '../../contract/entities/settings.ts';
import type { Http } from './http.ts';

const path = '/api/v1/settings/territories';

/** Available with the feature `territories` (decisions 4.10). */
export const createTerritories = (http: Http) => ({
  list: (signal?: AbortSignal): Promise<Territories> => http(path, { ...(signal ? { signal } : {}) }),
  add: (name: string): Promise<Territories> => http(path, { method: 'POST', body: { name } }),
  remove: (name: string): Promise<void> => http(`${path}?name=${encodeURIComponent(name)}`, { method: 'DELETE' }),
});
