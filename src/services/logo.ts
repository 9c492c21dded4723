import type { PublicSettings } from '../../contract/entities/settings.ts';
import type { Http } from './http.ts';

const path = '/api/v1/settings/logo';

/** Available with the feature `logo` (decisions 4.12). */
export const createLogo = (http: Http) => ({
  /** The logo's URL; '' without a logo. */
  read: async (signal?: AbortSignal): Promise<{ address: string }> => {
    const { logo = '' } = await http<PublicSettings>('/api/v1/public/settings', { ...(signal ? { signal } : {}) });
    return { address: logo };
  },
  save: async (file: Blob): Promise<void> => {
    const headers = { 'content-type': 'application/octet-stream' };
    await http(path, { method: 'PUT', headers, body: file.slice(0, file.size, headers['content-type']) });
  },
  remove: (): Promise<void> => http(path, { method: 'DELETE' }),
});
