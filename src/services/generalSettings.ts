import type { Static } from 'typebox';
import type { Acknowledgements, ConfigChange } from '../../contract/entities/configChange.ts';
import type { DraftTrial } from '../../contract/entities/configTrial.ts';
import type { ConfigVersion, ConfigVersionPage, ConfigVersionText } from '../../contract/entities/people.ts';
import type { ConfigPreview, GeneralSettings } from '../../contract/entities/settings.ts';
import { generalSettingsShape } from './answers/people.ts';
import { isFields } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { readAllPages, toPageQuery } from './pages.ts';
import { tryTwice } from './tryTwice.ts';

const path = '/api/v1/settings/general';

/** spec 7.19: never cached, and retried once; preview (`config-preview`) and versions (`config-history`) are ours. */
export const createGeneralSettings = (http: Http) => ({
  load: (): Promise<GeneralSettings> =>
    tryTwice(async () => generalSettingsShape(await http(path, { headers: { 'cache-control': 'no-cache' } }))),
  /** A stale version fails with 409. */
  save: async (
    body: Readonly<Pick<GeneralSettings, 'companyName' | 'commissionsConfig'>>,
    version: number | null,
  ): Promise<GeneralSettings> => {
    const response = await http<unknown>(path, { method: 'PUT', body, ...ifMatch(version) });
    // Other providers may send an empty response.
    return generalSettingsShape({ ...body, ...(isFields(response) && typeof response.commissionsConfig === 'string' ? response : {}) });
  },
  preview: (commissionsConfig: string, signal?: AbortSignal): Promise<ConfigPreview> =>
    http(`${path}/preview`, { method: 'POST', body: { commissionsConfig }, ...(signal ? { signal } : {}) }),
  /** Feature `config-trial`: the last quarter of a few people, as recorded and under a draft. */
  tryDraft: (body: Readonly<{ commissionsConfig: string; people: readonly string[] }>, signal?: AbortSignal): Promise<DraftTrial> =>
    http(`${path}/try`, { method: 'POST', body, ...(signal ? { signal } : {}) }),
  versions: (): Promise<readonly ConfigVersion[]> =>
    readAllPages((request) => http<Static<typeof ConfigVersionPage>>(`${path}/versions`, { query: toPageQuery(request) }), {}),
  /** Feature `config-change`: a job computes the effects of a text as of a given day; the change can then be confirmed. */
  requestChange: (
    { version, ...body }: Readonly<{ companyName: string; commissionsConfig: string; version: number | null }>,
    effective_date: string,
  ): Promise<ConfigChange> => http(`${path}/changes`, { method: 'POST', body: { ...body, effective_date }, ...ifMatch(version) }),
  change: (id: string): Promise<ConfigChange> => http(`${path}/changes/${encodeURIComponent(id)}`),
  confirmChange: (id: string, total: string): Promise<GeneralSettings> =>
    http(`${path}/changes/${encodeURIComponent(id)}/confirm`, { method: 'POST', body: { total } }),
  acknowledgements: (id: string): Promise<Acknowledgements> => http(`${path}/versions/${encodeURIComponent(id)}/acknowledgements`),
  version: (id: string): Promise<ConfigVersionText> => http(`${path}/versions/${encodeURIComponent(id)}`),
});
