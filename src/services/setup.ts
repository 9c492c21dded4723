import type { LivePreview, Setup, SetupItemKey } from '../../contract/entities/setup.ts';
import type { Http } from './http.ts';

const path = '/api/v1/setup';

/** Feature `setup`: the checklist of a new company, and going live (decisions 4.08). */
export const createSetup = (http: Http) => ({
  read: (signal?: AbortSignal): Promise<Setup> => http(path, { ...(signal ? { signal } : {}) }),
  skip: (key: SetupItemKey, reason: string): Promise<Setup> => http(`${path}/items/${key}/skip`, { method: 'PUT', body: { reason } }),
  unskip: (key: SetupItemKey): Promise<Setup> => http(`${path}/items/${key}/skip`, { method: 'DELETE' }),
  preview: (): Promise<LivePreview> => http(`${path}/live`),
  goLive: (accept_warnings: boolean): Promise<Setup> => http(`${path}/live`, { method: 'POST', body: { accept_warnings } }),
  undo: (): Promise<Setup> => http(`${path}/live/undo`, { method: 'POST', body: {} }),
});
