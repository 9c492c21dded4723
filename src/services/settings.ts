import type { PublicSettings } from '../../contract/entities/settings.ts';
import { publicSettings } from './answers/people.ts';
import type { Http } from './http.ts';

/** spec 7.02, 9.01: never cached, and retried once. */
export const createSettings = (http: Http) => ({
  public: async (signal?: AbortSignal): Promise<PublicSettings> => {
    const get = async (): Promise<PublicSettings> =>
      publicSettings(await http('/api/v1/public/settings', { anonymous: true, ...(signal ? { signal } : {}) }));
    return get().catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return get();
    });
  },
});
